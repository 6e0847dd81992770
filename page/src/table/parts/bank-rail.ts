// The Rail of who holds the bank: the bank's cards, a row for each seat in the order of cover, worst and best case, the
// price of the round; at the end what each wager came to, and whether the bank is kept.

import { html, nothing, type TemplateResult } from "lit";
import type { CoveredSeat, CoveredWager } from "../../generated/table.ts";
import { card } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { COCKPIT, COVERS } from "../../words/bank.ts";
import { nameOf, outcome, priceText, shortText } from "../bank-account.ts";
import { keyOf } from "../keys.ts";
import { Part } from "../part.ts";
import type { BankSeen, TableSeen } from "../seen.ts";
import "./rail-countdown.ts";

class BankRail extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const bank = view?.bank;
    if (!view || !bank?.you) return nothing;
    return html`${hand(view)} ${bank.seats.length > 0 ? rows(view, bank) : html`<p class="rail-note">${COCKPIT.noBets} ${COCKPIT.pays}</p>`} ${this.figures(bank)}`;
  }

  private figures(bank: BankSeen): TemplateResult {
    return html`<div class="bank-side">
      <dl class="bank-figures" aria-label=${COCKPIT.figures}>
        ${figure(COCKPIT.stake, dollars(bank.stake ?? 0))}
        ${bank.net !== null
          ? html`${figure(COCKPIT.used, dollars(bank.covered ?? 0))} ${figure(COCKPIT.left, dollars(bank.cover_left ?? 0))} ${figure(COCKPIT.sum, signed(bank.net), lookOf(bank.net))}`
          : bank.worst !== null && bank.best !== null && bank.seats.length > 0
            ? html`${figure(COCKPIT.worst, signed(bank.worst), lookOf(bank.worst))} ${figure(COCKPIT.best, signed(bank.best), lookOf(bank.best))}`
            : nothing}
        ${bank.net === null && bank.seats.length > 0 ? this.price(bank) : nothing}
      </dl>
      ${this.store.betweenRounds ? this.ends(bank) : nothing}
    </div>`;
  }

  private price(bank: BankSeen): TemplateResult {
    const { price } = this.store.bank;
    const known = price && price.ev !== null && price.why === null;
    const told = priceText(price, bank.seats.length);
    return html`<div class="bank-price"><dt>${COCKPIT.price}</dt>
      <dd><span title=${price?.ev ? COCKPIT.exactly(price.ev) : nothing}>${known ? told : price ? COCKPIT.unknown : COCKPIT.reckoning}</span>
        ${price ? html`<small class=${known ? "assumes" : ""}>${known ? `${shortText(price)} ${COCKPIT.assumes}` : told}</small>` : nothing}</dd></div>`;
  }

  private ends(bank: BankSeen): TemplateResult {
    const { store } = this;
    const key = (id: string): TemplateResult | typeof nothing => (keyOf(id) ? html`<kbd aria-hidden="true">${keyOf(id)}</kbd>` : nothing);
    if (!bank.keeps) {
      return html`<div class="after-buttons">
        <p class="bank-ends">${bank.held >= bank.rounds ? COCKPIT.mostRounds(bank.rounds) : COCKPIT.poor(bank.least)}</p>
        <button class="primary deal" @click=${() => void store.clearFelt()}><span>${COCKPIT.goOn}</span>${key("fresh")}</button>
        <pit-countdown .store=${store}></pit-countdown>
      </div>`;
    }
    return html`<div class="after-buttons">
      <button class="primary deal" @click=${() => void store.bank.goOn("keep")}><span>${COCKPIT.keep(bank.stake ?? 0)}</span>${key("again")}</button>
      <button class="fresh" @click=${() => void store.bank.goOn("pass")}><span>${COCKPIT.pass}</span>${key("fresh")}</button>
      <pit-countdown .store=${store}></pit-countdown>
    </div>`;
  }
}

function lookOf(cents: number): string {
  return cents > 0 ? "win" : cents < 0 ? "lose" : "";
}

function figure(label: string, value: string, look = ""): TemplateResult {
  return html`<div><dt>${label}</dt><dd class="number ${look}">${value}</dd></div>`;
}

/** The bank's cards, as the rules show them. */
function hand(view: TableSeen): TemplateResult {
  const { cards, words } = view.dealer;
  const places = cards.length > 0 ? cards.map((face) => card(face, { size: "hero" })) : [1, 2, 3].map(() => html`<span class="card hero place" aria-hidden="true"></span>`);
  return html`<div class="hand bank-hand" role="group" aria-label=${COCKPIT.hand}>
    <div class="hand-cards">${places}</div>
    <p class="hand-label">${words ? html`<b>${words}</b>` : nothing}</p>
  </div>`;
}

function rows(view: TableSeen, bank: BankSeen): TemplateResult {
  const paid = bank.seats.some((row) => row.net !== null);
  return html`<div class="bank-rows" tabindex="0" role="group" aria-label=${COCKPIT.rows}>
    <table>
      <caption>${COCKPIT.order(bank.seats[0]?.n ?? 1)}</caption>
      <thead><tr><th scope="col">${COCKPIT.seat}</th><th scope="col">${COCKPIT.bets}</th>
        ${paid
          ? html`<th scope="col" class="number">${COCKPIT.result}</th><th scope="col" class="number">${COCKPIT.left}</th>`
          : html`<th scope="col" class="number">${COCKPIT.canWin}</th><th scope="col" class="number">${COCKPIT.canLose}</th><th scope="col" title=${COCKPIT.coverWhy}>${COCKPIT.cover}</th>`}
      </tr></thead>
      <tbody>${bank.seats.map((row) => html`<tr class=${row.net === null ? "open" : "paid"}>
        <th scope="row"><span class="bank-seat">${row.n}</span> ${nameOf(view, row)}</th>
        <td class="bank-bets">${row.wagers.map((each) => html`${wager(each)} `)}</td>
        ${paid ? settled(row) : ahead(row)}
      </tr>`)}</tbody>
    </table>
  </div>`;
}

function ahead(row: CoveredSeat): TemplateResult {
  const cover = COVERS[row.cover ?? "none"];
  return html`<td class="number">${dollars(row.can_lose ?? 0)}</td><td class="number">${dollars(row.can_win ?? 0)}</td>
    <td class="bank-cover ${row.cover ?? ""}"><span aria-hidden="true">${cover?.sign}</span> ${cover?.word}</td>`;
}

/** Settled seat by seat: a row that has not come up yet is empty. */
function settled(row: CoveredSeat): TemplateResult {
  if (row.net === null) return html`<td class="number">…</td><td class="number">…</td>`;
  return html`<td class="number ${lookOf(row.net)}">${signed(row.net)}</td><td class="number">${dollars(row.left ?? 0)}</td>`;
}

/** A wager as it lies there, then as it ended: what it brought the bank, what was not covered, what went back. */
function wager(each: CoveredWager): TemplateResult {
  if (each.end === null) return html`<span class="bank-wager">${COCKPIT.wager(each.label, each.stake)}</span>`;
  const { sign, word, bank, notes } = outcome(each.end);
  return html`<span class="bank-wager" data-result=${each.end.result}>${COCKPIT.wager(each.label, each.stake)}
    <span class="bank-done"><span aria-hidden="true">${sign}</span> ${word.toLowerCase()}</span>${bank ? html` <b class="number ${lookOf(-each.end.profit)}">${bank}</b>` : nothing}${notes.map((note) => html` <small>${note}</small>`)}</span>`;
}

customElements.define("pit-bank-rail", BankRail);
