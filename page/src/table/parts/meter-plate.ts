// The progressive meter on the felt: its value, where the bet breaks even, what envy pays. It is no live region: it
// ticks with every round.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { MeterFrame } from "../../generated/table.ts";
import { vars } from "../../shared/vars.ts";
import { METER } from "../../words/felt.ts";
import { count } from "../motion.ts";
import { TEMPO } from "../tempo.ts";

const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

class MeterPlate extends LitElement {
  static override properties = { meter: { attribute: false }, won: { attribute: false } };
  declare meter: MeterFrame;
  /** It runs down into a stack. */
  declare won: boolean;
  private shown: number | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("meter") || this.shown === this.meter.value) return;
    count(this.shown, this.meter.value, this.won ? TEMPO.jackpot * 0.8 : TEMPO.meter, (value) => {
      this.shown = value;
      this.requestUpdate();
    });
  }

  protected override render(): TemplateResult {
    const { break_even: even, envy } = this.meter;
    const value = this.shown ?? this.meter.value;
    const full = Math.max(this.meter.value, even ?? 0) * 1.15;
    return html`
      <div class="meter-face">
        <span class="meter-title">${METER.title}</span>
        <b class="meter-value number">${exact.format(value / 100)}</b>
      </div>
      <div class="meter-bar" aria-hidden="true" ${vars({ "--value": value / full, "--even": (even ?? 0) / full })}>
        <i></i>${even === null ? nothing : html`<s></s>`}
      </div>
      <p class="meter-facts number">
        ${even === null ? nothing : html`<span>${METER.breakEven(even)}</span>`}
        ${envy.length > 0 ? html`<span>${METER.envy(envy)}</span>` : nothing}
      </p>
    `;
  }
}

customElements.define("pit-meter", MeterPlate);

export function meterPlate(meter: MeterFrame | null, won: boolean): TemplateResult | typeof nothing {
  return meter === null ? nothing : html`<pit-meter class="meter-plate ${won ? "won" : ""}" .meter=${meter} .won=${won}></pit-meter>`;
}
