// How I stand: balance, net of the session, time, limits. Always there; it ticks by itself, silently.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { elapsed } from "../../shared/time.ts";
import { rail } from "../../words/rail.ts";
import { Part } from "../part.ts";

class Standing extends Part {
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { me, seat } = this.store;
    if (!me) return nothing;
    const net = me.session_net;
    const reserve = this.store.mySeats.reduce((sum, each) => sum + (each.play?.reserve ?? 0), 0);
    const play = seat?.play?.label ?? "";
    const limited = me.limits.loss !== null || me.limits.minutes !== null;
    return html`<dl class="rail-standing" aria-label=${rail.standing}>
      <div title=${rail.balanceWhy}><dt>${rail.balance}</dt><dd class="number">${dollars(seat?.stack ?? me.funds)}</dd>${reserve > 0 ? html`<dd class="reserve number" title=${rail.reserveWhy(play)}>${rail.reserve(reserve, play)}</dd>` : nothing}</div>
      <div><dt>${rail.session}</dt><dd class="number ${net > 0 ? "win" : net < 0 ? "lose" : ""}">${signed(net)}</dd></div>
      <div class="elapsed"><dt>${rail.elapsed}</dt><dd class="number">${elapsed(this.store.sessionTime)}</dd></div>
      ${limited ? html`<div class="limited"><dt>${icon("flag")}</dt><dd>${rail.limits}</dd></div>` : nothing}
    </dl>`;
  }
}

customElements.define("pit-standing", Standing);
