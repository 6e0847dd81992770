// The table as text: headings, lists, tables and forms with the same actions as the felt and the Rail.

import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../shared/money.ts";
import { setPrefs } from "../../shared/prefs.ts";
import { cardName, resultOf, RESULTS } from "../../shared/words.ts";
import { COCKPIT } from "../../words/bank.ts";
import { BANNER } from "../../words/felt.ts";
import { HEAD } from "../../words/head.ts";
import { INSTRUCTIONS, listed } from "../../words/log.ts";
import { READ } from "../../words/read-table.ts";
import { sureText } from "../../words/showdown.ts";
import { endNotes, verdictText } from "../../words/verdict.ts";
import { TEXT } from "../../words/text-table.ts";
import { accountLines } from "../bank-account.ts";
import { bankOfferIsHere, coachIsHere } from "../later.ts";
import { namesAt } from "../names.ts";
import { Part } from "../part.ts";
import { other, wagersOn } from "../read-table.ts";
import "./gestures.ts";
import { meanwhileText } from "./rail-last.ts";
import "./text-table-bets.ts";
import "./text-table-decide.ts";
import { awaited } from "./rail-act.ts";
import "./waits.ts";
import { readAloud } from "./voice.ts";
import { type BankSeen, overNow, type SeatSeen, type TableSeen } from "../seen.ts";

const LOG_SHOWN = 15;

class TextTable extends Part {
  protected override render(): TemplateResult {
    const { view } = this.store;
    return html`<main id="main" class="text-table" tabindex="-1" aria-label=${TEXT.label}>${view ? this.table(view) : nothing}</main>`;
  }

  private table(view: TableSeen): TemplateResult {
    const { mySeats } = this.store;
    const { said } = this.store;
    return html`
      <section aria-labelledby="t-now">
        <h2 id="t-now">${view.paused ? READ.paused : view.evening_paused && overNow(view) ? BANNER.eveningPaused : READ.phase[view.phase]}</h2>
        ${view.paused ? html`<p>${TEXT.paused}</p>` : view.closing ? html`<p>${TEXT.closing}</p>` : nothing}
        ${said.text ? html`<p class=${said.kind}>${said.text}</p>` : nothing}
        ${this.waiting(view)} ${meanwhileText(this.store) ? html`<p>${meanwhileText(this.store)}</p>` : nothing}
        <pit-waits .store=${this.store}></pit-waits>
        <p class="row">
          <button @click=${() => void readAloud(this.store)}>${TEXT.readAll}</button>
          <button @click=${() => setPrefs({ textTable: false })}>${HEAD.feltTable}</button>
          ${mySeats.length > 0 ? html`<pit-gestures .store=${this.store}></pit-gestures>` : nothing}
        </p>
      </section>
      ${mySeats.length === 0 ? html`<p>${TEXT.noSeat}</p>` : nothing} ${mySeats.map((seat) => this.hand(seat, view))}
      <section aria-labelledby="t-dealer"><h2 id="t-dealer">${view.dealer.label}</h2>${this.dealer(view)}</section>
      ${this.bank(view)} ${this.meter(view)}
      <section aria-labelledby="t-seats">
        <h2 id="t-seats">${TEXT.seats}</h2>
        <ul>${view.seats.filter((each) => !each.you && each.name !== null).map((each) => html`<li>${other(each)}</li>`)}</ul>
        <p class="row">${view.seats.filter((each) => each.name === null).map((each) => html`<button @click=${() => void this.sit(each.n)}>${TEXT.sit(each.n)}</button>`)}</p>
      </section>
      <section aria-labelledby="t-log">
        <h2 id="t-log">${TEXT.log}</h2>
        <ol>${this.store.log.lines.slice(-LOG_SHOWN).map((each) => html`<li>${each.heard}${each.clause ? ` (${each.clause})` : ""}</li>`)}</ol>
      </section>
    `;
  }

  private waiting(view: TableSeen): TemplateResult | typeof nothing {
    const open = awaited(view);
    return view.phase === "decisions" && view.actions.length === 0 && open.length > 0 ? html`<p>${TEXT.waiting(listed(open))}</p>` : nothing;
  }

  private hand(seat: SeatSeen, view: TableSeen): TemplateResult {
    const { store } = this;
    const id = `t-hand-${seat.n}`;
    const deciding = view.actions.some((each) => each.seat === seat.n);
    return html`<section aria-labelledby=${id}>
      <h2 id=${id}>${TEXT.hand(seat.n)}</h2>
      ${seat.stack !== null ? html`<p>${TEXT.stack(dollars(seat.stack))}</p>` : nothing}
      ${seat.cards.length > 0 ? this.cards(seat) : nothing}
      ${seat.by !== null && seat.by !== "player" ? html`<p>${TEXT.byPlatform(INSTRUCTIONS[seat.by] ?? seat.by)}</p>` : nothing}
      ${deciding ? html`<pit-text-decide .store=${store} .seat=${seat}></pit-text-decide>` : nothing}
      ${view.coach && seat.cards.length > 0 && coachIsHere(store) ? html`<pit-coach .store=${store} .seat=${seat}></pit-coach>` : nothing}
      ${seat.sure.map((each) => html`<p>${sureText(each, namesAt(view, seat.n))}</p>`)}
      ${seat.lines.length > 0 ? this.results(seat, view) : nothing}
      ${view.phase === "bets" || store.betweenRounds ? html`<pit-text-bets .store=${store} .seat=${seat}></pit-text-bets>` : nothing}
      ${view.phase === "decisions" && wagersOn(seat) ? html`<p>${READ.bets(wagersOn(seat))}</p>` : nothing}
    </section>`;
  }

  private cards(seat: SeatSeen): TemplateResult {
    return html`
      <h3>${TEXT.cards}</h3>
      <ul>${seat.cards.map((each) => html`<li>${cardName(each)}</li>`)}</ul>
      ${seat.words ? html`<p>${TEXT.isHand(seat.words)}</p>` : nothing}
      ${seat.first_label ? html`<p>${TEXT.firstThree(seat.first_label)}</p>` : nothing}
    `;
  }

  private results(seat: SeatSeen, view: TableSeen): TemplateResult {
    const { house } = view;
    return html`
      <h3>${TEXT.results}</h3>
      ${seat.showdown ? html`<p>${verdictText(seat.showdown, seat.lines, namesAt(view, seat.n))}</p>` : nothing}
      ${endNotes(seat, namesAt(view, seat.n), view.bank).map((each) => html`<p>${each}</p>`)}
      <table aria-label=${TEXT.results}>
        <thead><tr>${TEXT.heads.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
        <tbody>${seat.lines.map((line) => {
          const result = resultOf(line);
          return html`<tr>
            <th scope="row">${line.label}</th>
            <td>${dollars(line.stake)}</td>
            <td class=${result}>${RESULTS[result].sign} ${RESULTS[result].word}</td>
            <td>${line.pays ?? ""}</td>
            <td>${signed(line.profit)}</td>
            <td><a href="/rules/${house}#${line.clause}" target="_blank" rel="noopener">${line.clause}</a></td>
          </tr>`;
        })}</tbody>
      </table>
      ${seat.net !== null ? html`<p><strong>${TEXT.net(signed(seat.net))}</strong></p>` : nothing}
    `;
  }

  private dealer({ dealer }: TableSeen): TemplateResult {
    return html`
      <p>${dealer.caption}.</p>
      ${dealer.cards.length > 0 ? html`<ul>${dealer.cards.map((each) => html`<li>${cardName(each)}</li>`)}</ul>` : nothing}
      ${dealer.words !== null ? html`<p>${READ.dealerHand(dealer.words, dealer.qualifies !== false)}</p>` : nothing}
    `;
  }

  private bank(view: TableSeen): TemplateResult | typeof nothing {
    const { bank } = view;
    if (bank === null) return nothing;
    const held = bank.name !== null && bank.stake !== null;
    return html`<section aria-labelledby="t-bank">
      <h2 id="t-bank">${TEXT.bank}</h2>
      ${bank.you ? this.cockpit(view, bank) : html`<p>${held ? READ.bank(bank.label, bank.name ?? "", dollars(bank.stake ?? 0)) : READ.noBank} ${bank.seats.length > 0 && bank.covered !== null ? TEXT.bankLeft(dollars(bank.covered)) : ""}</p>`}
      ${this.store.presentation.live?.bank?.offered_to_you && bankOfferIsHere(this.store) ? html`<pit-bank-offer .store=${this.store}></pit-bank-offer>` : nothing}
      <button @click=${() => this.store.show("bank")}>${TEXT.bank}</button>
    </section>`;
  }

  /** The bank's account, line by line; when the round is over, whether the bank is kept. */
  private cockpit(view: TableSeen, bank: BankSeen): TemplateResult {
    const { store } = this;
    return html`<ul>${accountLines(view, bank, store.bank.price).map((each) => html`<li>${each}</li>`)}</ul>
      ${bank.keeps
        ? html`<p class="row"><button class="primary" ?disabled=${store.busy} @click=${() => void store.bank.goOn("keep")}>${COCKPIT.keep(bank.stake ?? 0)}</button>
            <button ?disabled=${store.busy} @click=${() => void store.bank.goOn("pass")}>${COCKPIT.pass}</button></p>`
        : nothing}`;
  }

  private meter({ meter }: TableSeen): TemplateResult | typeof nothing {
    if (meter === null) return nothing;
    return html`<section aria-labelledby="t-meter">
      <h2 id="t-meter">${TEXT.meter}</h2>
      <p>${TEXT.meterIs(dollars(meter.value))} ${meter.break_even !== null ? TEXT.breakEven(dollars(meter.break_even)) : ""}</p>
    </section>`;
  }

  private async sit(seat: number): Promise<void> {
    if (!this.store.me) await this.store.join();
    await this.store.do({ do: "sit", seat });
  }
}

customElements.define("pit-text-table", TextTable);
