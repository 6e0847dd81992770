// The dialog of acts: nothing goes without a reason, an act that may have been done is asked for again under its id
// alone, and a refusal says that nothing was done.

import assert from "node:assert/strict";
import { test } from "vitest";
import { type Act, type ActShown, type Answer, Attempt, NotFilled } from "../src/operator/act.ts";
import { addressOf, placeOf, SECTIONS } from "../src/operator/sections.ts";
import { Refused } from "../src/shared/api.ts";
import { SECTION_NAMES } from "../src/words/operator.ts";

const LINE: ActShown = { number: 4, at: 0, actor: "o", name: "Olga", what: "freeze", before: {}, after: {}, table: "7", round: null, repeated: false };
const FREEZE: Act = { name: "Freeze the table", will: "Nobody can bet.", path: "/api/operator/tables/7/freeze" };
const NO = "A reason first.";

function refusal(code: string, status: number): Refused {
  return new Refused({ code, text: `${code} it is`, clause: null, path: "", values: {} }, status);
}

/** An attempt whose answers are these, one after the other, and what was sent. */
function tried(act: Act, ...answers: (Answer | Error)[]): { attempt: Attempt; sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  let ids = 0;
  const send = async (path: string, body: Record<string, unknown>): Promise<Answer> => {
    assert.equal(path, act.path);
    sent.push(body);
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("nothing more");
    return answer;
  };
  return { attempt: new Attempt(act, send, () => `id${(ids += 1)}`), sent };
}

const lineOf = ({ stage }: Attempt) => (stage.at === "done" ? stage.act : undefined);
const filled = (why: string, more: Record<string, string> = {}) => new Map(Object.entries({ why, ...more }));

test("without a reason nothing is sent", async () => {
  const { attempt, sent } = tried(FREEZE, LINE);
  await attempt.submit(filled("  "), NO);
  assert.deepEqual([attempt.stage, sent], [{ at: "asking", fault: NO }, []]);
  await attempt.submit(filled(" a fight "), NO);
  assert.deepEqual(sent, [{ why: "a fight", id: "id1" }]);
  assert.equal(attempt.stage.at, "done");
});

test("after a lost answer the same goes again under the same id, whatever the fields say now", async () => {
  for (const lost of [new TypeError("Failed to fetch"), refusal("unknown", 503), refusal("fault", 502)]) {
    const { attempt, sent } = tried({ ...FREEZE, body: { cause: "malfunction" } }, lost, lost, { ...LINE, repeated: true });
    await attempt.submit(filled("a fight"), NO);
    assert.equal(attempt.stage.at, "lost");
    await attempt.submit(filled("something else"), NO);
    await attempt.submit(filled(""), NO);
    assert.equal(new Set(sent.map((each) => JSON.stringify(each))).size, 1);
    assert.deepEqual([sent.length, sent[0]], [3, { cause: "malfunction", why: "a fight", id: "id1" }]);
    assert.equal(lineOf(attempt)?.repeated, true);
  }
});

test("a refusal is shown in its words; the same keeps its id, and something else has another", async () => {
  const { attempt, sent } = tried(FREEZE, refusal("rate", 429), refusal("frozen", 422), refusal("fault", 500), LINE);
  await attempt.submit(filled("a fight"), NO);
  assert.deepEqual(attempt.stage, { at: "asking", fault: "rate it is" });
  await attempt.submit(filled("a fight"), NO);
  await attempt.submit(filled("a fire"), NO);
  assert.deepEqual(attempt.stage, { at: "asking", fault: "fault it is" });
  await attempt.submit(filled("a fire"), NO);
  assert.deepEqual(sent.map((each) => each["id"]), ["id1", "id1", "id2", "id2"]);
});

test("fields are read before anything is sent, and what is done is done once", async () => {
  const read = (fields: ReadonlyMap<string, string>) => {
    if (!/^\d+$/.test(fields.get("low") ?? "")) throw new NotFilled("That is no amount.");
    return { low: 100 * Number(fields.get("low")) };
  };
  const { attempt, sent } = tried({ ...FREEZE, body: { do: "change" }, read }, { act: LINE });
  await attempt.submit(filled("busy night", { low: "ten" }), NO);
  assert.deepEqual(attempt.stage, { at: "asking", fault: "That is no amount." });
  const first = attempt.submit(filled("busy night", { low: "10" }), NO);
  await attempt.submit(filled("busy night", { low: "10" }), NO); // pressed twice
  await first;
  await attempt.submit(filled("busy night", { low: "10" }), NO);
  assert.deepEqual(sent, [{ do: "change", low: 1000, why: "busy night", id: "id1" }]);
  assert.equal(lineOf(attempt)?.number, 4);
});

test("every section has an address and a name", () => {
  for (const entry of SECTIONS) {
    assert.ok(SECTION_NAMES[entry.key], entry.key);
    assert.equal(placeOf(addressOf(entry.key)).entry, entry);
  }
  assert.deepEqual(placeOf("/operator/tables/a%3A1").rest, ["a:1"]);
  assert.equal(placeOf("/operator/nothing").entry, undefined);
  assert.equal(placeOf("/operator/").entry, SECTIONS[0]);
});
