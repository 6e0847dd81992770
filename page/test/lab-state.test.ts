// The address of the Lab: whatever is looked at comes back out of the link.

import assert from "node:assert/strict";
import { test } from "vitest";
import { addressOf, freshState, type LabState, readCards, readState, whatIfQuery } from "../src/lab/state.ts";

function back(state: LabState): LabState {
  const [, query] = addressOf(state).split("?");
  return readState(state.house, query ?? "");
}

test("a fresh Lab has a plain address", () => {
  assert.equal(addressOf(freshState("rivers")), "/lab/rivers");
  assert.deepEqual(readState("rivers", ""), freshState("rivers"));
});

test("everything comes back", () => {
  const state: LabState = {
    house: "napa-valley",
    sets: new Map([["pays.pair_plus.lines.straight", "7 to 1"], ["showdown.not_qualified", '{ante="1 to 1", play="push"}']]),
    players: 5, meter: 1_008_000, strategy: "K-9-2", up: "K", cell: "Q6", cards: ["Qs", "6h", "4d"], shown: ["Kh"],
    bets: new Map([["ante", 1500], ["pair_plus", 500]]), bankroll: 100_000, rounds: 200, stopWin: 20_000, stopLoss: 30_000,
    pace: 75, rebate: 15, risk: true, tablePace: 55, hours: 12, beside: ["rivers", "shine"],
  };
  assert.deepEqual(back(state), state);
  assert.deepEqual(whatIfQuery(state).getAll("set"), ["pays.pair_plus.lines.straight=7 to 1", 'showdown.not_qualified={ante="1 to 1", play="push"}']);
});

test("nonsense in the address falls back to what is there at first", () => {
  assert.deepEqual(readState("rivers", "players=x&meter=-1&rounds=1e9&bets=ante&bankroll="), freshState("rivers"));
});

test("cards are read as people type them", () => {
  assert.deepEqual(readCards("qs 6H, 4d"), ["Qs", "6h", "4d"]);
  assert.deepEqual(readCards("10s9c"), ["Ts", "9c"]);
  assert.deepEqual(readCards("Qs Qs"), ["Qs"]);
  assert.deepEqual(readCards("queen"), []);
});
