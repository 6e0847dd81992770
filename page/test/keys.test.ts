// The keyboard map: no key means two things at once, phases and Shift are kept apart, and keys can be changed.

import assert from "node:assert/strict";
import { test } from "vitest";
import { BINDINGS, choosable, clash, meaning, whenOf } from "../src/table/keys.ts";
import { isRaise, timesOf } from "../src/shared/raises.ts";
import { keyWords } from "../src/words/keys.ts";

const plain = (key: string) => ({ key, shift: false });
const shifted = (key: string) => ({ key, shift: true });

test("no key means two things in one phase, and every key has its words", () => {
  for (const phase of ["bets", "decisions", "settled"]) {
    const now = BINDINGS.filter((each) => each.when === phase || each.when === "any").map((each) => each.key);
    assert.equal(new Set(now).size, now.length, phase);
  }
  for (const each of BINDINGS) {
    assert.ok(keyWords.does_[each.id], each.id);
    assert.equal(each.shift === true, keyWords.shifted[each.id] !== undefined, each.id);
  }
});

test("a digit is a chip while bets are taken and a card in the decision", () => {
  assert.equal(meaning(plain("2"), "bets", {})?.id, "chip2");
  assert.equal(meaning(plain("2"), "decisions", {})?.id, "card2");
  assert.equal(meaning(plain("6"), "decisions", {}), undefined);
});

test("D doubles a bet and draws a card; R bets again, and after the round deals too", () => {
  assert.equal(meaning(plain("d"), "bets", {})?.id, "double");
  assert.equal(meaning(plain("d"), "decisions", {})?.id, "draw");
  assert.equal(meaning(plain("r"), "bets", {})?.id, "rebet");
  assert.equal(meaning(plain("r"), "settled", {})?.id, "again");
  assert.equal(meaning(plain("r"), "void", {})?.id, "again");
  assert.equal(meaning(plain("r"), "decisions", {}), undefined);
});

test("Shift takes off, goes forward again, or deals at once; elsewhere it means nothing", () => {
  assert.deepEqual(meaning(shifted("A"), "bets", {}), { id: "spot1", twin: true });
  assert.deepEqual(meaning(shifted("U"), "bets", {}), { id: "undo", twin: true });
  assert.deepEqual(meaning(shifted("R"), "bets", {}), { id: "rebet", twin: true });
  assert.equal(meaning(shifted("F"), "decisions", {}), undefined);
  assert.equal(meaning(shifted(" "), "bets", {}), undefined);
});

test("a question mark needs Shift on many keyboards and is the help all the same", () => {
  assert.deepEqual(meaning(shifted("?"), "bets", {}), { id: "help", twin: false });
});

test("keys of decisions come from the server, and a person's own go over them", () => {
  assert.equal(meaning(plain("y"), "decisions", {}, { fold: "y" })?.id, "fold");
  assert.equal(meaning(plain("f"), "decisions", {}, { fold: "y" }), undefined);
  assert.equal(meaning(plain("k"), "decisions", { fold: "k" }, { fold: "y" })?.id, "fold");
  assert.equal(meaning(plain("y"), "decisions", { fold: "k" }, { fold: "y" }), undefined);
});

test("a key that is taken in the same phase cannot be chosen, in another it can", () => {
  assert.equal(clash("play", "f", {})?.id, "fold");
  assert.equal(clash("play", "a", {}), undefined);
  assert.equal(clash("play", "m", {})?.id, "mute");
  assert.equal(clash("mute", "p", {})?.id, "play");
  assert.equal(clash("play", "f", { fold: "k" }), undefined);
});

test("only one typed sign can be a key", () => {
  assert.deepEqual(["k", "7", "/", "é"].map(choosable), [true, true, true, true]);
  assert.deepEqual(["Enter", "F1", " ", ""].map(choosable), [false, false, false, false]);
});

test("while cards are dealt or shown, only the keys that always count do", () => {
  assert.equal(whenOf("deal"), "any");
  assert.equal(meaning(plain("p"), "reveal", {}), undefined);
  assert.equal(meaning(plain("v"), "deal", {})?.id, "read");
});

test("a raise says how many Antes it is", () => {
  assert.deepEqual(["play_2x", "play_10x", "play", "fold"].map(isRaise), [true, true, false, false]);
  assert.deepEqual(["play_2x", "play_10x"].map(timesOf), [2, 10]);
});
