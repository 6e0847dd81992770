// What a round sounds like: a win only when it has brought something, a loss never.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { TableEvent } from "../src/generated/table.ts";
import { soundsOf } from "../src/table/sounds.ts";
import { seat, view } from "./table-views.ts";

const CARDS = ["Ah", "Kd", "2c"];
const hand = (n: number, net: number | null) => seat(n, { you: n !== 2, name: n === 2 ? "Bob" : "Guest 1", cards: CARDS, net });
const table = view({ seats: [hand(2, null), hand(3, null), hand(4, null)] });

function heard(paid: number, nets: Record<number, number | null>): string[] {
  const seats = [2, 3, 4].map((n) => hand(n, nets[n] ?? null));
  return soundsOf([{ k: "net", seat: paid, net: nets[paid] ?? 0 }], view({ seats }));
}

test("a win is heard when my hands together have won, once the last of them is paid", () => {
  assert.deepEqual(heard(3, { 3: 2_000 }), []);
  assert.deepEqual(heard(4, { 3: 2_000, 4: -1_500 }), ["win"]);
});

test("nothing is heard when the net is zero or less, or when others win", () => {
  assert.deepEqual(heard(4, { 3: 1_500, 4: -1_500 }), []);
  assert.deepEqual(heard(2, { 2: 9_000, 3: -500, 4: 0 }), []);
  assert.deepEqual(soundsOf([{ k: "net", seat: 3, net: 2_000 }], undefined), []);
});

test("chips and the bank's offer are heard at my seat only", () => {
  const bets = (n: number): TableEvent => ({ k: "bets", seat: n, player: "x", stakes: [{ id: "ante", cents: 500 }] });
  assert.deepEqual(soundsOf([bets(2), bets(3), { k: "bank_offer", seat: 2, name: "Bob" }], table), ["chip"]);
  assert.deepEqual(soundsOf([{ k: "bank_offer", seat: 4, name: "Guest 1" }], table), ["alert"]);
});
