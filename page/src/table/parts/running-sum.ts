// A sum of money; it runs to its next value when that is a moment, else it is there at once.

import { html, LitElement, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { count } from "../motion.ts";
import { TEMPO } from "../tempo.ts";

class RunningSum extends LitElement {
  static override properties = { cents: { attribute: false }, runs: { attribute: false } };
  declare cents: number;
  declare runs: boolean;
  private shown: number | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("cents")) return;
    count(this.runs ? this.shown : undefined, this.cents, TEMPO.jackpot * 0.8, (value) => {
      this.shown = value;
      this.requestUpdate();
    });
  }

  protected override render(): TemplateResult {
    return html`${dollars(this.runs ? Math.floor((this.shown ?? 0) / 100) * 100 : this.cents)}`;
  }
}

customElements.define("pit-sum", RunningSum);
