// A section of the console.

import { html, type TemplateResult } from "lit";
import { Section } from "../section.ts";

class Tables extends Section {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("operator-tables", Tables);
