// A round unfolds, and nothing shows its end before the cards do.

import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { TableEvent } from "../src/generated/table.ts";
import { type Beat, beatsOf, HIDDEN } from "../src/table/beats.ts";
import { sentences } from "../src/table/log.ts";
import { readTable } from "../src/table/read-table.ts";
import type { SeatSeen, TableSeen } from "../src/table/seen.ts";
import { HOUSES, recorded } from "./recorded.ts";

interface Way {
  readonly beats: readonly Beat[];
  readonly before: TableSeen;
  readonly after: TableSeen;
}

/** The round from one phase to a later one, as if the server had told all of it at once. */
function way(house: string, from: "bets" | "decisions" | "decided", to: "decisions" | "settled"): Way {
  const phases = ["bets", "decisions", "decided", "settled"] as const;
  const told = phases.slice(phases.indexOf(from) + 1, phases.indexOf(to) + 1).flatMap((phase) => recorded(house, phase).events);
  const [before, after] = [recorded(house, from).view, recorded(house, to).view];
  return { beats: beatsOf(before, after, told), before, after };
}

const staked = (seat: SeatSeen): number => seat.spots.reduce((sum, each) => sum + each.amount, (seat.play?.amount ?? 0) + (seat.play?.reserve ?? 0));
const isDown = (each: Beat): boolean => each.view.dealer.cards.includes(HIDDEN);
const mine = (each: TableSeen) => each.seats.find((seat) => seat.you);

/** Everything that could be read from the table in a beat: the state, the log's lines up to it, the table read aloud. */
function readable(beats: readonly Beat[], at: number, first: TableSeen): string {
  const told = beats.slice(0, at + 1).flatMap((each, i) => sentences(each.events, beats[i - 1]?.view ?? first, each.view).map((line) => line.text));
  const shown = (beats[at] as Beat).view;
  return [JSON.stringify(shown), readTable(shown), ...told].join("\n").replaceAll(shown.dealer.caption, "");
}

describe.each(HOUSES)("%s", (house) => {
  for (const from of ["bets", "decisions", "decided"] as const) {
    test(`nothing of the result is there while a card of the dealer is down, told from the ${from} on`, () => {
      const { beats, before, after } = way(house, from, "settled");
      const dark = beats.filter(isDown);
      assert.ok(dark.length >= 2, "cards lie face down for a while");
      beats.forEach((beat, at) => {
        if (!isDown(beat)) return;
        const text = readable(beats, at, before);
        const shown = beat.view.dealer.cards;
        for (const card of after.dealer.cards) if (!shown.includes(card)) assert.ok(!text.includes(`"${card}"`), `${card} in ${beat.kind}`);
        for (const seat of after.seats) {
          if (seat.net === null) continue;
          const early = beat.view.seats.find((each) => each.n === seat.n);
          assert.equal(early?.net, null);
          assert.deepEqual(early?.lines, []);
          const back = seat.lines.reduce((sum, each) => sum + each.stake + each.profit, 0);
          if (back > 0) assert.ok(!text.includes(`"stack":${seat.stack}`), `the stack of seat ${seat.n} in ${beat.kind}`);
          assert.ok(![...early.spots.map((each) => each.line), early.play?.line ?? null].some((line) => line !== null));
        }
        assert.equal(beat.view.dealer.words, null);
        assert.equal(beat.view.dealer.qualifies, null);
        assert.deepEqual(beat.view.dealer.plays, []);
        assert.ok(!text.includes(after.dealer.words ?? "?"), after.dealer.words ?? "");
        assert.ok(beat.view.bank?.net == null && beat.view.bank?.cover_left == null);
        assert.deepEqual(beat.view.meter, before.meter);
        assert.deepEqual(beat.view.fair, before.fair);
        assert.deepEqual([beat.view.jackpots, beat.view.envy, beat.view.receipt], [[], [], null]);
        assert.ok(beat.view.seats.every((each) => each.showdown === null));
        assert.doesNotMatch(text, /Your round|qualify|qualifies\.|profit|"result"|All cards are open/);
      });
    });
  }

  test("the cards of others turn when they are paid, and not before the dealer's", () => {
    const { beats, after } = way(house, "decided", "settled");
    const last = beats.findLastIndex(isDown);
    for (const seat of after.seats.filter((each) => !each.you && each.cards.length > 0)) {
      const first = beats.findIndex((each) => each.view.seats.find((other) => other.n === seat.n)?.cards.includes(HIDDEN) === false);
      assert.ok(first > last);
      assert.equal(beats[first]?.seat, seat.n);
    }
  });

  for (const from of ["bets", "decisions", "decided"] as const) {
    test(`money is in hand or on the table in every beat, told from the ${from} on`, () => {
      const { beats, before, after } = way(house, from, "settled");
      for (const { n } of after.seats.filter((each) => each.net !== null)) {
        const [first, last] = [before, after].map((each) => each.seats.find((other) => other.n === n) as SeatSeen) as [SeatSeen, SeatSeen];
        const had = (first.stack ?? 0) + staked(first);
        assert.equal(last.stack, had + (last.net ?? 0), "the server's own figures");
        for (const { kind, view } of beats) {
          const seat = view.seats.find((other) => other.n === n) as SeatSeen;
          if (view.phase === "reveal") assert.equal(seat.play?.reserve ?? 0, 0, `nothing is kept for Play in ${kind}`);
          assert.equal(seat.net === null ? (seat.stack ?? 0) + staked(seat) : seat.stack, had + (seat.net ?? 0), `seat ${n} in ${kind}`);
        }
      }
    });
  }

  test("everything that has happened is told once, and the end is the view", () => {
    for (const from of ["bets", "decisions", "decided"] as const) {
      const { beats, after } = way(house, from, "settled");
      const told = beats.flatMap((each) => each.events);
      const all = [...(from === "bets" ? recorded(house, "decisions").events : []), ...(from === "decided" ? [] : recorded(house, "decided").events), ...recorded(house, "settled").events];
      const sorted = (events: readonly TableEvent[]) => events.map((each) => JSON.stringify(each)).sort();
      assert.deepEqual(sorted(told), sorted(all));
      assert.equal(beats.at(-1)?.view, after);
      assert.equal(beats.at(-1)?.lasts, 0);
    }
  });

  test("a decision waits until one's own cards have turned", () => {
    const { beats, after } = way(house, "bets", "decisions");
    const turned = beats.findIndex((each) => mine(each.view)?.cards.includes(HIDDEN) === false);
    const live = beats.findIndex((each) => each.view.phase === "decisions");
    assert.ok(0 < turned && turned < live);
    assert.equal(live, beats.length - 1);
    for (const each of beats.slice(0, live)) {
      assert.equal(each.view.phase, "deal");
      const choices = new Set(each.view.actions.map((action) => action.id));
      assert.deepEqual(choices, new Set(after.actions.map((action) => action.id)), "what can be done is there to be read");
      assert.ok(each.view.actions.every((action) => action.discard === null));
      assert.equal(mine(each.view)?.words, null);
      assert.deepEqual([mine(each.view)?.stack, mine(each.view)?.play?.reserve], [mine(after)?.stack, mine(after)?.play?.reserve]);
    }
    for (const card of mine(after)?.cards ?? []) assert.ok(!JSON.stringify(beats.slice(0, turned).map((each) => each.view)).includes(`"${card}"`));
  });

  test("the phases come in order, and only the last card is held back", () => {
    const { beats } = way(house, "bets", "settled");
    const phases = beats.map((each) => each.view.phase);
    assert.deepEqual([...new Set(phases)], ["deal", "reveal", "settled"]);
    const held = beats.findIndex((each) => each.kind === "hold");
    assert.equal(beats[held + 1]?.kind, "card");
    assert.equal(beats.findIndex((each) => each.kind === "verdict"), held + 2);
    assert.equal(beats.filter((each) => each.kind === "hold").length, 1);
    const order = beats.filter((each) => each.seat !== undefined).map((each) => each.seat);
    assert.deepEqual(order, [1, 2], "paid seat by seat");
  });

  test("a void round and another round come at once", () => {
    const { view, events } = recorded(house, "void");
    assert.deepEqual(beatsOf(recorded(house, "settled").view, view, events), [{ kind: "end", view, events, lasts: 0 }]);
    const running = { ...view, phase: "decisions" };
    assert.equal(beatsOf(running, view, events).length, 1);
    assert.equal(beatsOf(undefined, view, []).length, 1);
  });
});

test("a fourth card of the dealer comes when the three are open", () => {
  const { after, before } = way("pechanga", "decided", "settled");
  const dealer = { ...after.dealer, cards: ["8c", "7d", "3s", "Ah"], plays: ["8c", "7d", "Ah"] };
  const events: TableEvent[] = [{ k: "dealer", cards: ["8c", "7d", "3s"], drawn: "Ah", clause: "PEC-3" }, { k: "best", cards: ["8c", "7d", "Ah"] }];
  const shown = beatsOf(before, { ...after, dealer }, events).filter((each) => each.kind !== "pay" && each.kind !== "end").map((each) => [each.kind, each.view.dealer.cards.join(" ")]);
  assert.deepEqual(shown, [
    ["card", "8c ?? ??"], ["card", "8c 7d ??"], ["card", "8c 7d 3s"], ["hold", "8c 7d 3s"], ["card", "8c 7d 3s Ah"], ["verdict", "8c 7d 3s Ah"],
  ]);
});

test("a fold gives back what was kept for Play, and a raise takes the rest", () => {
  const { before, after } = way("rivers", "decisions", "settled");
  const mine = before.seats.find((each) => each.n === 1) as SeatSeen;
  const made = (action: string, cost: number): SeatSeen => {
    const told = { k: "decision", seat: 1, action, by: "player", cost, cards: [], clause: null, discard: null, drawn: null } as TableEvent;
    return beatsOf(before, after, [told]).find((each) => each.kind === "decided")?.view.seats[0] as SeatSeen;
  };
  const [stack, kept] = [mine.stack ?? 0, mine.play?.reserve ?? 0];
  assert.ok(kept > 0);
  const told = (seat: SeatSeen) => [seat.stack, seat.play?.amount, seat.play?.reserve];
  assert.deepEqual(told(made("fold", 0)), [stack + kept, 0, 0]);
  assert.deepEqual(told(made("play", kept)), [stack, kept, 0]);
  assert.deepEqual(told(made("play_3x", 3 * kept)), [stack - 2 * kept, 3 * kept, 0]);
});

test("two hands of one person are paid one after the other", () => {
  const { before, after } = way("rivers", "decided", "settled");
  const both = (view: TableSeen, stack: number): TableSeen => ({ ...view, seats: view.seats.map((each) => (each.n <= 2 ? { ...each, you: true, stack } : each)) });
  const nets = after.seats.slice(0, 2).map((each) => each.net ?? 0) as [number, number];
  const lies = before.seats.slice(0, 2).map(staked) as [number, number];
  const end = 100_000 + lies[0] + lies[1] + nets[0] + nets[1];
  const pays = beatsOf(both(before, 100_000), both(after, end), recorded("rivers", "settled").events).filter((each) => each.kind === "pay");
  const first = 100_000 + lies[0] + nets[0] + (before.seats[1]?.play?.reserve ?? 0); // the second has folded
  assert.equal(after.seats[1]?.folded, true);
  assert.deepEqual(pays.map((each) => each.view.seats.slice(0, 2).map((seat) => seat.stack)), [[first, first], [end, end]]);
});

test("who has folded is not kept waiting for the last card", () => {
  const { before, after } = way("rivers", "decisions", "settled");
  const fold: TableEvent = { k: "decision", seat: 1, action: "fold", by: "player", cost: 0, cards: [], clause: null, discard: null, drawn: null };
  const told = [fold, ...recorded("rivers", "settled").events];
  assert.ok(!beatsOf(before, after, told).some((each) => each.kind === "hold"));
});

test("a jackpot has a beat of its own, in which the meter runs down", () => {
  const { before, after } = way("rivers", "decided", "settled");
  const jackpot = { seat: 1, id: "progressive", hand: "mini_royal", table: "progressive", column: "lines", line: "mini_royal", cents: 99_900, before: 150_000, after: 100_000, clause: "RIV-10", receipt: "t:1" };
  const won = { ...after, meter: after.meter && { ...after.meter, value: 100_000 }, jackpots: [jackpot] };
  const beats = beatsOf(before, won, recorded("rivers", "settled").events);
  const at = beats.findIndex((each) => each.kind === "jackpot");
  assert.deepEqual(beats[at]?.view.meter, won.meter);
  assert.deepEqual(beats[at - 1]?.view.meter, before.meter);
  assert.equal(beats[at]?.seat, 1);
  assert.deepEqual([beats[at - 1]?.view.jackpots, beats[at]?.view.jackpots], [[], [jackpot]]);
});

test("a bank's account is paid seat by seat, with the cover left after each", () => {
  const [before, after] = [recorded("napa-valley", "decided"), recorded("napa-valley", "settled")];
  const pays = beatsOf(before.view, after.view, after.events).filter((each) => each.kind === "pay");
  const shown = pays.map(({ view: { bank } }) => [bank?.cover_left, bank?.net, ...(bank?.seats.map((row) => row.left) ?? [])]);
  const lefts = after.view.bank?.seats.map((row) => row.left) ?? [];
  assert.deepEqual(shown, [[lefts[0], null, lefts[0], null], [lefts[1], null, lefts[0], lefts[1]]]);
  assert.ok(pays[0]?.view.bank?.seats[1]?.wagers.every((each) => each.end === null));
});
