// The bank: who holds it, what it is, and whether one wants it. Its offer is in the Rail.

import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { BANK } from "../../words/dialogs.ts";
import { Part } from "../part.ts";
import type { BankSeen } from "../seen.ts";
import { bankWish } from "./bank-wish.ts";

class BankDialog extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    if (!view?.bank) return nothing;
    return html`<p>${holder(view.bank)}</p>
      <p>${BANK.what(dollars(view.bank.least), view.bank.rounds)} ${BANK.noAct}</p>
      ${view.me ? bankWish(this.store, "dialog") : html`<p>${BANK.seatFirst}</p>`}`;
  }
}

function holder(bank: BankSeen): string {
  if (bank.stake === null || bank.name === null) return BANK.none;
  return bank.you ? BANK.youAre(dollars(bank.stake)) : BANK.is(bank.name, dollars(bank.stake));
}

customElements.define("pit-bank-dialog", BankDialog);
