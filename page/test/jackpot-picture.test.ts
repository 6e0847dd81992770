// What stands on the card of a jackpot.

import assert from "node:assert/strict";
import { test } from "vitest";
import { wordsOf } from "../src/table/jackpot-picture.ts";
import { decidingCards } from "../src/table/deciding.ts";
import { seat, spot, view } from "./table-views.ts";

const jackpot = { seat: 3, id: "progressive", hand: "mini_royal", table: "progressive", column: "lines", line: "spades", cents: 1_234_550, before: 1_234_550, after: 100_000, clause: "RIV-10", receipt: "t:41" };

test("house, bet, hand, amount, who, when and the receipt", () => {
  const tables = [{ id: "progressive", title: "Progressive", clauses: [], columns: ["lines" as const], heads: ["Hand", "Pays"], lines: ["spades"], on: null, rows: [["A-K-Q of spades", "100 % of the meter"]], source: "sheet" as const }];
  const table = view({ tables, seats: [seat(3, { name: "Ann", you: true, spots: [spot("progressive", "Progressive")] })] });
  assert.deepEqual(wordsOf(table, jackpot, "https://house.test", new Date(2026, 10, 16)), {
    house: "Rivers", wager: "Progressive", sum: "$12,345.50", hand: "A-K-Q of spades", who: "Ann", when: "November 16, 2026", receipt: "https://house.test/rounds/t:41",
  });
});

test("the cards that decide are lit, none in a tie or after a fold", () => {
  const judged = (cards: string[], decide: string[]) => ({ cards, decide, category: "high_card" });
  const showdown = { by: "second" as const, clause: null, cover: null, dealer: judged(["Ks", "9d", "2c"], ["9d"]), hand: judged(["Kh", "Qd", "5c"], ["Qd"]), how: "compared" as const, sides: [], versus: "better" as const };
  assert.deepEqual([...decidingCards(seat(3, { showdown }))], ["Qd", "9d"]);
  assert.deepEqual([...decidingCards(seat(3, { showdown: { ...showdown, how: "not_qualified", versus: null, by: null } }))], ["9d"]);
  assert.equal(decidingCards(seat(3, { showdown: { ...showdown, by: "tie", versus: "equal" } })).size, 0);
  assert.equal(decidingCards(seat(3, { showdown: { ...showdown, how: "folded", versus: null, by: null } })).size, 0);
  assert.equal(decidingCards(undefined).size, 0);
});
