import assert from "node:assert/strict";
import { test } from "vitest";
import type { LineFrame, TableEvent } from "../src/generated/table.ts";
import { KEPT, Log, sentences } from "../src/table/log.ts";
import { bank, seat, spot, view } from "./table-views.ts";
import type { TableSeen } from "../src/table/seen.ts";

const mine = (more = {}) => seat(3, { you: true, name: "Guest 1", status: "sitting", spots: [spot("ante", "Ante"), spot("pair_plus", "Pair Plus")], ...more });
const bob = (more = {}) => seat(2, { name: "Bob", status: "sitting", spots: [spot("ante", "Ante")], ...more });

function texts(events: TableEvent[], after: TableSeen, before?: TableSeen): string[] {
  return sentences(events, before, after).map((each) => each.text);
}

function line(id: string, label: string, more: Partial<LineFrame>): LineFrame {
  return { id, label, by: [], clause: "RIV-5", pays: null, profit: 0, result: "push", returned: 0, stake: 1_500, ...more };
}

function facts(n: number, lines: LineFrame[], net: number): TableEvent[] {
  return [...lines.map(({ label: _, pays: __, ...line }): TableEvent => ({ k: "line", seat: n, line })), { k: "net", seat: n, net }];
}

test("a bet is told with the house's labels, to oneself as you", () => {
  const after = view({ seats: [bob(), mine()] });
  assert.deepEqual(
    texts([{ k: "bets", seat: 3, player: "x", stakes: [{ id: "ante", cents: 1_500 }, { id: "pair_plus", cents: 500 }] }, { k: "bets", seat: 2, player: "y", stakes: [{ id: "ante", cents: 1_000 }] }], after),
    ["You bet Ante $15 and Pair Plus $5.", "Bob bets Ante $10."],
  );
});

test("of a bet that grows only the last word stays in the log", () => {
  const after = view({ seats: [mine()] });
  const log = new Log();
  for (const cents of [500, 1_000, 1_500]) log.add([{ k: "bets", seat: 3, player: "x", stakes: [{ id: "ante", cents: cents }] }], undefined, after);
  assert.deepEqual(log.lines.map((each) => each.text), ["You bet Ante $15."]);
  log.add([{ k: "bets", seat: 3, player: "x", stakes: [{ id: "ante", cents: 500 }] }], after, view({ round: 42, seats: [mine()] }));
  assert.equal(log.lines.length, 2, "another round is another bet");
});

test("two hands of one person are told apart", () => {
  const after = view({ seats: [mine(), mine({ n: 4 })] });
  assert.deepEqual(texts([{ k: "decision", seat: 4, action: "fold", by: "player", cost: 0, cards: [], clause: null, discard: null, drawn: null }], after), ["You (seat 4) fold."]);
});

test("a decision of the platform says so, with its clause", () => {
  const [told] = sentences([{ k: "decision", seat: 3, action: "fold", by: "away rule", cost: 0, cards: [], clause: "STD-13", discard: null, drawn: null }], undefined, view({ seats: [mine()] }));
  assert.equal(told?.text, "You fold (decided by the table's away rule).");
  assert.equal(told?.kind, "platform");
  assert.equal(told?.clause, "STD-13");
  assert.equal(told?.mine, true);
});

test("a draw of somebody else names no card", () => {
  const event: TableEvent = { k: "decision", seat: 2, action: "draw", by: "player", cost: 1_000, cards: [], clause: null, discard: null, drawn: null };
  assert.deepEqual(texts([event], view({ seats: [bob(), mine()] })), ["Bob draws a card."]);
  assert.deepEqual(texts([{ ...event, seat: 3, discard: "4d", drawn: "9h" }], view({ seats: [mine()] })), ["You draw a card: discard 4♦, get 9♥."]);
});

test("the dealer who does not qualify", () => {
  const cards = ["Jc", "7s", "2d"];
  const after = view({ seats: [mine()], dealer: { label: "Dealer", caption: "", cards, hand: "high_card", plays: cards, qualifies: false, words: "jack high" } });
  const told = sentences([{ k: "dealer", cards, drawn: null, clause: null }, { k: "qualifier", qualifies: false, clause: "RIV-3" }], undefined, after);
  assert.deepEqual(told.map((each) => [each.text, each.clause]), [["Dealer: J♣ 7♠ 2♦, jack high.", null], ["Dealer does not qualify.", "RIV-3"]]);
});

test("a dealer who draws, and the three that count", () => {
  const plays = ["Jc", "7s", "Jd"];
  const after = view({ dealer: { label: "Dealer", caption: "", cards: ["Jc", "7s", "2d", "Jd"], hand: "pair", plays, qualifies: true, words: "pair of jacks" } });
  const facts: TableEvent[] = [{ k: "dealer", cards: ["Jc", "7s", "2d"], drawn: "Jd", clause: "PEC-3" }, { k: "best", cards: plays }];
  assert.deepEqual(texts(facts, after), ["Dealer: J♣ 7♠ 2♦; draws J♦.", "Dealer plays J♣ 7♠ J♦, pair of jacks."]);
  assert.deepEqual(texts([{ k: "dealer", cards: plays, drawn: null, clause: "PEC-3" }], after), ["Dealer: J♣ 7♠ J♦, pair of jacks; stands."]);
});

test("every hand that can be seen is told, in words where the view has these cards", () => {
  const after = view({ seats: [bob({ cards: ["9c", "9d", "2s"], words: "pair of nines" }), mine({ cards: ["Ah", "Kd", "2c"], words: "ace high" })] });
  assert.deepEqual(texts([{ k: "hand", seat: 3, cards: ["Ah", "Kd", "2c"] }, { k: "hand", seat: 2, cards: ["9c", "9d", "2s"] }, { k: "hand", seat: 2, cards: ["9c", "9d", "3s"] }], after), [
    "Your cards: A♥ K♦ 2♣: ace high.",
    "Bob: 9♣ 9♦ 2♠, pair of nines.",
    "Bob: 9♣ 9♦ 3♠.",
  ]);
});

test("every line of mine with odds and clause, of the others all in one sentence", () => {
  const lines = [
    line("ante", "Ante", { result: "win", profit: 1_500, pays: "1 to 1" }),
    line("ante_bonus", "Ante Bonus", { result: "win", profit: 6_000, pays: "4 to 1", stake: 0, clause: "RIV-6" }),
    line("six_card_bonus", "6 Card Bonus", { result: "lose", profit: -1_500, clause: "RIV-8" }),
  ];
  const envy = [line("ante", "Ante", { result: "lose", profit: -1_000 }), line("envy", "Envy", { result: "win", profit: 2_500, pays: "$25", stake: 0, clause: "RIV-11" })];
  const after = view({ phase: "settled", seats: [bob({ net: 1_500, lines: envy }), mine({ net: 6_000, lines })] });
  const told = sentences([...facts(2, envy, 1_500), ...facts(3, lines, 6_000)], undefined, after);
  assert.deepEqual(told.map((each) => each.text), [
    "Bob: Ante lose −$10, Envy bonus +$25; in all +$15.",
    "Ante: win 1 to 1, +$15.",
    "Ante Bonus: bonus 4 to 1, +$60.",
    "6 Card Bonus: lose, −$15.",
    "Your round: +$60.",
  ]);
  assert.deepEqual(told.map((each) => each.clause), [null, "RIV-5", "RIV-6", "RIV-8", null]);
});

test("a jackpot, and the meter after it", () => {
  const lines = [line("progressive", "Progressive", { result: "win", stake: 100, profit: 2_843_007, pays: "100 % of the meter", by: [{ table: "progressive", column: "lines", line: "mini_royal_spades", payer: "meter", hand: "mini_royal", seat: null }], clause: "RIV-10" })];
  const tables = [{ id: "progressive", title: "Progressive", on: null, heads: ["Hand", "Pays"], rows: [["A-K-Q of spades", "100 % of the meter"]], columns: ["lines" as const], lines: ["mini_royal_spades"], source: "sheet" as const, clauses: ["RIV-10"] }];
  const after = view({ phase: "settled", tables, seats: [bob({ net: 2_843_007, lines }), mine()] });
  const jackpot = { seat: 2, id: "progressive", hand: "mini_royal", table: "progressive", column: "lines", line: "mini_royal_spades", cents: 2_843_107, before: 2_843_107, after: 100_000, clause: "RIV-10", receipt: "r" };
  const envy = { seat: 3, holder: 2, hand: "mini_royal", line: "mini_royal_spades", cents: 10_000, clause: "RIV-11", receipt: "r" };
  assert.deepEqual(texts([...facts(2, lines, 2_843_007), { k: "jackpot", jackpot }, { k: "envy", envy }, { k: "meter", cents: 100_000, won: true }], after), [
    "Bob: Progressive win +$28,430.07; in all +$28,430.07.",
    "Bob hits Progressive with A-K-Q of spades: $28,431.07 from the meter!",
    "Envy: you are paid $100 for Bob's A-K-Q of spades.",
    "The meter stands at $1,000 again: it was won.",
  ]);
  assert.deepEqual(texts([{ k: "meter", cents: 100_025, won: false }], after), ["The meter stands at $1,000.25."]);
});

test("a bank that is exhausted", () => {
  assert.deepEqual(texts([{ k: "bank_out", seat: 4 }, { k: "bank_net", stake: 50_000, net: -50_000, cover_left: 0 }], view({ bank: bank({ net: -50_000, covered: 50_000, cover_left: 0, exhausted_at: 4 }), seats: [mine()] })), [
    "The bank is exhausted at seat 4: what it does not cover goes back.",
    "Cat: −$500 on the round; $0 of the stake was not used.",
  ]);
});

test("a void round names its cause and its clause", () => {
  const [told] = sentences([{ k: "void", cause: "exposed", clause: "NAPA-12" }], undefined, view({ phase: "void", seats: [mine()] }));
  assert.equal(told?.text, "Round void: more cards were exposed than may show. All wagers are returned.");
  assert.equal(told?.clause, "NAPA-12");
});

test("who has got up still has a name", () => {
  const before = view({ seats: [bob()] });
  assert.deepEqual(texts([{ k: "stand", seat: 2, name: "Bob" }], view({ seats: [seat(2)] }), before), ["Bob leaves seat 2."]);
  assert.deepEqual(texts([{ k: "stand", seat: 3, name: "Guest 1" }], view({ seats: [seat(3)] }), view({ seats: [mine()] })), ["You leave seat 3."]);
});

test("cards are heard by their names", () => {
  const log = new Log();
  log.add([{ k: "up", cards: ["Th", "Qs"], clause: "NAPA-3" }, { k: "stand", seat: 2, name: "A♠ Q♠" }], undefined, view());
  const [up, stood] = log.lines;
  assert.match(up?.text ?? "", / shows 10♥ Q♠\.$/);
  assert.match(up?.heard ?? "", / shows ten of hearts, queen of spades\.$/);
  assert.equal(stood?.heard, "A♠ Q♠ leaves seat 2.", "a name is nobody's hand");
});

test("a round opens with its seal; events of tomorrow are passed over", () => {
  const odd = { k: "confetti" } as unknown as TableEvent;
  const told = sentences([{ k: "open_round" }, odd], undefined, view());
  assert.deepEqual(told.map((each) => [each.text, each.seal]), [["Round 41: bets are open.", "5ea1"]]);
});

test("the log keeps the last lines only, and after a break tells what was missed once", () => {
  const log = new Log();
  for (let i = 0; i < KEPT + 30; i++) log.add([{ k: "sit", seat: 2, name: "Bob" }], undefined, view({ seats: [bob()] }));
  assert.equal(log.lines.length, KEPT);
  const after = view({ round: 43, phase: "settled", seats: [mine({ by: "away rule", net: -1_500, lines: [line("ante", "Ante", { result: "lose", profit: -1_500 })] })] });
  log.arrive(after);
  log.arrive(after);
  assert.deepEqual(log.lines.filter((each) => each.round === 43).map((each) => each.text), [
    "Round 43.",
    "Your hand was decided by the table's away rule.",
    "Ante: lose, −$15.",
    "Your round: −$15.",
  ]);
});
