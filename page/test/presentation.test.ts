// The clock of presentation, wound by hand: beat by beat, skipped, overtaken by the next round, and results that stay.

import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { Presentation, type Step, type Winding } from "../src/table/presentation.ts";
import type { TableSeen } from "../src/table/seen.ts";
import { HOUSES, recorded } from "./recorded.ts";

class Hand implements Winding {
  now = 0;
  rate = 1;
  staying = true;
  private readonly due = new Set<{ at: number; act: () => void }>();

  after(ms: number, act: () => void): () => void {
    const entry = { at: this.now + ms, act };
    this.due.add(entry);
    return () => this.due.delete(entry);
  }

  pace(): number {
    return this.rate;
  }

  stays(): boolean {
    return this.staying;
  }

  /** Lets so many milliseconds go by. */
  wind(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = [...this.due].filter((each) => each.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.due.delete(next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }

  get waits(): boolean {
    return this.due.size > 0;
  }
}

function table(house: string): { hand: Hand; shown: Presentation; steps: Step[] } {
  const [hand, steps] = [new Hand(), [] as Step[]];
  const shown = new Presentation(hand, (step) => steps.push(step));
  shown.jump(recorded(house, "bets").view);
  return { hand, shown, steps };
}

function take(shown: Presentation, house: string, ...phases: ("decisions" | "decided" | "settled")[]): void {
  for (const phase of phases) {
    const { view, events } = recorded(house, phase);
    shown.take(view, events);
  }
}

/** The next round, opened by somebody else; nothing is bet yet. */
function nextRound(house: string): TableSeen {
  const { view } = recorded(house, "bets");
  const bank = view.bank && { ...view.bank, you: false };
  const seats = view.seats.map((each) => ({ ...each, spots: each.spots.map((spot) => ({ ...spot, amount: 0 })) }));
  return { ...view, rev: 99, round: view.round + 1, bank, seats };
}

const LONG = 60_000;
const paid = (view: TableSeen | undefined) => view?.seats.filter((each) => each.you).flatMap((each) => each.lines) ?? [];

describe.each(HOUSES)("%s", (house) => {
  test("a round is shown in its time, and comes to its end by itself", () => {
    const { hand, shown } = table(house);
    take(shown, house, "decisions");
    assert.equal(shown.shown?.phase, "deal");
    hand.wind(LONG);
    assert.equal(shown.shown?.phase, "decisions");
    take(shown, house, "decided", "settled");
    const seen = new Set<string>();
    for (let i = 0; shown.playing && i < 10_000; i++) {
      assert.equal(shown.live?.phase, "settled");
      seen.add(`${shown.shown?.phase} ${shown.shown?.dealer.cards.filter((each) => each === "??").length}`);
      hand.wind(10);
    }
    assert.ok(seen.size >= 3, [...seen].join());
    assert.equal(shown.shown, shown.live);
    assert.ok(!hand.waits);
  });

  test("a skip brings everything to the end together", () => {
    const { hand, shown, steps } = table(house);
    take(shown, house, "decisions");
    assert.ok(shown.skip());
    assert.equal(shown.shown, shown.live);
    take(shown, house, "decided", "settled");
    hand.wind(700);
    const told = steps.length;
    assert.ok(shown.playing && shown.skip());
    assert.ok(!shown.playing && !hand.waits && !shown.skip());
    assert.equal(shown.shown, shown.live);
    assert.ok(steps.slice(told).every((each) => each.hurried));
    const events = steps.flatMap((each) => each.beat.events).filter((each) => each.k === "net").length;
    assert.equal(events, 2, "each result is told once");
  });

  test("without motion everything is at its end at once", () => {
    const { hand, shown } = table(house);
    hand.rate = 0;
    take(shown, house, "decisions");
    assert.equal(shown.shown, shown.live);
    take(shown, house, "decided", "settled");
    assert.equal(shown.shown, shown.live);
    assert.ok(!shown.playing && !hand.waits);
  });

  test("my result stays when others open the next round, until I go on", () => {
    const { hand, shown, steps } = table(house);
    take(shown, house, "decisions", "decided", "settled");
    const next = nextRound(house);
    shown.take(next, [{ k: "open_round" }]);
    assert.ok(shown.playing, "the round before is still being shown");
    hand.wind(LONG);
    assert.equal(shown.shown?.phase, "settled");
    assert.ok(shown.holding && paid(shown.shown).length > 0);
    assert.ok(steps.at(-1)?.meanwhile, "what happens meanwhile is told, not shown");
    shown.take({ ...next, rev: 100, phase: "decisions" }, [{ k: "deal", seats: [2] }]);
    assert.ok(shown.holding && !shown.playing);
    shown.moveOn();
    assert.equal(shown.shown, shown.live);
    assert.equal(shown.shown?.round, next.round);
    assert.ok(!shown.holding);
    assert.ok(paid(shown.last).length > 0, "and can be looked at again");
  });
});

test("who goes on first is not held", () => {
  const { hand, shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided", "settled");
  hand.wind(LONG);
  shown.moveOn();
  assert.equal(shown.shown?.phase, "settled", "nothing else is there yet");
  shown.take(nextRound("rivers"), []);
  assert.equal(shown.shown?.phase, "bets");
});

test("going on in the middle of the reveal shows nothing of the next round early", () => {
  const { shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided", "settled");
  shown.moveOn();
  assert.equal(shown.shown?.phase, "settled");
  assert.ok(paid(shown.shown).length > 0);
});

test("who wants it so follows the table", () => {
  const { hand, shown } = table("rivers");
  hand.staying = false;
  take(shown, "rivers", "decisions", "decided", "settled");
  hand.wind(LONG);
  shown.take(nextRound("rivers"), []);
  assert.equal(shown.shown?.phase, "bets");
});

test("who only looks on follows the table", () => {
  const { hand, shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided");
  hand.wind(LONG);
  const { view, events } = recorded("rivers", "settled");
  const strange = (each: TableSeen): TableSeen => ({ ...each, seats: each.seats.map((seat) => ({ ...seat, you: false })) });
  shown.jump(strange(recorded("rivers", "decided").view));
  shown.take(strange(view), events);
  hand.wind(LONG);
  shown.take(strange(nextRound("rivers")), []);
  assert.equal(shown.shown?.phase, "bets");
});

test("a break ends what is being shown; a result stays", () => {
  const { hand, shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided", "settled");
  hand.wind(1_000);
  shown.jump(recorded("rivers", "settled").view);
  assert.ok(!shown.playing && !hand.waits);
  assert.equal(shown.shown?.phase, "settled");
  shown.jump(nextRound("rivers"));
  assert.ok(shown.holding);
});

test("who has bet in another tab has gone on", () => {
  const { hand, shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided", "settled");
  hand.wind(LONG);
  shown.take({ ...recorded("rivers", "bets").view, round: 2 }, []);
  assert.equal(shown.shown?.round, 2);
});

test("who has left the table is not shown their result for ever", () => {
  const { hand, shown } = table("rivers");
  take(shown, "rivers", "decisions", "decided", "settled");
  hand.wind(LONG);
  const next = nextRound("rivers");
  shown.take({ ...next, seats: next.seats.map((each) => ({ ...each, you: false })) }, []);
  assert.equal(shown.shown?.phase, "bets");
});

test("the deal of another round hurries what is still being shown to its end", () => {
  const { hand, shown } = table("rivers");
  hand.staying = false;
  take(shown, "rivers", "decisions", "decided", "settled");
  const next = nextRound("rivers");
  shown.take(next, []);
  assert.ok(shown.playing);
  shown.take({ ...recorded("rivers", "decisions").view, round: next.round }, recorded("rivers", "decisions").events);
  assert.equal(shown.shown?.round, next.round);
  assert.equal(shown.shown?.phase, "deal");
});
