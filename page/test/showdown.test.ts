import assert from "node:assert/strict";
import { test } from "vitest";
import type { JudgedHand, PaidBy, Showdown, SideResult, SureBet } from "../src/generated/table.ts";
import { isMade, namesAt, printedPay } from "../src/table/names.ts";
import { envyText, jackpotText, showdownText, sureText } from "../src/words/showdown.ts";
import { seat, spot, view } from "./table-views.ts";

const PAIR_PLUS = {
  id: "pair_plus", title: "Pair Plus", on: null, heads: ["Hand", "Pays"], rows: [["Straight flush", "40 to 1"], ["Flush", "3 to 1"], ["Pair", "1 to 1"]],
  columns: ["lines" as const], lines: ["straight_flush", "flush", "pair"], source: "sheet" as const, clauses: ["RIV-7"],
};
const SHOT = {
  id: "double_shot", title: "Double Shot", on: null, heads: ["Hand", "First three cards", "After a draw"], rows: [["Three of a kind", "30 to 1", "4 to 1"], ["Flush", "3 to 1", "-"]],
  columns: ["pat" as const, "drawn" as const], lines: ["three_of_a_kind", "flush"], source: "sheet" as const, clauses: ["PEC-12"],
};
const SUPER = { ...PAIR_PLUS, id: "super_6_bonus", title: "Super 6", rows: [["Flush", "15 to 1"], ["Three of a kind", "5 to 1"]], lines: ["flush", "three_of_a_kind"] };
const PROGRESSIVE = { ...PAIR_PLUS, id: "progressive", title: "Progressive", rows: [["A-K-Q of spades", "100 % of the meter"]], lines: ["mini_royal_spades"] };

const MINE = seat(3, { you: true, name: "Guest 1", category: "flush", label: "Flush", spots: [spot("ante", "Ante"), spot("pair_plus", "Pair Plus")] });
const ANN = seat(2, { name: "Ann", category: "mini_royal", label: "Mini royal" });
const TABLE = view({ tables: [PAIR_PLUS, SHOT, SUPER, PROGRESSIVE], seats: [ANN, MINE] });
const YOU = namesAt(TABLE, 3);

function hand(cards: string, category = "high_card", decide: string = cards): JudgedHand {
  return { category, cards: cards.split(" "), decide: decide.split(" ") };
}

function showdown(more: Partial<Showdown>): Showdown {
  return { how: "compared", versus: "better", by: "first", hand: hand("Kh Qd 5c"), dealer: hand("Ks 9d 2c"), clause: "RIV-5", cover: null, sides: [], ...more };
}

function by(table: string, line: string, more: Partial<PaidBy> = {}): PaidBy {
  return { table, column: "lines", line, payer: "house", hand: line, seat: null, ...more };
}

function side(more: Partial<SideResult>): SideResult {
  return { id: "pair_plus", judged: "three cards", result: "win", by: [by("pair_plus", "flush")], cards: [], needs: null, folded: false, clause: "RIV-7", ...more };
}

function sure(more: Partial<SureBet>): SureBet {
  return { id: "pair_plus", judged: "three cards", state: "won", actions: ["fold", "play"], always: true, by: [by("pair_plus", "flush")], least: false, needs: null, clause: "RIV-7", cover: null, ...more };
}

test("the first difference decides: a rank, a pair, a kicker, a category, nothing", () => {
  const told = (more: Partial<Showdown>, names = YOU): string => showdownText(showdown(more), names);
  assert.equal(told({ by: "second", hand: hand("Kh Qd 5c", "high_card", "Qd"), dealer: hand("Ks 9d 2c", "high_card", "9d") }), "Your K-Q-5 beats K-9-2: the queen decides.");
  assert.equal(told({ versus: "worse", hand: hand("9h 9d 2c", "pair", "9h 9d"), dealer: hand("Ts Td 2s", "pair", "Ts Td") }), "Your 9-9-2 loses to 10-10-2: the tens decide.");
  assert.equal(told({ by: "second", hand: hand("6h 6d Ac", "pair", "Ac"), dealer: hand("6s 6c 4d", "pair", "4d") }), "Your 6-6-A beats 6-6-4: the ace decides.");
  assert.equal(told({ hand: hand("Kh 9h 2h", "flush", "Kh"), dealer: hand("Qs Js 2s", "flush", "Qs") }), "Your flush K-9-2 beats Q-J-2: the king decides.");
  assert.equal(told({ by: "category", hand: hand("6h 6d Ac", "pair", "6h 6d"), dealer: hand("As Kd 4d", "high_card", "As") }), "Your pair of sixes beats ace high.");
  assert.equal(told({ by: "category", versus: "worse", hand: hand("Ah Kd 4c", "high_card", "Ah"), dealer: hand("6s 6c 4d", "pair", "6s 6c") }, namesAt(TABLE, 2)), "Ann's ace high loses to a pair of sixes.");
  assert.equal(told({ by: "category", hand: hand("As Ks Qs", "mini_royal"), dealer: hand("6s 6c 6d", "three_of_a_kind") }, namesAt(TABLE, 2)), "Ann's mini royal beats three sixes.");
  const capitals = view({ seats: [seat(2, { name: "Ann", category: "mini_royal", label: "A-K-Q suited" })] });
  assert.equal(told({ by: "category", versus: "worse", hand: hand("6s 6c 6d", "three_of_a_kind"), dealer: hand("As Ks Qs", "mini_royal") }, namesAt(capitals, 2)), "Ann's three sixes lose to A-K-Q suited.");
  assert.equal(told({ by: "tie", versus: "equal", dealer: hand("Ks Qh 5d") }), "Your K-Q-5 ties K-Q-5: the hands are equal.");
  assert.equal(told({ by: "second", hand: hand("Kh Qd 5c", "high_card", "Qd") }, namesAt(TABLE, 3, undefined, (card) => ({ K: "king", Q: "queen" })[card[0] ?? ""] ?? "low")), "Your king-queen-low beats king-low-low: the queen decides.");
});

test("a dealer who does not qualify, a fold, and a bank that does not reach", () => {
  const dealer = hand("Js 9d 2c", "high_card", "Js");
  assert.equal(showdownText(showdown({ how: "not_qualified", versus: null, by: null, dealer }), YOU), "Dealer does not qualify: jack high.");
  assert.equal(showdownText(showdown({ how: "folded", versus: null, by: null, dealer }), YOU), "You folded K-Q-5; the dealer held J-9-2.");
  assert.equal(showdownText(showdown({ by: "category", hand: hand("6h 6d Ac", "pair", "6h 6d"), dealer, cover: "partial" }), YOU), "Your pair of sixes beats jack high; the bank covers a part of it.");
});

test("side bets alone go by their own cards", () => {
  const lost = side({ id: "super_6_bonus", judged: "six cards", result: "lose", by: [], needs: "three_of_a_kind" });
  assert.equal(
    showdownText(showdown({ how: "no_main", versus: null, by: null, clause: null, sides: [side({}), lost] }), YOU),
    "Pair Plus pays 3 to 1 whatever the dealer has; Super 6 loses: it needs three of a kind or better.",
  );
  const six = side({ id: "super_6_bonus", judged: "six cards", by: [by("super_6_bonus", "flush")] });
  assert.equal(showdownText(showdown({ how: "no_main", sides: [six, side({ result: "lose", by: [], needs: null, folded: true })] }), YOU), "Super 6 pays 15 to 1 for a flush of six cards; Pair Plus goes with the fold.");
});

test("bets on the dealer's cards and on colours say what they were judged by", () => {
  const told = (judged: SideResult["judged"], hand: string): string => showdownText(showdown({ how: "no_main", versus: null, by: null, sides: [side({ judged, by: [by("pair_plus", "flush", { hand })] })] }), YOU);
  assert.equal(told("dealer's hand", "pair"), "Pair Plus pays 3 to 1 for the dealer's pair.");
  assert.equal(told("both hands", "straight"), "Pair Plus pays 3 to 1 for a straight or better in both hands.");
  assert.equal(told("beaten hand", "three_of_a_kind"), "Pair Plus pays 3 to 1 for three of a kind that was beaten.");
  assert.equal(told("equal hands", "pair"), "Pair Plus pays 3 to 1 for two equal hands, each a pair.");
  assert.equal(told("colours", "six_of_one_colour"), "Pair Plus pays 3 to 1 for six of one colour.");
  const lost = (judged: SideResult["judged"], needs: string): string => sureText(sure({ judged, state: "lost", by: [], needs }), YOU);
  assert.equal(lost("dealer's hand", "pair"), "Pair Plus is lost: the dealer needs a pair or better.");
  assert.equal(lost("both hands", "pair"), "Pair Plus is lost: it needs a pair or better in both hands.");
  assert.equal(lost("beaten hand", "flush"), "Pair Plus is lost: it needs a flush or better that is beaten.");
  assert.equal(lost("equal hands", "pair"), "Pair Plus is lost: it needs two equal hands, each a pair or better.");
  assert.equal(lost("colours", "three_of_one_colour"), "Pair Plus is lost: it needs three of one colour.");
});

test("what is won or lost already, and on what condition", () => {
  const told = (more: Partial<SureBet>): string => sureText(sure(more), YOU);
  assert.equal(told({}), "Flush: Pair Plus pays 3 to 1 whatever the dealer has.");
  assert.equal(sureText(sure({}), YOU, "flush"), "Pair Plus pays 3 to 1 whatever the dealer has.", "the hand is named beside it");
  assert.equal(told({ always: false, actions: ["play"], cover: "partial" }), "Flush: Pair Plus pays 3 to 1 if you play, as far as the bank covers it.");
  assert.equal(told({ state: "lost", by: [], needs: "pair" }), "Pair Plus is lost: it needs a pair or better.");
  assert.equal(told({ id: "double_shot", state: "lost", by: [], always: false, actions: ["play", "draw"] }), "Double Shot is lost if you play or draw.");
  assert.equal(told({ id: "super_6_bonus", by: [by("super_6_bonus", "three_of_a_kind")], least: true }), "Three of a kind: Super 6 pays at least 5 to 1 whatever the dealer has.");
});

test("a jackpot and envy say whose hand it is, by the name of the line", () => {
  const receipt = { hand: "mini_royal", line: "mini_royal_spades", clause: "RIV-10", receipt: "r1" };
  const jackpot = { ...receipt, seat: 2, id: "progressive", table: "progressive", column: "lines", cents: 123_450, before: 123_450, after: 100_000 };
  assert.equal(jackpotText(jackpot, namesAt(TABLE, 2)), "Ann hits Progressive with A-K-Q of spades: $1,234.50 from the meter!");
  assert.equal(jackpotText({ ...jackpot, seat: 3 }, YOU), "You hit Progressive with A-K-Q of spades: $1,234.50 from the meter!");
  assert.equal(envyText({ ...receipt, seat: 3, holder: 2, cents: 10_000 }, YOU, namesAt(TABLE, 2).who), "Envy: you are paid $100 for Ann's A-K-Q of spades.");
  assert.equal(envyText({ ...receipt, seat: 2, holder: 3, cents: 10_000 }, namesAt(TABLE, 2), YOU.who), "Envy: Ann is paid $100 for your A-K-Q of spades.");
});

test("a line of a pay table is lit by its keys, never by what it is called", () => {
  const flush = seat(3, { you: true, category: "flush", label: "Flush", made: [by("pair_plus", "flush"), by("double_shot", "flush", { column: "pat" })] });
  assert.equal(isMade(flush, "pair_plus", "flush"), true);
  assert.equal(isMade(flush, "super_6_bonus", "flush"), false, "another judging, and no bet");
  assert.equal(isMade(flush, "double_shot", "flush", "pat"), true);
  assert.equal(isMade(flush, "double_shot", "flush", "drawn"), false);
  assert.equal(isMade(undefined, "pair_plus", "flush"), false);
  assert.equal(printedPay(TABLE, by("double_shot", "three_of_a_kind", { column: "drawn" })), "4 to 1");
});
