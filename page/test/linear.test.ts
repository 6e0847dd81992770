// The page's sum against hands counted out one by one, and against the figures that are published.

import assert from "node:assert/strict";
import { test } from "vitest";
import { holds, type LinearForm, meanOf, payText, readPay } from "../src/lab/linear.ts";
import { decimal, exactly, fraction, plus, same, times, written } from "../src/shared/fractions.ts";

type Hand = "straight_flush" | "three_of_a_kind" | "straight" | "flush" | "pair" | "high_card";

// Every three-card hand, by the plainest reading of the ranking.
function hand(cards: number[]): Hand {
  const ranks = cards.map((card) => card % 13).sort((a, b) => a - b);
  const [low, middle, high] = ranks as [number, number, number];
  const suited = new Set(cards.map((card) => Math.floor(card / 13))).size === 1;
  const run = (low + 1 === middle && middle + 1 === high) || (low === 0 && middle === 1 && high === 12);
  if (low === high) return "three_of_a_kind";
  if (low === middle || middle === high) return "pair";
  if (run) return suited ? "straight_flush" : "straight";
  return suited ? "flush" : "high_card";
}

const COUNTS = new Map<Hand, number>();
for (let a = 0; a < 52; a++) for (let b = a + 1; b < 52; b++) for (let c = b + 1; c < 52; c++) {
  const made = hand([a, b, c]);
  COUNTS.set(made, (COUNTS.get(made) ?? 0) + 1);
}
const PAID = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"] as const;

function pairPlus(odds: readonly string[], kind: "to" | "for" = "to"): LinearForm {
  return {
    linear: true,
    outcomes: "22100",
    constant: String(-(COUNTS.get("high_card") ?? 0)),
    exact_on: null,
    lines: PAID.map((key, i) => ({ key, kind, count: String(COUNTS.get(key)), odds: odds[i] ?? "1" })),
  };
}

test("the published Pair Plus tables", () => {
  const mean = (odds: string[]): string => written(meanOf(pairPlus(odds), (line) => exactly(line.odds)));
  assert.equal(mean(["40", "30", "6", "3", "1"]), "-402/5525"); // figures.md, rivers
  const percent = (odds: string[]): string => decimal(times(meanOf(pairPlus(odds), (line) => exactly(line.odds)), fraction(-100n)), 2);
  assert.equal(percent(["40", "30", "5", "4", "1"]), "5.57"); // figures.md
  assert.equal(percent(["40", "30", "6", "4", "1"]), "2.32"); // figures.md
});

test("random tables, hand by hand", () => {
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
  for (let i = 0; i < 50; i++) {
    const odds = new Map(PAID.map((key) => [key as string, fraction(BigInt(next(200) + 1), BigInt(next(3) + 1))]));
    const kind = i % 2 ? "for" : "to";
    let sum = fraction(0n);
    for (const [made, count] of COUNTS) {
      const pay = odds.get(made);
      const net = pay === undefined ? fraction(-1n) : kind === "for" ? plus(pay, fraction(-1n)) : pay;
      sum = plus(sum, times(fraction(BigInt(count)), net));
    }
    const found = meanOf(pairPlus([], kind), (line) => odds.get(line.key) ?? fraction(0n));
    assert.ok(same(found, times(sum, fraction(1n, 22100n))), written(found));
  }
});

test("pays are read and written as on a sheet", () => {
  for (const text of ["40 to 1", "3 to 2", "500 for 1"]) {
    const pay = readPay(text);
    assert.ok(pay && payText(pay) === text, text);
  }
  for (const text of ["100 % of the meter", "$100", "even", "1 to 0", ""]) assert.equal(readPay(text), undefined, text);
});

test("the sum is not trusted where decisions move or a cent would be cut", () => {
  const form = pairPlus(["40", "30", "6", "3", "1"]);
  const odd = (): ReturnType<typeof exactly> => exactly("4/3");
  assert.ok(holds(form, odd));
  assert.ok(!holds({ ...form, linear: false }, odd));
  assert.ok(!holds({ ...form, exact_on: 100 }, odd));
  assert.ok(holds({ ...form, exact_on: 100 }, () => exactly("3/2")));
});
