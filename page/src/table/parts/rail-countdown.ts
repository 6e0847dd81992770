// How long there is: a ring that empties, with the seconds. It ticks by itself and is silent; the voice tells who listens.

import { html, nothing, type TemplateResult } from "lit";
import { vars } from "../../shared/vars.ts";
import { rail } from "../../words/rail.ts";
import { Part } from "../part.ts";

const TICK = 250;
const LAST = 5;

class Countdown extends Part {
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.store.clocked?.deadline && this.requestUpdate(), TICK);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.store.clocked;
    if (!view?.deadline || !view.clock) return nothing;
    const left = Math.max(0, (Date.parse(view.deadline) - Date.now()) / 1000);
    const whole = view.phase === "decisions" ? view.clock.decision : view.clock.bets;
    const seconds = Math.ceil(left);
    return html`<span class="countdown ${seconds <= LAST ? "last" : ""}" role="img" aria-label=${rail.seconds(seconds)} ${vars({ "--left": Math.min(1, left / Math.max(1, whole)).toFixed(3) })}>
      <svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="17" pathLength="1"></circle><circle class="left" cx="20" cy="20" r="17" pathLength="1"></circle></svg>
      <span class="number" aria-hidden="true">${seconds}</span>
    </span>`;
  }
}

customElements.define("pit-countdown", Countdown);
