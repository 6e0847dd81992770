// What a round sounds like: a win only when it has brought something, a loss never.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { TableEvent } from "../src/generated/table.ts";
import { soundsOf } from "../src/table/sound.ts";
import { seat, view } from "./table-views.ts";

const table = view({ seats: [seat(2, { name: "Bob" }), seat(3, { you: true, name: "Guest 1" }), seat(4, { you: true, name: "Guest 1" })] });

function settled(nets: Record<number, number>): TableEvent[] {
  return Object.entries(nets).map(([n, net]) => ({ k: "net", seat: Number(n), net }));
}

test("a win is heard when my hands together have won", () => {
  assert.deepEqual(soundsOf(settled({ 3: 2_000, 4: -1_500 }), table), ["win"]);
});

test("nothing is heard when the net is zero or less, or when others win", () => {
  assert.deepEqual(soundsOf(settled({ 3: 1_500, 4: -1_500 }), table), []);
  assert.deepEqual(soundsOf(settled({ 3: -500, 2: 9_000 }), table), []);
  assert.deepEqual(soundsOf(settled({ 3: 2_000 }), undefined), []);
});

test("chips and the bank's offer are heard at my seat only", () => {
  const bets = (n: number): TableEvent => ({ k: "bets", seat: n, player: "x", stakes: [{ id: "ante", cents: 500 }] });
  assert.deepEqual(soundsOf([bets(2), bets(3), { k: "bank_offer", seat: 2, name: "Bob" }], table), ["chip"]);
  assert.deepEqual(soundsOf([{ k: "bank_offer", seat: 4, name: "Guest 1" }], table), ["alert"]);
});
