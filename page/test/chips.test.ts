// Chips: which make an amount, and what a click puts on or takes off.

import assert from "node:assert/strict";
import { test } from "vitest";
import { chipsOff, chipsOn } from "../src/table/bets.ts";
import { chipFace, chipsFor } from "../src/table/parts/chips.ts";

const VALUES = [100, 500, 2_500, 10_000, 50_000, 100_000];

/** How few chips make an amount, by trying: no greedy step. */
function fewest(cents: number): number {
  const best = [0];
  for (let dollar = 1; dollar <= cents / 100; dollar += 1) {
    best[dollar] = 1 + Math.min(...VALUES.filter((value) => value / 100 <= dollar).map((value) => best[dollar - value / 100] ?? 0));
  }
  return best[cents / 100] ?? 0;
}

test("an amount is made of the fewest chips, large ones below", () => {
  for (const cents of [100, 400, 900, 1_500, 3_000, 4_900, 10_000, 12_300, 99_900, 163_200]) {
    const chips = chipsFor(cents);
    assert.equal(chips.reduce((sum, each) => sum + each, 0), cents);
    assert.equal(chips.length, fewest(cents), `${cents}`);
    assert.deepEqual(chips, chips.toSorted((one, other) => other - one));
    assert.ok(chips.every((each) => VALUES.includes(each)));
  }
});

test("half a dollar is less than any chip", () => {
  assert.deepEqual(chipsFor(150), [100]);
  assert.deepEqual(chipsFor(0), []);
});

test("a chip says what it is worth", () => {
  assert.deepEqual(VALUES.map(chipFace), ["1", "5", "25", "100", "500", "1K"]);
});

test("the first chip on a spot makes at least its minimum, later ones are what they are", () => {
  assert.equal(chipsOn({ amount: 0, min: 1_500 }, 500), 1_500);
  assert.equal(chipsOn({ amount: 0, min: 500 }, 2_500), 2_500);
  assert.equal(chipsOn({ amount: 1_500, min: 1_500 }, 500), 500);
});

test("a chip comes off; where less than the minimum would stay, all comes off", () => {
  assert.equal(chipsOff({ amount: 2_000, min: 500 }, 500), 500);
  assert.equal(chipsOff({ amount: 1_500, min: 1_500 }, 500), 1_500);
  assert.equal(chipsOff({ amount: 1_000, min: 500 }, 2_500), 1_000);
});
