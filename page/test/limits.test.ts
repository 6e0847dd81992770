// Why a limit of one's own keeps somebody from a bet: the server sends numbers, the page says them in the reader's own time.

import assert from "node:assert/strict";
import { test } from "vitest";
import { refused } from "../src/shared/api.ts";
import { moment } from "../src/shared/times.ts";
import { limitText } from "../src/words/limits.ts";

const NOON = 1_794_744_000_000;
const noon = moment.format(NOON);
const later = moment.format(NOON + 60_000);

test("an exclusion says until when, rounded up to the minute", () => {
  assert.equal(limitText("excluded", "", { until: NOON }), `You are excluded from play until ${noon}`);
  assert.equal(limitText("excluded", "until", { until: NOON + 1 }), `You are excluded until ${later}; that cannot be shortened`);
});

test("a limit on time says when one can bet again", () => {
  assert.equal(
    limitText("limit", "", { which: "minutes", limit: 60, played: 61, again: NOON }),
    `You have played for 61 minutes, and your limit is 60 minutes. You can bet again at ${noon}, after an hour without a bet`,
  );
});

test("a limit on loss says what is left of it, and when it begins anew if a session goes on", () => {
  const loss = { which: "loss", limit: 5_000, more: 2_000, spent: 4_000 };
  assert.equal(limitText("limit", "wagers", { ...loss, left: 1_000 }), "This bet could cost $20, and $10 is left of your loss limit of $50");
  assert.equal(
    limitText("limit", "wagers", { ...loss, left: 0, again: NOON }),
    `Your loss limit of $50 is reached: $40 is lost or on the tables. The limit begins anew at ${noon}, after an hour without a bet`,
  );
});

test("a refusal comes worded so, and every other as the server has worded it", async () => {
  const body = { code: "excluded", text: "You are excluded from play until 2026-11-15 12:00 UTC", clause: null, path: "", values: { until: NOON } };
  assert.equal((await refused(body, 403)).message, `You are excluded from play until ${noon}`);
  assert.equal((await refused({ ...body, code: "rate" }, 429)).message, body.text);
});
