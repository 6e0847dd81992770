// What the forms of the account page send.

import assert from "node:assert/strict";
import { test } from "vitest";
import { bodyOf, NotFilled } from "../src/account/fields.ts";

const body = (kind: string, fields: Record<string, string>): Record<string, unknown> => bodyOf(kind, new Map(Object.entries(fields)), 1_000);

test("limits are cents and minutes, and nothing is no limit", () => {
  assert.deepEqual(body("limits", { loss: "20", minutes: "90" }), { loss: 2000, minutes: 90 });
  assert.deepEqual(body("limits", { loss: " $1,000.5 ", minutes: " " }), { loss: 100050, minutes: null });
  assert.deepEqual(body("limits", { loss: "", minutes: "1" }), { loss: null, minutes: 1 });
});

test("what is no amount is not sent", () => {
  for (const loss of ["abc", "-5", "1.234", "1e3", "0x10", ".5"]) assert.throws(() => body("limits", { loss, minutes: "" }), NotFilled);
  for (const minutes of ["1.5", "an hour", "-1"]) assert.throws(() => body("limits", { loss: "", minutes }), NotFilled);
});

test("a break ends so many days from now", () => {
  assert.deepEqual(body("break", { days: "7" }), { excluded_until: 1_000 + 7 * 24 * 3600 * 1000 });
});

test("other forms are sent as they were filled in", () => {
  assert.deepEqual(body("", { name: "Ann", password: " p " }), { name: "Ann", password: " p " });
});
