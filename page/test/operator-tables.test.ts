// The console's tables, attention and journal in words, and what its forms send.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { ActShown } from "../src/operator/act.ts";
import { asked, fromDay } from "../src/operator/journal/filters.ts";
import { actsAt, opening, type TableShown } from "../src/operator/tables/acts.ts";
import { actWords } from "../src/words/operator-acts.ts";
import { ATTENTION, type Fact, isUrgent, wayOf } from "../src/words/operator-attention.ts";
import { changes } from "../src/words/operator-journal.ts";

const ACT: ActShown = { number: 4, at: 0, actor: "o", name: "Olga", what: "freeze", before: {}, after: {}, table: "t7", round: null, repeated: false };
const seat = { spots: [{ amount: 500 }] };
const TABLE = {
  table: "t7", title: "Friday", state: "playing", low: 500, high: 50_000, clock: true, coach: true,
  voids: [{ cause: "malfunction", clause: "STD-12" }], view: { seats: [seat], state: { phase: "bets", round: 3 } },
} as unknown as TableShown;

const names = (table: TableShown): string[] => actsAt(table).map((each) => each.name);

test("the acts that fit a table as it stands", () => {
  assert.deepEqual(names(TABLE), ["Freeze the table", "Deal now", "Change the terms", "Void the round", "Close the table"]);
  assert.deepEqual(names({ ...TABLE, state: "frozen" }), ["Let it go on", "Change the terms", "Void the round", "Close the table"]);
  assert.deepEqual(names({ ...TABLE, view: null }), ["Close the table"]);
  const paid = { ...TABLE, view: { ...TABLE.view, state: { phase: "settled", round: 3 } } } as unknown as TableShown;
  assert.ok(!names(paid).includes("Void the round"));
  const voids = actsAt(TABLE).find((each) => each.name === "Void the round");
  assert.deepEqual([voids?.body, voids?.read?.(new Map([["cause", "malfunction"]]))], [{ round: "t7:3" }, { cause: "malfunction" }]);
});

test("only what is other than it was is sent, as cents", () => {
  const change = actsAt(TABLE).find((each) => each.name === "Change the terms");
  const on = { clock: "on", coach: "on" };
  const read = (fields: Record<string, string>) => change?.read?.(new Map(Object.entries(fields)));
  assert.deepEqual(read({ low: "25", high: "500", ...on }), { low: 2500 });
  assert.deepEqual(read({ low: "5", high: "500", clock: "on" }), { coach: false });
  assert.throws(() => read({ low: "5", high: "500", ...on }), /These are the terms already/);
  assert.throws(() => read({ low: "much", ...on }), /“much” is not an amount/);
  const open = opening([]).read?.(new Map(Object.entries({ house: "rivers", title: " ", low: "12.50", high: "", bots: "2" })));
  assert.deepEqual(open, { house: "rivers", title: "Main floor", low: 1250, high: undefined, clock: false, bots: ["optimal", "optimal"] });
});

test("the journal tells what was changed, in words", () => {
  const before = { frozen: false, phase: "bets", terms: [500, 50_000, true, true], funds: { p1: 100, p2: 700 } };
  const after = { frozen: true, phase: "bets", terms: [2500, 50_000, false, true], funds: { p1: 1600, p2: 700 } };
  assert.deepEqual(changes({ ...ACT, before, after }, { p1: "Ann" }), [
    "Frozen: no before, yes after.",
    "Terms: $5 to $500, with a clock, with the coach before, $25 to $500, without a clock, with the coach after.",
    "Ann: $1 in hand before, $16 after.",
  ]);
  assert.deepEqual(changes({ ...ACT, what: "open", after: { frozen: false, closed: false, phase: "bets", terms: [500, 1000, true, false] } }, {}), ["Terms: $5 to $10, with a clock, without the coach."]);
  assert.equal(actWords(ACT), "Froze table t7.");
  assert.equal(actWords(ACT, { t7: "Friday" }), "Froze table Friday.");
  assert.equal(actWords({ ...ACT, what: "exclude", after: { person: "p1" } }, { p1: "Ann" }), "Excluded Ann from play.");
  assert.equal(actWords({ ...ACT, what: "something new" }), "something new");
});

test("filters of the address are asked of the server, whole days in the reader's zone", () => {
  const query = new URLSearchParams({ table: "t7", kind: "void", since: "2026-11-01", until: "2026-11-01", colour: "red" });
  const found = asked(query, 9);
  const day = new Date(2026, 10, 1).valueOf();
  assert.deepEqual(Object.fromEntries(found), { most: "50", table: "t7", kind: "void", since: String(day), until: String(new Date(2026, 10, 2).valueOf()), before: "9" });
  assert.equal(fromDay("yesterday"), undefined);
});

test("each matter has a sentence, and a way to where one acts", () => {
  const fact = (key: Fact["key"], more: Partial<Fact> = {}): Fact => ({ key, times: 1, ...more }) as Fact;
  assert.equal(ATTENTION.said(fact("sign_in_network", { network: "192.0.2.1", times: 20 })), "20 sign-ins from 192.0.2.1 failed in a row.");
  assert.equal(ATTENTION.said(fact("audit_failed", { number: 3, times: 2, fault: "faulty" })), "The last audit, number 3, found 2 faults.");
  assert.equal(ATTENTION.said(fact("limit", { name: "Ann", which: "loss" })), "Ann has come to a limit of their own: what may be lost in a session.");
  assert.equal(wayOf(fact("dispute", { round: "t7:1" }))?.address, "/operator/disputes/t7%3A1");
  assert.equal(wayOf(fact("table_frozen", { table: "t7" }))?.address, "/operator/tables/t7");
  assert.equal(wayOf(fact("sign_in_network")), undefined);
  assert.deepEqual([isUrgent(fact("dispute")), isUrgent(fact("exclusion"))], [true, false]);
});
