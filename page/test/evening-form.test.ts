// The form of an evening: the schedule that is proposed, and what the form sends.

import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { eveningAsked } from "../src/evening/request.ts";
import { cents, levelsFrom, lateProposed, lengthOf, NotFilled, oneMore, proposed, type Wanted } from "../src/evening/schedule.ts";
import { FORM } from "../src/words/evening-form.ts";

const wanted: Wanted = { kind: "freeze_out", unit: "rounds", chips: 100_000, rounds: 20, low: 500, high: 50_000 };
const pace = { bets: 20, decision: 25, result: 6 };

/** What is wrong, and with which field. */
function wrong(doing: () => unknown): string {
  try {
    doing();
  } catch (fault) {
    if (fault instanceof NotFilled) return fault.field;
    throw fault;
  }
  return "";
}

describe.each([
  ["a freeze-out", wanted],
  ["rounds", { ...wanted, kind: "rounds" as const }],
  ["minutes", { ...wanted, unit: "minutes" as const }],
  ["few chips", { ...wanted, chips: 5_000 }],
  ["one round", { ...wanted, kind: "rounds" as const, rounds: 1 }],
  ["a high house", { ...wanted, low: 2_500, high: 10_000 }],
])("what is proposed for %s", (_, asked: Wanted) => {
  const levels = levelsFrom(proposed(asked), asked.unit);

  test("begins at the lowest limit of the house, rises, and never leaves its limits", () => {
    assert.equal(levels[0]?.low, asked.low);
    levels.slice(1).forEach((each, at) => assert.ok(each.low > (levels[at]?.low ?? 0)));
    for (const each of levels) assert.ok(each.low <= each.high && each.high <= asked.high && each.low % asked.low === 0);
  });

  test("lasts as long as one asked for", () => {
    const length = lengthOf(proposed(asked));
    if (asked.kind === "rounds") assert.ok(length >= asked.rounds && length < asked.rounds + levels.length);
    assert.ok(levels.every((each) => (asked.unit === "minutes" ? each.rounds === null && each.minutes : each.minutes === null && each.rounds)));
  });
});

test("limits do not rise beyond what the chips can cover twice", () => {
  const levels = levelsFrom(proposed({ ...wanted, chips: 5_000 }), "rounds");
  assert.ok((levels.at(-1)?.low ?? 0) * 2 <= 5_000);
});

test("late entry is proposed so that it ends before the last round", () => {
  for (let rounds = 1; rounds <= 1000; rounds++) assert.ok(lateProposed(rounds) >= 0 && lateProposed(rounds) < rounds);
  assert.deepEqual([lateProposed(1), lateProposed(3), lateProposed(20), lateProposed(undefined)], [0, 2, 5, 5]);
});

test("one more level doubles the last, as far as the house goes", () => {
  assert.deepEqual(oneMore([{ length: "4", low: "30", high: "300" }], 50_000), { length: "4", low: "60", high: "500" });
});

test("amounts are read as people write them", () => {
  assert.deepEqual([cents("chips", " $1,000 "), cents("chips", "12.5"), cents("chips", "5")], [100_000, 1_250, 500]);
  for (const text of ["", "0", "-5", "1.234", "five"]) assert.equal(wrong(() => cents("chips", text)), "chips");
});

test("what is wrong in the schedule is said of its cell", () => {
  const row = { length: "5", low: "5", high: "50" };
  assert.equal(wrong(() => levelsFrom([], "rounds")), "levels");
  assert.equal(wrong(() => levelsFrom([row, { ...row, length: "0" }], "rounds")), "levels.1.rounds");
  assert.equal(wrong(() => levelsFrom([row, { ...row, length: "x" }], "minutes")), "levels.1.minutes");
  assert.equal(wrong(() => levelsFrom([{ ...row, low: "abc" }], "rounds")), "levels.0.low");
  assert.equal(wrong(() => levelsFrom([{ ...row, low: "60" }], "rounds")), "levels.0.high");
  assert.equal(lengthOf([row, { ...row, length: "x" }]), 5);
});

const filled = (more: Record<string, string> = {}): Map<string, string> => new Map(Object.entries({ name: " Friday ", house: "rivers", kind: "freeze_out", chips: "1,000", rounds: "", late_until: "5", bots: "", seats: "", prizes: "The cup\n\n Wine \n", ...more }));
const send = (more: Record<string, string> = {}) => eveningAsked(filled(more), [{ length: "5", low: "5", high: "50" }], "rounds", pace, "id");

test("a filled-in form is what the API takes", () => {
  assert.deepEqual(send(), {
    id: "id", name: "Friday", house: "rivers", kind: "freeze_out", chips: 100_000, rounds: null, levels: [{ rounds: 5, minutes: null, low: 500, high: 5_000 }],
    late_until: 5, seats: null, clock: pace, prizes: ["The cup", "Wine"], league: null, new_league: null, private: false, bots: 0,
  });
  assert.deepEqual([send({ league: "l1" }), send({ league: "+", new_league: " Fridays " })].map(({ league, new_league }) => [league, new_league]), [["l1", null], [null, "Fridays"]]);
  assert.deepEqual([send({ kind: "rounds", rounds: "20" }).rounds, send({ private: "on" }).private, send({ seats: "6" }).seats, send({ bots: "4" }).bots], [20, true, 6, 4]);
});

test("each field is told what it lacks", () => {
  assert.equal(wrong(() => send({ name: " " })), "name");
  assert.equal(wrong(() => send({ chips: "lots" })), "chips");
  assert.equal(wrong(() => send({ kind: "rounds" })), "rounds");
  assert.equal(wrong(() => send({ late_until: "soon" })), "late_until");
  assert.equal(wrong(() => send({ bots: "-1" })), "bots");
  assert.equal(wrong(() => send({ seats: "0" })), "seats");
  assert.equal(wrong(() => send({ league: "+", new_league: " " })), "new_league");
});

test("the schedule is summed up in a sentence", () => {
  assert.equal(FORM.sum(20, 4, "rounds"), "The limits rise 3 times over 20 rounds; the last level lasts to the end.");
  assert.equal(FORM.sum(20, 2, "minutes"), "The limits rise once over 20 minutes; the last level lasts to the end.");
  assert.equal(FORM.sum(5, 1, "rounds"), "The limits stay the same to the end.");
});
