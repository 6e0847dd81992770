// A section of the console.

import { html, type TemplateResult } from "lit";
import { Section } from "../section.ts";

class Journal extends Section {
  protected override render(): TemplateResult {
    return html``;
  }
}

customElements.define("operator-journal", Journal);
