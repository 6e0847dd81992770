// The bank's account of a round, read: what each seat can come to or has come to, in the bank's eyes. The server has
// reckoned it all; here it is only put into words.

import type { BankPriceFrame, CoveredSeat, CoveredWager, WagerEnd } from "../generated/table.ts";
import { signed } from "../shared/money.ts";
import { decimal, exactly, fraction, times } from "../shared/fractions.ts";
import { COCKPIT, COVERS, DONE, TOLD } from "../words/bank.ts";
import { rail } from "../words/rail.ts";
import { listed } from "../words/log.ts";
import { meanMoney } from "./coach.ts";
import type { BankSeen, TableSeen } from "./seen.ts";

/** Who sits there, as the viewer knows them. */
export function nameOf(view: TableSeen, row: CoveredSeat): string {
  return view.seats.find((each) => each.n === row.n)?.name ?? "";
}

/** What became of a wager: "Ante $10 taken +$7, $3 not covered"; before the end only what lies there. */
export function wagerText(wager: CoveredWager): string {
  const what = COCKPIT.wager(wager.label, wager.stake);
  if (wager.end === null) return what;
  const { word, bank, notes } = outcome(wager.end);
  return [`${what} ${word.toLowerCase()}${bank ? ` ${bank}` : ""}`, ...notes].join(", ");
}

export interface Outcome {
  /** What the bank did with it. */
  readonly word: string;
  readonly sign: string;
  /** What it brought the bank; nothing where nothing changed hands. */
  readonly bank: string;
  /** What was not covered, and what of the stake went back. */
  readonly notes: readonly string[];
}

export function outcome(end: WagerEnd): Outcome {
  const part = end.result === "lose" && end.returned > 0;
  const notes = [...(end.uncovered !== 0 ? [COCKPIT.uncovered(Math.abs(end.uncovered))] : []), ...(part ? [COCKPIT.back(end.returned)] : [])];
  return { ...DONE[end.result], bank: end.profit === 0 ? "" : signed(-end.profit), notes };
}

/** What the price of the round says, in a few words; undefined while nobody knows it. */
export function priceText(price: BankPriceFrame | undefined, seats: number): string | undefined {
  if (!price) return undefined;
  if (price.why !== null) return price.why;
  if (price.ev === null) return COCKPIT.notReckoned(seats, meanMoney(price.full ?? "0"));
  return `${meanMoney(price.ev)} ${price.cover === "full" ? COCKPIT.full : COCKPIT.limited}`;
}

/** How often the stake runs short, where that is counted and can be. */
export function shortText(price: BankPriceFrame | undefined): string {
  if (!price?.short || price.short === "0") return "";
  return COCKPIT.short(`${decimal(times(exactly(price.short), fraction(100n)), 2)} %`);
}

/** The whole account in sentences, one for each seat. */
export function accountLines(view: TableSeen, bank: BankSeen, price: BankPriceFrame | undefined): string[] {
  const rows = bank.seats.map((row) => rowText(view, row));
  const told = priceText(price, bank.seats.length);
  return [
    TOLD.bank(bank.stake ?? 0, rail.bankHeld(bank.held, bank.rounds)),
    ...(bank.seats.length === 0 ? [COCKPIT.noBets] : bank.worst !== null && bank.best !== null ? [TOLD.range(bank.worst, bank.best)] : []),
    ...(told && bank.net === null ? [TOLD.price(told.replace(/\.$/, ""))] : []),
    ...rows,
    ...(bank.net !== null ? [TOLD.sum(bank.net, bank.covered ?? 0, bank.cover_left ?? 0)] : []),
  ];
}

function rowText(view: TableSeen, row: CoveredSeat): string {
  const bets = listed(row.wagers.map(wagerText));
  if (row.net !== null && row.left !== null) return TOLD.paid(row.n, nameOf(view, row), bets, row.net, row.left);
  return TOLD.open(row.n, nameOf(view, row), bets, row.can_lose ?? 0, row.can_win ?? 0, COVERS[row.cover ?? "none"]?.word ?? "");
}
