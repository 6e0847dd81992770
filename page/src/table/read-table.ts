// The whole table in sentences, for who listens.

import { dollars, signed } from "../shared/money.ts";
import { cardName, rankName, resultOf, RESULTS } from "../shared/words.ts";
import { AVATARS } from "../words/company.ts";
import { listed } from "../words/log.ts";
import { READ } from "../words/read-table.ts";
import { showdownText, sureText } from "../words/showdown.ts";
import { endNotes } from "../words/verdict.ts";
import { namesAt } from "./names.ts";
import { accountLines } from "./bank-account.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

const HIDDEN = "??";

/** Everything that is on the table, the viewer's own hands first. `now` is for the clock. */
export function readTable(view: TableSeen, now: number = Date.now()): string {
  const mine = view.seats.filter((each) => each.you);
  const others = view.seats.filter((each) => !each.you && each.name !== null);
  const free = view.seats.filter((each) => each.name === null).map((each) => String(each.n));
  return [
    READ.at(view.name, view.title, view.round),
    view.paused ? READ.paused : (READ.phase[view.phase] ?? ""),
    clock(view, now),
    dealer(view),
    bank(view),
    view.meter ? READ.meter(dollars(view.meter.value)) : "",
    ...mine.flatMap((seat) => own(seat, view)),
    mine[0]?.stack != null ? READ.stack(dollars(mine[0].stack)) : "",
    ...others.map(other),
    free.length > 0 ? READ.free(listed(free), free.length > 1) : "",
  ].filter(Boolean).join(" ");
}

function clock(view: TableSeen, now: number): string {
  if (view.deadline === null) return "";
  return READ.left(Math.max(0, Math.round((Date.parse(view.deadline) - now) / 1000)));
}

function dealer({ dealer: { label, caption, cards, words, qualifies } }: TableSeen): string {
  if (cards.length === 0) return READ.dealerNone(label, caption);
  const open = cards.filter((each) => each !== HIDDEN);
  if (open.length === 0) return READ.dealerDown(label, caption);
  const shown = READ.dealer(label, listed(open.map(cardName)), cards.length - open.length);
  return words === null ? `${shown} ${caption}.` : `${shown} ${READ.dealerHand(words, qualifies !== false)}`;
}

function bank(view: TableSeen): string {
  const found = view.bank;
  if (found === null) return "";
  if (found.you) return accountLines(view, found, undefined).join(" ");
  return found.name !== null && found.stake !== null ? READ.bank(found.label, found.name, dollars(found.stake)) : READ.noBank;
}

/** "Ante $15 and Pair Plus $15". */
export function wagersOn(seat: SeatSeen): string {
  const lying = seat.spots.filter((each) => each.amount > 0).map((each) => `${each.label} ${dollars(each.amount)}`);
  if (seat.play && seat.play.amount > 0) lying.push(`${seat.play.label} ${dollars(seat.play.amount)}`);
  return listed(lying);
}

function own(seat: SeatSeen, view: TableSeen): string[] {
  const wagers = wagersOn(seat);
  const open = seat.cards.length > 0 && !seat.cards.includes(HIDDEN);
  const actions = view.actions.filter((each) => each.seat === seat.n);
  const names = namesAt(view, seat.n, undefined, rankName);
  return [
    READ.mine(seat.n),
    wagers ? READ.bets(wagers) : READ.noBets,
    open ? READ.cards(listed(seat.cards.map(cardName)), seat.words) : seat.cards.length > 0 ? READ.cardsDown : "",
    seat.first_label ? READ.first(seat.first_label) : "",
    actions.length > 0
      ? READ.choices(actions.map((each) => READ.action(each.label, each.cost > 0 ? READ.cost(dollars(each.cost)) : "", each.consequence)).join(" "))
      : "",
    ...seat.sure.map((each) => sureText(each, names)),
    seat.showdown ? showdownText(seat.showdown, names) : "",
    ...endNotes(seat, names, view.bank),
    ...seat.lines.map((line) => `${READ.result(line.label, RESULTS[resultOf(line)].word.toLowerCase(), signed(line.profit))}.`),
    seat.net !== null ? READ.net(signed(seat.net)) : "",
  ];
}

/** Somebody else: name, status, bets, open cards, the result. */
export function other(seat: SeatSeen): string {
  const open = seat.cards.filter((each) => each !== HIDDEN);
  const wagers = wagersOn(seat);
  const about = [
    wagers ? READ.otherBets(wagers) : "",
    open.length > 0 ? READ.otherCards(listed(open.map(cardName)), seat.words) : "",
    seat.net !== null ? READ.otherNet(signed(seat.net)) : "",
  ].join("");
  const name = seat.avatar === null ? (seat.name ?? "") : READ.pictured(seat.name ?? "", AVATARS[seat.avatar]);
  return READ.other(seat.n, name, seat.status, about);
}
