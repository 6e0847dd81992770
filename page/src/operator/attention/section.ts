// A section of the console.

import { html, type TemplateResult } from "lit";
import { Section } from "../section.ts";

class Attention extends Section {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("operator-attention", Attention);
