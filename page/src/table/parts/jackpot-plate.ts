// The jackpot as a moment of the whole table: who took it, with which hand, and how much; for who took it, a card of it
// to keep. It is drawn as a win only where the round has made money.

import { html, nothing, type TemplateResult } from "lit";
import type { Jackpot } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { JACKPOT } from "../../words/felt.ts";
import { envyText, jackpotText } from "../../words/showdown.ts";
import { namesAt, whoAt } from "../names.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";
import type { Store } from "../store.ts";

function seatOf(view: TableSeen, { seat }: Jackpot): SeatSeen | undefined {
  return view.seats.find((each) => each.n === seat);
}

/** Across the felt, until its person goes on. */
export function jackpotPlate(view: TableSeen): TemplateResult | typeof nothing {
  if (view.jackpots.length === 0) return nothing;
  return html`${view.jackpots.map((each) => html`<div class="jackpot ${(seatOf(view, each)?.net ?? 0) > 0 ? "won" : ""}">
    <b>${namesAt(view, each.seat).wager(each.id)}</b>
    <span class="jackpot-sum number">${dollars(each.cents)}</span>
    <p>${jackpotText(each, namesAt(view, each.seat))}</p>
    ${view.envy.filter((envy) => envy.holder === each.seat).map((envy) => html`<p>${envyText(envy, namesAt(view, envy.seat), whoAt(view, envy.holder))}</p>`)}
  </div>`)}`;
}

/** Whose hand pays the viewer's envy, where no jackpot says it already. */
export function envyLines(view: TableSeen): TemplateResult | typeof nothing {
  const told = new Set(view.jackpots.map((each) => each.seat));
  const lines = view.envy.filter((each) => !told.has(each.holder));
  return lines.length === 0 ? nothing : html`<ul class="envy-lines">${lines.map((each) => html`<li>${envyText(each, namesAt(view, each.seat), whoAt(view, each.holder))}</li>`)}</ul>`;
}

/** For who took it: the picture, and the receipt. */
export function keepJackpot(store: Store, view: TableSeen): TemplateResult | typeof nothing {
  const mine = view.jackpots.find((each) => seatOf(view, each)?.you);
  if (!mine) return nothing;
  const keep = async (): Promise<void> => {
    const { saveJackpot } = await import("../jackpot-picture.ts");
    await saveJackpot(view, mine);
    store.say(JACKPOT.kept);
  };
  return html`<span class="keep-jackpot">
    <button class="tool" @click=${() => void keep()}>${icon("download")}${JACKPOT.keep}</button>
    <a class="button tool" href="/rounds/${mine.receipt}" target="_blank" rel="noopener">${icon("scroll-text")}${JACKPOT.receipt}</a>
  </span>`;
}
