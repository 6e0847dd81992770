// For whom the table waits in vain, and what time has decided for the person who looks: until they do something.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { minutes } from "../../shared/time.ts";
import { MISSED, OUTS, WAITS } from "../../words/host.ts";
import { Part } from "../part.ts";
import { absent } from "./rail-act.ts";

const TICK = 1_000;

class Waits extends Part {
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.store.view?.patience.length && this.requestUpdate(), TICK);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): TemplateResult {
    return html`${this.nudged()} ${this.away()} ${this.decided()}`;
  }

  private left(until: string | undefined): string {
    return until === undefined ? "" : minutes(Math.max(0, Date.parse(until) - Date.now()));
  }

  private nudged(): TemplateResult | typeof nothing {
    const { view, mySeats } = this.store;
    const mine = view?.patience.find((each) => each.why === "nudged" && each.seats.some((n) => mySeats.some((seat) => seat.n === n)));
    return mine ? html`<p class="awaits nudged">${icon("bell")} ${WAITS.nudged(this.left(mine.until))}</p>` : nothing;
  }

  private away(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const names = view ? absent(view) : [];
    const until = view?.patience.find((each) => each.why === "away")?.until;
    return names.length > 0 ? html`<p class="awaits">${icon("clock")} ${WAITS.away(names, this.left(until))}</p>` : nothing;
  }

  /** What the platform has decided, and that nobody waits for this person. */
  private decided(): TemplateResult | typeof nothing {
    const { mySeats } = this.store;
    const missed = mySeats.flatMap((seat) => (seat.missed ? [seat.missed] : []));
    const out = mySeats.some((seat) => seat.out !== null);
    if (missed.length === 0 && !out) return nothing;
    return html`<p class="awaits decided">${icon("clock")} ${missed.map((each) => MISSED.yours(each.round, each.action, each.by, each.why)).join(" ")} ${out ? OUTS.yours : nothing}</p>`;
  }
}

customElements.define("pit-waits", Waits);
