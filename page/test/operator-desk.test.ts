// The console's people, money, disputes and proof: exact money, acts that read their fields, and verdicts in words.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { components } from "../src/generated/api.ts";
import { NotFilled } from "../src/operator/act.ts";
import { disputeAct } from "../src/operator/disputes/acts.ts";
import { centsOf, microDollars, microSigned, nearestCents } from "../src/operator/micro.ts";
import { placesOf } from "../src/operator/money/band.ts";
import { lastWord } from "../src/operator/proof/last-word.ts";
import { actsFor } from "../src/operator/people/acts.ts";
import { actWords } from "../src/words/operator-acts.ts";
import { PEOPLE_ACTS } from "../src/words/operator-people.ts";
import { chanceWords } from "../src/words/operator-money.ts";

const ANN: components["schemas"]["PersonPage"] = {
  id: "09b1", name: "Ann", guest: false, role: "player", created: 0, last_seen: 0, funds: 0, on_tables: 0, granted: 0,
  limits: { loss: null, minutes: null, excluded_until: null, pending: [] }, sessions: [], seats: [],
};
const THEORY: components["schemas"]["TheoryShown"] = { play: "any", hold: 0.1, exact: "1/10", standard_error: 0.01, low: 0.08, high: 0.12, very_low: 0.067, very_high: 0.133, won: "100" };
const filled = (fields: Record<string, string>) => new Map(Object.entries(fields));

function named(name: string, person = ANN) {
  const found = actsFor(person, () => 1_000).find((each) => each.name === name);
  assert.ok(found);
  return found;
}

test("micro-cents are printed with every digit, however many there are", () => {
  const printed: [string, string][] = [
    ["0", "$0"], ["100000000", "$1"], ["150000000", "$1.50"], ["-2600000000", "−$26"], ["100000000000025", "$1,000,000.00000025"],
    ["4000000000000000000", "$40,000,000,000"], ["-1", "−$0.00000001"], ["100000000050000000", "$1,000,000,000.50"], ["1000000", "$0.01"],
  ];
  for (const [micro, text] of printed) assert.equal(microDollars(micro), text);
  assert.deepEqual(["5000000", "-5000000", "0"].map(microSigned), ["+$0.05", "−$0.05", "$0"]);
});

test("a fraction of cents is rounded to the nearest, halves up, on both sides of nothing", () => {
  const rounded: [string, number][] = [["7", 7], ["7/2", 4], ["10/3", 3], ["11/3", 4], ["-7/2", -3], ["-10/3", -3], ["-11/3", -4], ["0", 0]];
  for (const [fraction, cents] of rounded) assert.equal(nearestCents(fraction), cents, fraction);
});

test("an amount is read as it is written, or not at all", () => {
  const read: [string, number | undefined][] = [
    ["50", 5000], ["12.5", 1250], [" $1,000.05 ", 100_005], ["1,000,000", 100_000_000], ["0", 0], ["", undefined], ["-5", undefined],
    ["1.234", undefined], ["1,00", undefined], ["5e3", undefined], ["five", undefined],
  ];
  for (const [written, cents] of read) assert.equal(centsOf(written), cents, written);
});

test("a grant sends cents between one and a million dollars", () => {
  const { path, body, read } = named(PEOPLE_ACTS.grant.name);
  assert.deepEqual([path, body, read?.(filled({ amount: "12.50" }))], ["/api/operator/grants", { person: "09b1" }, { cents: 1250 }]);
  assert.deepEqual(read?.(filled({ amount: "1,000,000" })), { cents: 100_000_000 });
  for (const amount of ["0", "", "1000000.01", "x"]) assert.throws(() => read?.(filled({ amount })), NotFilled);
});

test("an exclusion is days from now, and a deletion wants the name a second time", () => {
  const days = named(PEOPLE_ACTS.exclude.name).read;
  assert.deepEqual(days?.(filled({ days: "2" })), { until: 1_000 + 2 * 86_400_000 });
  for (const written of ["0", "", "1.5", "3651", "-1"]) assert.throws(() => days?.(filled({ days: written })), NotFilled);
  const erase = named(PEOPLE_ACTS.delete.name);
  assert.equal(erase.danger, true);
  assert.deepEqual(erase.read?.(filled({ again: " Ann " })), {});
  for (const again of ["", "ann", "Anna"]) assert.throws(() => erase.read?.(filled({ again })), NotFilled);
});

test("a guest has no password to set again", () => {
  const names = actsFor({ ...ANN, guest: true }).map((each) => each.name);
  assert.ok(!names.includes(PEOPLE_ACTS.reset.name));
  assert.equal(names.length, actsFor(ANN).length - 1);
});

test("an open dispute is closed with a verdict, any other round can be disputed", () => {
  const opening = disputeAct("7:41", false);
  const closing = disputeAct("7:41", true);
  assert.deepEqual([opening.path, closing.path], ["/api/operator/rounds/7%3A41/dispute", "/api/operator/rounds/7%3A41/dispute/close"]);
  assert.deepEqual(closing.read?.(filled({ verdict: "stands" })), { verdict: "stands" });
  for (const verdict of ["", "maybe"]) assert.throws(() => closing.read?.(filled({ verdict })), NotFilled);
});

test("a hold outside its bands is said in words, with its side", () => {
  assert.match(chanceWords("within", true), /^Within chance/);
  assert.match(chanceWords("rare", true), /^More .* 95 %/);
  assert.match(chanceWords("rare", false), /^Less .* 95 %/);
  assert.match(chanceWords("very rare", false), /^Less .* 99\.9 %.*look into it/);
});

test("in the picture of a hold everything lies inside, in order", () => {
  for (const actual of [-0.4, 0.067, 0.1, 0.5]) {
    const at = placesOf(actual, THEORY);
    const places = [THEORY.very_low, THEORY.low, THEORY.hold, THEORY.high, THEORY.very_high].map(at);
    assert.deepEqual(places, [...places].sort((a, b) => a - b));
    for (const place of [...places, at(actual)]) assert.ok(place >= 6 && place <= 134, String(place));
  }
});

test("an audit that came to its end is the last word, whatever was stopped or lost since", () => {
  const audit = (number: number, state: components["schemas"]["AuditShown"]["state"]) => ({ number, state, at: 0, by: "o", name: null, done: 0, total: 0, ended: null, faults: 0, said: [], figures: {} });
  const chosen = (...states: Parameters<typeof audit>[1][]) => lastWord(states.map((state, place) => audit(states.length - place, state)))?.number;
  assert.equal(chosen("running", "stopped", "faulty", "clean"), 2);
  assert.equal(chosen("clean", "faulty"), 2);
  assert.equal(chosen("running", "lost", "stopped"), 2);
  assert.equal(chosen("running"), undefined);
});

test("the journal tells these acts in sentences", () => {
  const act = { number: 1, at: 0, actor: "o", name: "Olga", before: {}, table: null, round: "7:41", repeated: false };
  const told = (what: string, after: Record<string, unknown>) => actWords({ ...act, what, after });
  assert.equal(told("grant", { person: "09b1", granted: 1250 }), "Gave $12.50 to account 09b1.");
  assert.equal(told("close dispute", { verdict: "stands" }), "Closed the dispute about round 7:41: the round stands.");
  for (const what of ["exclude", "reset password", "sign out", "delete", "note", "dispute", "audit", "stop audit", "audit result"]) assert.match(told(what, { person: "09b1", audit: 3, state: "clean", faults: 0 }), /^[A-Z].*\.$/, what);
});
