// A draft of a bet: chips on and off, undo and redo.

import assert from "node:assert/strict";
import { test } from "vitest";
import { Draft, same, type Wagers } from "../src/table/bets.ts";

test("chips add up on their spot and come off again, never below nothing", () => {
  const draft = new Draft();
  draft.add("ante", 500);
  draft.add("ante", 2_500);
  draft.add("pair_plus", 100);
  assert.deepEqual(draft.wagers, { ante: 3_000, pair_plus: 100 });
  assert.equal(draft.total, 3_100);
  draft.add("pair_plus", -500);
  assert.deepEqual(draft.wagers, { ante: 3_000 }, "an empty spot is no wager");
});

test("what changes nothing is no step", () => {
  const draft = new Draft({ ante: 500 });
  assert.equal(draft.set({ ante: 500, pair_plus: 0 }), false);
  assert.equal(draft.add("six_card_bonus", -500), false);
  assert.equal(draft.canUndo, false);
});

test("a new step forgets what was undone", () => {
  const draft = new Draft();
  draft.add("ante", 500);
  draft.undo();
  assert.equal(draft.canRedo, true);
  draft.add("ante", 100);
  assert.equal(draft.canRedo, false);
  assert.deepEqual(draft.wagers, { ante: 100 });
});

test("undo and redo walk the same path as a list of all states does", () => {
  // The plain second way: every state in one list, and where one stands in it.
  let states: Wagers[] = [{}];
  let at = 0;
  const draft = new Draft();
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 500; step += 1) {
    const what = next(4);
    if (what === 0) {
      assert.equal(draft.undo(), at > 0);
      at = Math.max(0, at - 1);
    } else if (what === 1) {
      assert.equal(draft.redo(), at < states.length - 1);
      at = Math.min(states.length - 1, at + 1);
    } else {
      const spot = ["ante", "pair_plus", "six_card_bonus"][next(3)] ?? "ante";
      const cents = (next(5) - 2) * 500;
      const now = states[at] ?? {};
      const amount = Math.max(0, (now[spot] ?? 0) + cents);
      const after = { ...now, [spot]: amount };
      if (amount === 0) delete after[spot];
      if (amount !== (now[spot] ?? 0)) {
        states = [...states.slice(0, at + 1), after];
        at += 1;
      }
      draft.add(spot, cents);
    }
    assert.deepEqual(draft.wagers, states[at]);
    assert.deepEqual([draft.canUndo, draft.canRedo], [at > 0, at < states.length - 1]);
  }
});

test("bets are the same when every spot has the same on it", () => {
  assert.ok(same({ ante: 500, pair_plus: 0 }, { ante: 500 }));
  assert.ok(!same({ ante: 500 }, { pair_plus: 500 }));
});
