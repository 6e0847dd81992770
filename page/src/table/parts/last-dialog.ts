// The last result of one's own, to look at again after one has gone on.

import { html, nothing, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { rail } from "../../words/rail.ts";
import { Part } from "../part.ts";
import { endNotes } from "../../words/verdict.ts";
import { namesAt } from "../names.ts";
import { noteList } from "./rail-hand.ts";
import { resultLines, roundSum } from "./results.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

class LastResult extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { last } = this.store.presentation;
    if (!last) return nothing;
    const mine = last.seats.filter((each) => each.you && each.lines.length > 0);
    return html`<div class="last">
      <p class="quiet">${rail.roundOf(last.round)}</p>
      <h3>${last.dealer.label}</h3>
      <div class="last-cards">${last.dealer.cards.map((face) => card(face))}</div>
      ${mine.map((seat) => this.hand(last, seat, mine.length > 1))}
      ${roundSum(mine.flatMap((each) => each.lines))}
      <p><a href="/rounds/${last.table}:${last.round}" target="_blank" rel="noopener">${rail.receipt}</a></p>
    </div>`;
  }

  private hand(last: TableSeen, seat: SeatSeen, several: boolean): TemplateResult {
    return html`<h3>${several ? rail.hand(seat.n) : rail.region}</h3>
      <div class="last-cards">${seat.cards.map((face) => card(face))} <b>${seat.words}</b></div>
      ${resultLines(seat, last.house)} ${noteList(endNotes(seat, namesAt(last, seat.n), last.bank))}`;
  }
}

customElements.define("pit-last", LastResult);
