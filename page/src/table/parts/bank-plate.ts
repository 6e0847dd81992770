// The player bank: what it has put up, and how far the bets use it, seat by seat and clockwise (NAPA-11).

import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { vars } from "../../shared/vars.ts";
import { BANK } from "../../words/bank-plate.ts";
import { Part } from "../part.ts";
import type { BankSeen, SeatSeen, TableSeen } from "../seen.ts";

/** What the paid lines of a seat took from the bank or brought it. */
function usedBy(seat: SeatSeen): number {
  return seat.lines.reduce((sum, line) => sum + Math.abs(line.profit), 0);
}

function bar(view: TableSeen, bank: BankSeen, stake: number): TemplateResult {
  const paid = bank.cover_left !== null && view.seats.some((each) => each.lines.length > 0);
  const parts = paid ? view.seats.map((seat) => ({ seat, cents: usedBy(seat) })).filter((each) => each.cents > 0) : [];
  return html`<div class="cover-bar" aria-hidden="true">${
    paid
      ? parts.map(({ seat, cents }) => html`<span class="part ${seat.you ? "mine" : ""}" ${vars({ "--part": cents / stake })}><i>${seat.n}</i></span>`)
      : html`<span class="part" ${vars({ "--part": (bank.covered ?? 0) / stake })}></span>`
  }</div>`;
}

/** "Bank exhausted at seat 4: $35 of P4's wagers returned", for that seat and those after it. */
function exhausted(view: TableSeen, bank: BankSeen): TemplateResult | typeof nothing {
  const at = bank.exhausted_at;
  if (at === null) return nothing;
  const short = view.seats.filter((seat) => seat.lines.some((line) => line.result === "returned"));
  const first = short.find((seat) => seat.n === at) ?? short[0];
  const cents = first?.lines.reduce((sum, line) => sum + (line.result === "returned" ? line.returned : 0), 0) ?? 0;
  return html`<p class="exhausted">${BANK.exhausted(at, cents, first?.you ? undefined : (first?.name ?? ""))}</p>`;
}

class BankPlate extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const bank = view?.bank;
    if (!view || !bank) return nothing;
    if (bank.stake === null) {
      const told = bank.offered_to_you ? BANK.offeredToYou : bank.offered_to !== null ? BANK.offered(bank.offered_to) : BANK.none(bank.least);
      return html`<p class="bank-line"><b>${BANK.title}</b> <span>${told}</span></p>`;
    }
    return html`<p class="bank-line"><b>${BANK.title} <span class="number">${dollars(bank.stake)}</span></b>
        <span class="number">${bank.seats.length === 0 ? BANK.noBets : bank.cover_left === null ? BANK.covered(bank.covered ?? 0) : `${BANK.used(bank.covered ?? 0)} · ${BANK.left(bank.cover_left)}`}</span>
        <span class="order">${BANK.order}</span></p>
      ${bar(view, bank, bank.stake)} ${exhausted(view, bank)}`;
  }
}

customElements.define("pit-bank-plate", BankPlate);
