// Evenings: the clock of a level, places and prizes, the pages of the wall, what is said aloud, the result as text.

import assert from "node:assert/strict";
import { test } from "vitest";
import { clockText, isShort } from "../src/evening/clock.ts";
import { invitation } from "../src/evening/invite.ts";
import { resultText } from "../src/evening/result-text.ts";
import { aloud, placeSign, podiumOf, sheetOf, yourTable } from "../src/evening/standings.ts";
import { apiOf, pause } from "../src/evening/watch.ts";
import { newsText, ordinal, phaseText, placeOf, stateText } from "../src/words/evening.ts";
import { evening, running, standing, you } from "./evenings.ts";

const NOW = 1_000_000;

test("a level by minutes counts down by the server's clock, and stands still in a pause", () => {
  const timed = evening({ level: running(1, 500, { ends_at: NOW + 65_000, rounds_left: null }) });
  assert.equal(clockText(timed, NOW), "1:05");
  assert.equal(isShort(timed, NOW), false);
  assert.equal(isShort(timed, NOW + 35_000), true);
  assert.equal(clockText(timed, NOW + 90_000), "0:00");
  const paused = evening({ paused: true, level: running(1, 500, { ends_at: null, rounds_left: null }) });
  assert.equal(clockText(paused, NOW), "Stands still");
  assert.equal(isShort(paused, NOW), false);
});

test("a level by rounds says how many are left; the last level has no end, and before the start there is none", () => {
  assert.equal(clockText(evening({ level: running(1, 500, { rounds_left: 3 }) }), NOW), "3 rounds");
  const last = evening({ level: running(1, 500, { rounds_left: 1 }) });
  assert.equal(clockText(last, NOW), "1 round");
  assert.equal(isShort(last, NOW), true);
  assert.equal(clockText(evening({ level: running(2, 1_000, { next: null, rounds_left: null }) }), NOW), "Last level");
  assert.equal(clockText(evening({ phase: "listed", level: null }), NOW), "");
});

test("places are told with their ties", () => {
  assert.deepEqual([placeSign({ place: 1, tied: false }), placeSign({ place: 2, tied: true }), placeSign({ place: null, tied: false })], ["1", "=2", ""]);
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]);
  assert.equal(placeOf(3, true, 12), "3rd of 12, shared");
});

test("the podium has the first places, and every place that has won a prize", () => {
  const bot = (name: string, place: number) => standing(name, { place, bot: true });
  const ann = standing("Ann", { place: 4, prizes: ["cup"] });
  const [cat, dan] = [standing("Cat", { place: 5, tied: true, prizes: ["wine"] }), standing("Bot 4", { place: 5, tied: true, bot: true })];
  const podium = podiumOf([bot("Bot 1", 1), bot("Bot 2", 2), bot("Bot 3", 3), ann, cat, dan, standing("Eve", { place: 7 })], 3);
  assert.deepEqual(podium.map(({ place, people, winners }) => [place, people.length, winners.map((each) => each.name)]), [[1, 1, []], [2, 1, []], [3, 1, []], [4, 1, ["Ann"]], [5, 2, ["Cat"]]]);
  assert.deepEqual(podiumOf([standing("Ann")], 3), [], "nobody has a place before the first round");
});

test("thirty people stand on one page of the wall, more on several that go round", () => {
  const people = (n: number) => Array.from({ length: n }, (_, at) => standing(`P${at + 1}`));
  const one = sheetOf(people(30), 5);
  assert.deepEqual([one.pages, one.rows.length, one.columns, one.lines], [1, 30, 2, 15]);
  const [first, second, third] = [0, 1, 2].map((turn) => sheetOf(people(44), turn));
  assert.deepEqual([first?.rows[0]?.name, first?.rows.length, second?.rows[0]?.name, second?.rows.length, third?.rows[0]?.name], ["P1", 30, "P31", 14, "P1"]);
  assert.equal(second?.lines, 15, "letters stay as large from page to page");
  assert.deepEqual([sheetOf(people(4), 0).columns, sheetOf(people(4), 0).lines, sheetOf([], 3).rows.length], [1, 6, 0]);
});

test("level, pause and who is out are said aloud, once and in their order; chips and moves of others are not", () => {
  const out = { at: 3, what: "out", values: { person: "bob", name: "Bob", round: 4 } };
  const up = { at: 2, what: "level", values: { number: 2, low: 1_000, high: 10_000 } };
  const moved = { at: 2, what: "moved", values: { person: "cat", name: "Cat", table: "t2", seat: 3 } };
  const before = evening({ news: [moved] });
  const now = evening({ news: [out, up, moved], standings: [standing("Ann", { chips: 5 })] });
  assert.equal(aloud(undefined, now), "");
  assert.equal(aloud(before, now), "Level 2: $10–$100. Bob is out in round 4.");
  assert.equal(aloud(now, { ...now, standings: [standing("Ann", { chips: 9 })] }), "");
  assert.equal(aloud(evening({ you: you({ table: "t1" }) }), evening({ you: you({ table: "t2", seat: 3 }) })), "You move to Table 2, seat 3.");
});

test("who goes and what ends after the round is said before", () => {
  assert.equal(stateText(standing("Bob", { leaves: true })), "Out after this round");
  assert.equal(stateText(standing("Bob", { state: "out", out_round: 4 })), "Out in round 4");
  assert.deepEqual([evening(), evening({ paused: true }), evening({ paused: true, calling_off: true }), evening({ phase: "called_off" })].map(phaseText), ["Being played", "Paused", "Ends after this round", "Called off"]);
  const off = { at: 5, what: "calling_off", values: {} };
  assert.equal(aloud(evening(), evening({ news: [off] })), "The evening is called off after this round.");
});

test("one can go to one's table once a server has it", () => {
  const tables = (open: boolean) => evening({ you: you({ entered: true, table: "t2" }), tables: [{ id: "t2", number: 2, open, name: "Friday night 2", round: 1, done: false, people: 4 }] });
  assert.deepEqual([yourTable(tables(false)), yourTable(tables(true)), yourTable(evening())], [undefined, "t2", undefined]);
});

test("news are told in sentences, and what has no words is left out", () => {
  const tell = (what: string, values: Record<string, string | number | null>) => newsText({ at: 0, what, values }, evening());
  assert.equal(tell("moved", { name: "Cat", table: "t2", seat: 3 }), "Cat moves to Table 2, seat 3.");
  assert.equal(tell("missed", { name: "Cat", round: 2, cents: 500 }), "Cat missed round 2: $5.");
  assert.equal(tell("started", { people: 12, tables: 2 }), "It has begun: 12 people at 2 tables.");
  assert.equal(tell("ended", { name: null, person: null }), "The evening is over.");
  assert.equal(tell("jackpot", { name: "Cat", cents: 1_234_500 }), "Cat wins the jackpot: $12,345.");
  assert.equal(tell("something new", {}), "");
});

test("the result as text has places, ties, prizes and its address", () => {
  const standings = [
    standing("Ann", { place: 1, chips: 240_000, prizes: ["The cup"] }),
    standing("Bob", { place: 2, tied: true, chips: 30_000, prizes: ["Wine", "Cards"], shares: true }),
    standing("Cat", { place: 2, tied: true, chips: 30_000, prizes: ["Wine", "Cards"], shares: true }),
    standing("Dan", { place: 4, state: "out", out_round: 7, chips: 500 }),
  ];
  const text = resultText(evening({ phase: "ended", standings, prizes: ["The cup", "Wine", "Cards"] }), "https://house.example/evening/e1");
  assert.deepEqual(text.split("\n"), [
    "Friday night (Rivers): the result",
    "",
    "1. Ann, $2,400: The cup",
    "=2. Bob, $300: to share: Wine and Cards",
    "=2. Cat, $300: to share: Wine and Cards",
    "4. Dan, out in round 7",
    "",
    "More chips come first; of those who are out, the later round, then more chips before it. Who are equal share the place, and the prizes of the places that they fill.",
    "",
    "https://house.example/evening/e1",
  ]);
});

test("a private evening takes its key along; looks come often while it is played and seldom while nobody answers", () => {
  assert.equal(invitation("e 1", "k&y", "/enter.svg"), "/evening/e%201/enter.svg?invite=k%26y");
  assert.equal(invitation("e1", ""), "/evening/e1");
  assert.equal(apiOf("e1", "k"), "/api/evenings/e1?invite=k");
  assert.ok(pause(true, 0) < pause(false, 0));
  assert.ok(pause(true, 0) < pause(true, 2));
  assert.equal(pause(true, 9), pause(true, 20));
});
