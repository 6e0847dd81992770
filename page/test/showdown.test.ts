import assert from "node:assert/strict";
import { test } from "vitest";
import type { CoveredWager, JudgedHand, LineFrame, PaidBy, Showdown, SideResult, SureBet, WagerEnd } from "../src/generated/table.ts";
import { bonusCards, decidingCards } from "../src/table/deciding.ts";
import { isMade, namesAt, printedPay } from "../src/table/names.ts";
import { rail } from "../src/words/rail.ts";
import { envyText, jackpotText, showdownText, sureText } from "../src/words/showdown.ts";
import { endNotes, verdictText } from "../src/words/verdict.ts";
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

function line(label: string, profit: number, more: Partial<LineFrame> = {}): LineFrame {
  const result = profit > 0 ? "win" : profit < 0 ? "lose" : "push";
  return { id: label.toLowerCase(), label, stake: Math.abs(profit), result, profit, returned: 0, pays: null, clause: "X-1", by: [], ...more };
}

// Every way in which a round can end, with the nets of its main bets, and what the sentence alone leads one to expect.
const ENDS: readonly [string, Partial<Showdown>, readonly LineFrame[], number][] = [
  ["better", { versus: "better" }, [line("Ante", 1000), line("Play", 1000)], 1],
  ["worse", { versus: "worse" }, [line("Ante", -1000), line("Play", -1000)], -1],
  ["equal", { versus: "equal", by: "tie" }, [line("Ante", 0), line("Play", 0)], 0],
  ["not qualified", { how: "not_qualified", versus: null, by: null }, [line("Ante", 1000), line("Play", 0)], 1],
  ["not qualified, both push", { how: "not_qualified", versus: null, by: null }, [line("Ante", 0), line("Play", 0)], 1],
  ["not qualified, Play wins", { how: "not_qualified", versus: "better" }, [line("Ante", 0), line("Play", 1000)], 1],
  ["not qualified, Play loses", { how: "not_qualified", versus: "worse" }, [line("Ante", 0), line("Play", -1000)], -1],
  ["folded", { how: "folded", versus: null, by: null }, [line("Ante", -1000)], -1],
  ["better, not covered", { versus: "better", cover: "none" }, [line("Ante", 0, { result: "returned" }), line("Play", 0, { result: "returned" })], 1],
];
const SIDES: readonly (readonly LineFrame[])[] = [0, 1, -1, 3].flatMap((one) => [0, 2, -2].map((other) => [...(one ? [line("Pair Plus", 1000 * one)] : []), ...(other ? [line("6 Card", 1000 * other)] : [])]));

test.each(ENDS)("the headline is the net, and no sentence contradicts it: %s", (_, more, main, expected) => {
  const fact = showdown(more);
  const told = showdownText(fact, YOU);
  const signs = new Set<number>();
  for (const sides of SIDES) {
    const lines = [...main, ...sides];
    const net = lines.reduce((sum, each) => sum + each.profit, 0);
    signs.add(Math.sign(net));
    const title = rail.verdict(net);
    assert.equal(title, net > 0 ? `You won $${net / 100}` : net < 0 ? `You lost $${-net / 100}` : "Even");
    const text = verdictText(fact, lines, YOU);
    assert.ok(text.endsWith(told));
    const before = text.slice(0, -told.length);
    assert.equal(before === "", expected === Math.sign(net), `${title}. ${text}`);
    if (before === "") continue;
    for (const each of lines) assert.ok(before.includes(each.label), `${each.label} in ${text}`);
    const money = (word: string, sign: number): void => {
      const sum = lines.filter((each) => Math.sign(each.profit) === sign).reduce((all, each) => all + Math.abs(each.profit), 0);
      assert.equal(before.includes(` ${word} $`), sum > 0, text);
      if (sum > 0) assert.ok(before.includes(`${word} $${sum / 100}`), text);
    };
    money("won", 1);
    money("lost", -1);
    if (net < 0 && before.includes(" won ")) assert.ok(before.indexOf(" lost ") < before.indexOf(" won "), text);
    if (net > 0 && before.includes(" lost ")) assert.ok(before.indexOf(" won ") < before.indexOf(" lost "), text);
  }
  assert.deepEqual([...signs].sort(), [-1, 0, 1], "every sign of the net comes up");
});

test("what earned and what lost it comes before the showdown that belies the net", () => {
  const pair = { versus: "worse", by: "category", hand: hand("Kh 8d 5c", "high_card", "Kh"), dealer: hand("8s 8c 2d", "pair", "8s 8c") } as const;
  const main = [line("Ante", -500), line("Play", -500)];
  assert.equal(verdictText(showdown(pair), [...main, line("6 Card", 2500)], YOU), "6 Card won $25; Ante and Play lost $10. Your king high loses to a pair of eights.");
  const off = showdown({ how: "not_qualified", versus: null, by: null, dealer: hand("Js 9d 2c", "high_card", "Js") });
  assert.equal(verdictText(off, [line("Ante", 500), line("Play", 0), line("Pair Plus", -1500)], YOU), "Pair Plus lost $15; Ante won $5; Play pushes. Dealer does not qualify: jack high.");
  const sides = showdown({ how: "no_main", versus: null, by: null, sides: [side({})] });
  assert.equal(verdictText(sides, [line("Pair Plus", 1500)], YOU), "Pair Plus pays 3 to 1 whatever the dealer has.", "it tells every bet itself");
  assert.deepEqual([rail.verdict(500, 3), rail.verdict(-500, 3), rail.verdict(0, 3)], ["Hand 3 won $5", "Hand 3 lost $5", "Hand 3: even"]);
});

test("a bonus on six cards that wins names its hand and lights the cards of both hands that make it", () => {
  const cards = ["9h", "9d", "9s"];
  const won = side({ id: "super_6_bonus", judged: "six cards", by: [by("super_6_bonus", "three_of_a_kind")], cards });
  const lost = side({ id: "super_6_bonus", judged: "six cards", result: "lose", by: [], needs: "three_of_a_kind", cards });
  const at = (bonus: SideResult) => ({ ...MINE, showdown: showdown({ hand: hand("9h 9d 4c", "pair", "9h 9d"), dealer: hand("As 9s 2c", "high_card", "As"), by: "category", sides: [side({}), bonus] }) });
  assert.deepEqual(endNotes({ ...at(won), net: 500 }, YOU, null), ["Super 6 pays 5 to 1 for three of a kind of six cards."]);
  assert.deepEqual([...bonusCards(at(won))], cards);
  assert.deepEqual([...decidingCards(at(won))], ["9h", "9d", "As"]);
  assert.deepEqual([endNotes({ ...at(lost), net: -500 }, YOU, null), bonusCards(at(lost)).size, bonusCards(undefined).size], [[], 0, 0]);
});

test("what the bank could not cover is told bet by bet", () => {
  const wager = (label: string, stake: number, end: Partial<WagerEnd>): CoveredWager => ({ id: label.toLowerCase(), label, stake, end: { result: "returned", profit: 0, returned: 0, uncovered: 0, left: 0, ...end } });
  const told = (wagers: CoveredWager[]) => endNotes({ n: 3, net: 0, showdown: null }, YOU, { seats: [{ n: 3, wagers, can_win: null, can_lose: null, enough: 0, cover: null, net: 0, left: 0 }] });
  assert.deepEqual(
    told([
      wager("Ante", 500, { result: "win", profit: 500, left: 500 }),
      wager("Play", 500, { result: "win", profit: 300, uncovered: 200 }),
      wager("Pair Plus", 500, { returned: 500, uncovered: 20_000 }),
      { id: "x", label: "X", stake: 1, end: null },
    ]),
    ["Play won only $3: the bank could not cover $2 more.", "Pair Plus $5 returned: the bank could not cover the $200 win."],
  );
  assert.deepEqual(
    told([wager("Ante", 1000, { result: "lose", profit: -700, returned: 300, uncovered: -300 }), wager("Play", 1000, { returned: 1000, uncovered: -1000 }), wager("Pair Plus", 500, { returned: 500 })]),
    ["Ante lost only $7: the bank had run out, and $3 came back.", "Play $10 returned: the bank had run out."],
  );
});
