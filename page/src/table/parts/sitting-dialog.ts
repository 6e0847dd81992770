// One's sitting at this table, in a dialog: opened when one has got up.

import { html, type TemplateResult } from "lit";
import "../../sitting/card.ts";
import { Part } from "../part.ts";

class Sat extends Part {
  protected override render(): TemplateResult {
    return html`<pit-sitting .table=${this.store.table}></pit-sitting>`;
  }
}

customElements.define("pit-sat", Sat);
