// The card of a sitting: its line, its figures and its sentences.

import assert from "node:assert/strict";
import { test } from "vitest";
import { courseOf, heightOf, pointsOf } from "../src/sitting/course.ts";
import { figuresOf, leftOut, netOf, type Sitting } from "../src/sitting/sitting.ts";
import { SITTING } from "../src/words/sitting.ts";

const round = (number: number, net: number, counts: "priced" | "void" | "bank" | "uncovered" | "unpriced" = "priced") => ({ round: `t:${number}`, number, at: 0, net, counts, expected: null, given_up: null, given_up_away: null });

function sitting(more: Partial<Sitting> = {}): Sitting {
  return {
    table: "t", title: "Oak", house: "rivers", name: "Rivers", purse: "house", began: 0, ended: 0, more: false, net: 500, rounds: [round(1, 1500), round(2, -1000)], decisions: 2, best_decisions: 1,
    reckoning: { rounds: 2, net: 500, expected: -67_459_618, given_up: 120_500_000, given_up_away: 0, luck: 687_959_618 }, best_hand: null, dearest: null, ...more,
  };
}

test("the line begins at nothing and goes round by round, in its box", () => {
  const course = courseOf([1500, -1000, -2000]);
  assert.deepEqual(course, { sums: [0, 1500, 500, -1500], low: -1500, high: 1500 });
  const box = { x: 10, y: 20, w: 300, h: 100 };
  assert.deepEqual(pointsOf(course, box).map((each) => each.map(Math.round)), [[10, 70], [110, 20], [210, 53], [310, 120]]);
  assert.equal(heightOf(courseOf([0, 0]), 0, box), 70);
});

test("luck and skill to the cent, with their signs", () => {
  assert.deepEqual(figuresOf(sitting()).map((each) => [each.name, each.text]), [["Expected of the bets", "−$0.67"], ["Given up by decisions", "−$1.21"], ["Luck", "+$6.88"]]);
  const away = sitting({ reckoning: { rounds: 1, net: 0, expected: 0, given_up: 0, given_up_away: 300_000_000, luck: 0 } });
  assert.deepEqual(figuresOf(away).map((each) => each.text), ["$0", "$0", "−$3", "$0"]);
});

test("what is not reckoned is said", () => {
  assert.equal(leftOut(sitting()), "");
  assert.equal(leftOut(sitting({ rounds: [round(1, 0, "void"), round(2, 900, "bank"), round(3, 1, "bank")] })), "2 rounds as the bank, 1 round void: in the net, and not in expected, given up and luck.");
  assert.equal(leftOut(sitting({ rounds: [round(1, 0, "uncovered"), round(2, 900)] })), "1 round that the bank might not have covered: in the net, and not in expected, given up and luck.");
  assert.equal(netOf(sitting({ purse: "chips", net: -500 })), "−$5 in chips");
  assert.equal(SITTING.dearestText(["8s", "7d", "2c"], "draw:2c", ["play", "fold"], 18_020_000), "8♠ 7♦ 2♣: discarding 2♣ gave up $0.18; playing or folding was best.");
});
