// The running clock: a ring and m:ss. It is no live region; what is left is announced at 15, 10 and 5 seconds, and only
// to who can still do something.

import { html, nothing, svg, type TemplateResult } from "lit";
import { minutes } from "../../shared/time.ts";
import { vars } from "../../shared/vars.ts";
import { HEAD } from "../../words/head.ts";
import { keyOf } from "../keys.ts";
import { Part } from "../part.ts";
import { play } from "../sound.ts";
import type { Store } from "../store.ts";
import "./rail-countdown.ts";
import { announce } from "./voice.ts";

const WARNINGS = [15, 10, 5];
const TICK = 250;

/** Whether the clock runs for this person: a hand to decide, or bets not yet done. */
function awaited({ clocked: view }: Store): boolean {
  return view !== undefined && (view.actions.length > 0 || (view.phase === "bets" && view.me !== null && !view.me.ready));
}

class Clock extends Part {
  private deadline: string | null = null;
  private whole = 1;
  private passed = Infinity;
  private timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private get left(): number {
    return this.deadline === null ? 0 : Math.max(0, Date.parse(this.deadline) - Date.now());
  }

  protected override willUpdate(): void {
    const deadline = this.store.clocked?.deadline ?? null;
    if (deadline !== this.deadline) {
      this.deadline = deadline;
      this.whole = Math.max(1, this.left);
      this.passed = Infinity;
    }
    if (deadline !== null && this.timer === undefined) this.timer = setInterval(() => this.tick(), TICK);
    if (deadline === null) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private tick(): void {
    const seconds = Math.ceil(this.left / 1000);
    const due = WARNINGS.find((each) => seconds <= each && this.passed > each);
    if (due !== undefined && this.passed !== Infinity && awaited(this.store)) this.warn(due);
    this.passed = seconds;
    this.requestUpdate();
  }

  private warn(seconds: number): void {
    const view = this.store.clocked;
    const times = view?.me?.more_time_left ?? 0;
    const more = view?.phase === "decisions" && view.clock && times > 0 ? view.clock.extension : 0;
    announce(more > 0 ? HEAD.warnMore(seconds, more, keyOf("more_time"), times) : HEAD.warn(seconds));
    if (seconds === 5) play("alert");
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.store.clocked;
    if (this.deadline === null || !view) return nothing;
    const { left } = this;
    const times = view.me?.more_time_left ?? 0;
    const extension = view.clock && view.actions.length > 0 && times > 0 ? view.clock.extension : 0;
    return html`
      <span class="clock ${left <= 5_000 && awaited(this.store) ? "short" : ""}" role="timer" aria-live="off">
        <svg class="clock-ring" viewBox="0 0 36 36" aria-hidden="true" ${vars({ "--left": (left / this.whole).toFixed(3) })}>
          ${svg`<circle class="ring-track" cx="18" cy="18" r="15"></circle><circle class="ring-left" cx="18" cy="18" r="15" pathLength="1"></circle>`}
        </svg>
        <span class="number">${minutes(left)}</span>
      </span>
      ${extension > 0
        ? html`<button class="more-time" ?disabled=${this.store.link !== "live"} @click=${() => this.store.do({ do: "more_time" })}>${HEAD.moreTime(extension)} <span class="quiet" aria-hidden="true">×${times}</span><span class="unseen">${HEAD.moreTimeMore(times)}</span></button>`
        : nothing}
    `;
  }
}

customElements.define("pit-clock", Clock);
