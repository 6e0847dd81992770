// What time and hosts have done, in words; and whom the table waits for by name.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { TableEvent } from "../src/generated/table.ts";
import { sentences } from "../src/table/log.ts";
import { absent, awaited } from "../src/table/parts/rail-act.ts";
import { soundsOf } from "../src/table/sounds.ts";
import { END } from "../src/words/host.ts";
import { seat, view } from "./table-views.ts";

const mine = seat(3, { you: true, name: "Guest 1" });
const bob = seat(2, { name: "Bob" });
const cat = seat(4, { name: "Cat" });
const table = view({ seats: [bob, mine, cat] });

function told(...events: TableEvent[]): { text: string; mine: boolean; clause: string | null }[] {
  return sentences(events, table, table).map(({ text, mine: own, clause }) => ({ text, mine: own, clause }));
}

test("who decided what for whom, and why, is one sentence with its clause", () => {
  const decision = (n: number): TableEvent => ({ k: "decision", seat: n, action: "fold", by: "away rule", cost: 0, cards: [], clause: "STD-13", discard: null, drawn: null });
  const why = (n: number, name: string): TableEvent => ({ k: "decided_for", seat: n, name, action: "fold", by: "away rule", why: "clock" });
  assert.deepEqual(told(decision(2), why(2, "Bob")), [{ text: "The clock ran out: the away rule folded for Bob.", mine: false, clause: "STD-13" }]);
  assert.deepEqual(told(decision(3), why(3, "Guest 1")), [{ text: "The clock ran out: the away rule folded for you.", mine: true, clause: "STD-13" }]);
});

test("what a host does is told to everybody, and to whom it is done as you", () => {
  const texts = (...events: TableEvent[]) => told(...events).map((each) => each.text);
  assert.deepEqual(texts({ k: "nudge", name: "Bob", seat: 2, by: "Cat" }, { k: "nudge", name: "Guest 1", seat: 3, by: null }), ["Cat nudges Bob.", "The operator: the others wait for you."]);
  assert.deepEqual(texts({ k: "sat_out", name: "Guest 1", seats: [3], why: "idle", by: null }), [
    "No answer to a nudge: you sit out until you do something. Bets that were not dealt go back.",
  ]);
  assert.deepEqual(texts({ k: "removed", name: "Bob", seats: [2], by: "Cat" }, { k: "host", name: "Guest 1", seat: 3 }), ["Cat has Bob get up.", "You are the host of this table now."]);
  assert.deepEqual(texts({ k: "terms", low: 1_000, high: 50_000, clock: true, coach: false, by: "Cat" }), ["Cat has set the terms: $10 to $500, with a clock, without the coach."]);
  assert.deepEqual(texts({ k: "time_up", why: "wait", seats: [2] }, { k: "closing", by: "operator" }), ["The longest wait is over: the cards are dealt.", "The operator closes the table after this round."]);
});

test("nobody who is away is waited for by name", () => {
  const waits = view({ phase: "decisions", seats: [bob, mine, cat], waiting_for: [{ what: "decision", seats: [2, 3] }, { what: "away", seats: [4] }] });
  assert.deepEqual(awaited(waits), ["Bob"]);
  assert.deepEqual(absent(waits), ["Cat"]);
});

test("a nudge is heard by who is nudged alone", () => {
  assert.deepEqual(soundsOf([{ k: "nudge", name: "Bob", seat: 2, by: "Cat" }], table), []);
  assert.deepEqual(soundsOf([{ k: "nudge", name: "Guest 1", seat: 3, by: "Cat" }], table), ["alert"]);
});

test("the end of a table names who has closed it", () => {
  assert.equal(END.closed("host"), "The host has closed the table. Your results stay here until you go.");
  assert.equal(END.closing(null), "The house closes the table: this is its last round.");
});
