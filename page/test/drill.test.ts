// A drill as it goes, and what a guest's browser remembers of it.

import assert from "node:assert/strict";
import { test } from "vitest";
import { choices, choose, dueHands, handText, remember, remembered } from "../src/drill/kept.ts";
import { type Answered, type Drill, fine, type Question, Run } from "../src/drill/run.ts";

const question = (cards: string): Question => ({ cards: cards.split(" "), up: [], hand: "High card", choices: [], step: null });
const drill = (...hands: string[]): Drill => ({ questions: hands.map(question), intervals: [1, 3, 7, 21] }) as unknown as Drill;
const told = (cost: number, finished = true): Answered =>
  ({ right: cost === 0, finished, cost: finished ? cost : null, text: "", choices: [], ends: {} }) as unknown as Answered;

class Pocket {
  kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.kept.set(key, text);
  }
}

test("money given up, accuracy and streak follow the answers", () => {
  const run = new Run(drill("Qs 6h 4d", "Qs 5h 4d", "Ks 5h 4d"));
  assert.equal(run.accuracy, undefined);
  run.answered(told(0));
  assert.deepEqual([run.all, run.last], [3, false], "the hand stays until the next is asked for, and counts once");
  run.next();
  assert.deepEqual([run.streak, run.accuracy, run.givenUp], [1, 100, 0]);
  run.answered(told(46_099_291));
  run.next();
  assert.deepEqual([run.streak, run.accuracy, run.givenUp], [0, 50, 46_099_291]);
  assert.deepEqual(run.worst(3).map((each) => each.question.cards), [["Qs", "5h", "4d"]]);
  run.answered(told(0));
  run.next();
  assert.deepEqual([run.question, run.done.length, run.all], [undefined, 3, 3]);
});

test("with a second try the first answer is the one that counts", () => {
  const run = new Run(drill("Qs 6h 4d"));
  run.answered(told(5, false));
  assert.deepEqual([run.again, run.done.length], [true, 0]);
  run.answered(told(0));
  run.firstCost(5);
  assert.deepEqual([run.done.length, run.givenUp, run.streak], [1, 5, 0]);
});

test("a hand that was not answered in time comes back at the end", () => {
  const run = new Run(drill("Qs 6h 4d", "Qs 5h 4d"));
  run.slow();
  assert.deepEqual(run.question?.cards, ["Qs", "5h", "4d"]);
  run.answered(told(0));
  run.next();
  assert.deepEqual([run.question?.cards, run.all], [["Qs", "6h", "4d"], 2]);
});

test("a guest's missed hands come back when their drill has come", () => {
  const pocket = new Pocket();
  remember(pocket, "napa-valley", 1, "Kd9c2s-Kh", 0, [1, 3, 7, 21]);
  assert.deepEqual(dueHands(remembered(pocket, "napa-valley"), false), [{ hand: "Kd9c2s-Kh", step: 0, due: 2 }]);
  remember(pocket, "napa-valley", 2, "Kd9c2s-Kh", 1, [1, 3, 7, 21]);
  assert.deepEqual(dueHands(remembered(pocket, "napa-valley"), false), [], "after the second drill it waits until the fifth");
  assert.equal(dueHands(remembered(pocket, "napa-valley"), true).length, 1, "a review asks for all");
  remember(pocket, "napa-valley", 5, "Kd9c2s-Kh", null, [1, 3, 7, 21]);
  assert.deepEqual(remembered(pocket, "napa-valley"), { drills: 5, missed: [] });
  assert.deepEqual(remembered(pocket, "rivers"), { drills: 0, missed: [] });
});

test("what is remembered may be anything, and choices are kept", () => {
  const pocket = new Pocket();
  pocket.setItem("pitboss.drill", "{");
  assert.deepEqual(choices(pocket), { clock: false, retry: false });
  choose(pocket, { clock: true });
  assert.deepEqual(choices(pocket), { clock: true, retry: false });
});

test("hands are written high to low, so that one hand has one name", () => {
  assert.equal(handText(["2s", "Kd", "9c"], ["Kh"]), "Kd9c2s-Kh");
  assert.equal(handText(["Tc", "Th", "2d"], []), "ThTc2d");
});

test("amounts are told to the cent, and less than a cent is not nothing", () => {
  assert.equal(fine(46_099_291, "<"), "$0.46");
  assert.equal(fine(-953_900_709, "<"), "−$9.54");
  assert.equal(fine(100_000, "<"), "<");
  assert.equal(fine(0, "<"), "$0.00");
});
