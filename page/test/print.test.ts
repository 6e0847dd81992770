// What is printed: at a spot, and of an edge. Nothing is cut off a text.

import assert from "node:assert/strict";
import { test } from "vitest";
import { bareEdge, edge, loss } from "../src/lab/numbers.ts";
import { exactly } from "../src/shared/fractions.ts";
import { printOf } from "../src/table/places.ts";
import { view } from "./table-views.ts";

test("a spot has its label, or what the sheet prints instead", () => {
  const table = view();
  const felt = { ...table.felt, short: { six_card_bonus: "6 Card" } };
  assert.equal(printOf({ ...table, felt }, { id: "six_card_bonus", label: "6 Card Bonus" }), "6 Card");
  assert.equal(printOf({ ...table, felt }, { id: "good_luck", label: "Good Luck Bonus" }), "Good Luck Bonus");
  assert.equal(printOf(undefined, { id: "ante", label: "Ante" }), "Ante");
});

test("an edge with and without its sign, and what is given up", () => {
  const ev = exactly("-182/2500");
  assert.equal(edge(ev), "7.28 %");
  assert.equal(bareEdge(ev), "7.28");
  assert.equal(loss("103/250"), "0.4120");
});
