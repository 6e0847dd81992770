// Which hand beats which, as the house calls them: the server says so.

import { html, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { card } from "../../shared/art.ts";
import { RANKS } from "../../words/first-hand.ts";
import { Part } from "../part.ts";

type HandRank = components["schemas"]["HandRank"];

class Ranks extends Part {
  private hands: HandRank[] = [];
  private told: string = RANKS.wait;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.ask();
  }

  private async ask(): Promise<void> {
    try {
      this.hands = await call<HandRank[]>("GET", `/api/tables/${this.store.table}/hands?invite=${encodeURIComponent(this.store.invite)}`);
    } catch {
      this.told = RANKS.failed;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    if (this.hands.length === 0) return html`<p>${this.told}</p>`;
    return html`<ol class="ranks" aria-label=${RANKS.order}>
      ${this.hands.map((each) => html`<li><span class="faces" aria-hidden="true">${each.cards.map((face) => card(face))}</span> <b>${each.label}</b></li>`)}
    </ol>`;
  }
}

customElements.define("pit-ranks", Ranks);
