// The coach's words and sums, from answers as the server writes them.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { CoachedAction, CoachFrame } from "../src/generated/table.ts";
import { fraction, same } from "../src/shared/fractions.ts";
import { costMoney, decided, isWorthAsking, labLink, leftOut, meanMoney, ranked, Sitting, weighed } from "../src/table/coach.ts";
import { spoken } from "../src/table/coach-desk.ts";

function action(name: string, cents: string, cost: string, grade: CoachedAction["grade"]): CoachedAction {
  const [id, discard] = name.split(":");
  return { name, id: id as CoachedAction["id"], discard: discard ?? null, label: name, ev: "0", cents, cost, percent: "0", grade };
}

function frame(more: Partial<CoachFrame> = {}): CoachFrame {
  const actions = [action("fold", "-1500", "1125/2", "blunder"), action("play", "-1875/2", "0", "best")];
  return { seat: 4, round: 7, actions, best: ["play"], thresholds: { close: 2, mistake: 15 }, ends: null, chosen: null, shadow: null, left_out: [], why: null, ...more };
}

test("a mean is written to the cent with its sign", () => {
  assert.equal(meanMoney("-1500"), "−$15.00");
  assert.equal(meanMoney("433"), "+$4.33");
  assert.equal(meanMoney("1/3"), "$0.00");
  assert.equal(meanMoney("123456789/2"), "+$617,283.95");
});

test("a cost that rounds to nothing says that it is something", () => {
  assert.equal(costMoney(fraction(210n)), "$2.10");
  assert.equal(costMoney(fraction(0n)), "$0.00");
  assert.equal(costMoney(fraction(1n, 3n)), "under 1¢");
  assert.equal(costMoney(fraction(1n, 2n)), "$0.01");
});

test("bets that are in no mean are named, and said aloud", () => {
  const one = frame({ left_out: [{ wager: "prime", label: "Prime" }] });
  assert.equal(leftOut(one), "Without Prime: no decision touches what that is worth.");
  assert.ok(spoken(one).endsWith("blunder. Without Prime: no decision touches what that is worth."));
  const two = frame({ left_out: [{ wager: "prime", label: "Prime" }, { wager: "fire", label: "Fire" }] });
  assert.equal(leftOut(two), "Without Prime and Fire: no decision touches what they are worth.");
  assert.ok(spoken(frame()).endsWith("blunder."));
});

test("the best action comes first", () => {
  assert.deepEqual(ranked(frame()).map((each) => each.name), ["play", "fold"]);
});

test("a mistake and a blunder are asked about, and nothing else", () => {
  const asked = (grade: CoachedAction["grade"]) => isWorthAsking(action("play", "0", "1", grade));
  assert.deepEqual((["best", "close", "mistake", "blunder"] as const).map(asked), [false, false, true, true]);
  assert.equal(isWorthAsking(undefined), false);
});

test("a hand counts once it is paid, with its first three cards", () => {
  const hand = { house: "napa-valley", cards: ["As", "Kd", "2c"], up: ["Qh"], mine: -1500 };
  assert.equal(decided(frame(), hand), undefined);
  assert.equal(decided(frame({ chosen: "fold" }), hand), undefined);
  const paid = decided(frame({ chosen: "fold", shadow: { name: "play", label: "Play", net: 3000 } }), hand);
  assert.ok(paid);
  assert.deepEqual([paid.chosen.name, paid.best.name, paid.mine, paid.shadow], ["fold", "play", -1500, 3000]);
  assert.equal(labLink(paid), "/lab/napa-valley?cards=As+Kd+2c&shown=Qh");
  const drew = frame({ actions: [...frame().actions, ...["As", "Kd", "2c"].map((face) => action(`draw:${face}`, "0", "9", "close"))], chosen: "draw:2c", shadow: { name: "play", label: "Play", net: 0 } });
  const traded = decided(drew, { ...hand, cards: ["As", "Kd", "9h"], up: [] });
  assert.ok(traded);
  assert.deepEqual(traded.cards, ["As", "Kd", "2c"]);
  assert.equal(labLink(traded), "/lab/napa-valley?cards=As+Kd+2c");
  assert.equal(weighed(drew, "draw:Kd")?.discard, "Kd");
});

test("a sitting adds exactly, counts a hand once, and knows its worst", () => {
  const sitting = new Sitting();
  const paid = (round: number, cost: string, grade: CoachedAction["grade"], mine: number, shadow: number) =>
    decided(frame({ round, actions: [action("fold", "0", cost, grade), action("play", "0", "0", "best")], chosen: grade === "best" ? "play" : "fold", shadow: { name: "play", label: "Play", net: shadow } }), { house: "rivers", cards: [], up: [], mine });
  for (const hand of [paid(1, "1/3", "close", -500, 1000), paid(2, "1/6", "close", -500, -1000), paid(2, "1/6", "close", -500, -1000), paid(3, "0", "best", 700, 700), paid(4, "1/2", "mistake", -500, 0)]) {
    assert.ok(hand);
    sitting.add(hand);
  }
  assert.equal(sitting.hands.length, 4);
  assert.ok(same(sitting.givenUp, fraction(1n)));
  assert.deepEqual([sitting.perfect, sitting.mine, sitting.shadow], [1, -800, 700]);
  assert.deepEqual(sitting.worst(2).map((each) => each.round), [4, 1]);
  assert.deepEqual(sitting.worst(9).map((each) => each.round), [4, 1, 2]);
});
