// The felt at the sizes of real screens: nothing overlaps, nothing leaves the felt, the order is the table's.

import assert from "node:assert/strict";
import { test } from "vitest";
import { boxOf, lay, moduleOf, overlap, rowsOf, type Size } from "../src/table/geometry.ts";
import type { SpotPlace } from "../src/table/places.ts";

const at = (id: string, place?: SpotPlace) => ({ id, place });
const RIVERS = rowsOf([at("ante", "bottom middle"), at("pair_plus", "top middle"), at("six_card_bonus", "top right"), at("progressive", "top left")], at("play", "bottom right"));
const PECHANGA = rowsOf([at("ante", "bottom middle"), at("double_shot", "bottom left")], at("play", "bottom right"));
const MANY = [["a", "b", "c", "d", "e"], ["ante", "play"]]; // a sheet of somebody's own

const FELTS: Record<string, Size> = {
  "1280x720": { w: 940, h: 391 },
  "1280x720 with a hint over it": { w: 940, h: 346 },
  "1440x900": { w: 1100, h: 505 },
  "1920x1080": { w: 1580, h: 700 },
  "tablet": { w: 820, h: 700 },
};

const SEATS = [1, 2, 3, 4, 5, 6, 7];

for (const [screen, felt] of Object.entries(FELTS)) {
  for (const [house, rows] of Object.entries({ rivers: RIVERS, pechanga: PECHANGA })) {
    test(`seven seats of ${house} at ${screen} neither touch each other nor the dealer nor the edge`, () => {
      const design = moduleOf(rows);
      const layout = lay(felt, SEATS, design);
      if (!layout) throw new Error("no place for the seats");
      const module = { w: design.w * layout.scale, h: design.h * layout.scale };
      const boxes = layout.places.map((place) => boxOf(place, module));
      for (const [i, one] of boxes.entries()) {
        assert.ok(one.left >= 0 && one.right <= felt.w && one.top >= 0 && one.bottom <= felt.h, `seat ${i + 1} leaves the felt`);
        assert.ok(!overlap(one, layout.centre), `seat ${i + 1} lies on the dealer`);
        for (const [k, other] of boxes.entries()) if (k > i) assert.ok(!overlap(one, other), `seats ${i + 1} and ${k + 1} overlap`);
      }
    });
  }
}

test("seat 1 is at the viewer's right, and the seats run clockwise", () => {
  const { places } = lay({ w: 1100, h: 505 }, SEATS, moduleOf(RIVERS))!;
  assert.deepEqual(places.map((each) => each.n), [1, 2, 3, 4, 5, 6, 7]);
  for (let i = 1; i < 7; i++) assert.ok(places[i]!.x < places[i - 1]!.x || places[i]!.y !== places[i - 1]!.y);
  assert.ok(places[0]!.x > 550 && places[6]!.x < 550);
  assert.ok(places[3]!.y > places[0]!.y, "seat 4 is nearest to the players");
});

test("the felt is the same on both sides", () => {
  for (const seats of [2, 3, 5, 6, 7]) {
    const { places } = lay({ w: 1100, h: 505 }, SEATS.slice(0, seats), moduleOf(PECHANGA))!;
    for (let i = 0; i < seats; i++) {
      const [one, twin] = [places[i]!, places[seats - 1 - i]!];
      assert.ok(Math.abs(one.x + twin.x - 1100) < 0.01 && Math.abs(one.y - twin.y) < 0.01, `seat ${i + 1} of ${seats}`);
    }
  }
});

test("seats that an evening leaves out take no room", () => {
  const { places } = lay({ w: 1100, h: 505 }, [2, 5, 6], moduleOf(RIVERS))!;
  assert.deepEqual(places.map((each) => each.n), [2, 5, 6]);
  assert.ok(Math.abs(places[1]!.x - 550) < 1);
});

test("a seat with many side bets is wider", () => {
  assert.ok(moduleOf(MANY).w > moduleOf(RIVERS).w);
});

test("one seat sits opposite the dealer", () => {
  const layout = lay({ w: 1100, h: 505 }, [1], moduleOf(PECHANGA));
  assert.ok(Math.abs(layout!.places[0]!.x - 550) < 1);
});

test("a phone has no room for the curve", () => {
  assert.equal(lay({ w: 360, h: 250 }, SEATS, moduleOf(RIVERS)), undefined);
  assert.equal(lay({ w: 740, h: 210 }, SEATS, moduleOf(RIVERS)), undefined);
});

test("the rows of the spots: as they lie, left to right, then the middle one below beside Play", () => {
  assert.deepEqual(RIVERS.map((row) => row.map((each) => each.id)), [["progressive", "pair_plus", "six_card_bonus"], ["ante", "play"]]);
  assert.deepEqual(PECHANGA.map((row) => row.map((each) => each.id)), [["double_shot"], ["ante", "play"]]);
});
