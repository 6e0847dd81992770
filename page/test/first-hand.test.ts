// The first hand: four steps from the view alone, in the words of each house.

import assert from "node:assert/strict";
import { test } from "vitest";
import { firstHand } from "../src/table/first-hand.ts";
import { bank, seat, spot, view } from "./table-views.ts";

const mine = seat(3, { you: true, name: "Ann", status: "seated", spots: [spot("ante", "Ante"), spot("pair_plus", "Pair Plus")] });
const act = { clause: "X-1", cost: 0, discard: null, key: "", seat: 3 };
const fold = { ...act, id: "fold" as const, label: "Fold", consequence: "You lose Ante $5." };
const play = { ...act, id: "play" as const, label: "Play", consequence: "Adds $5 on Play" };
const draws = ["4d", "9c"].map((discard) => ({ ...act, id: "draw" as const, label: `Draw, discard ${discard}`, consequence: "", discard }));

test("a bet is asked for by the house's own label and limit", () => {
  const at = firstHand(view({ seats: [mine] }), mine, false, 0);
  assert.equal(at.step, 1);
  assert.equal(at.text, "Pick a chip and put at least $5 on Ante, then press Deal. The other spots are optional.");
  assert.match(firstHand(view({ seats: [mine, seat(4, { name: "Bob" })] }), mine, false, 0).text, /on Ante, or sit this one out\. The other/, "there is no Ready to press yet");
  assert.match(firstHand(view({ seats: [mine, seat(4, { name: "Bob" })] }), mine, false, 500).text, /Press Ready/);
  assert.match(firstHand(view({ seats: [mine, seat(4, { name: "Bot", bot: true })] }), mine, false, 0).text, /press Deal/);
  assert.equal(firstHand(view({ seats: [mine] }), mine, false, 1500).text, "$15 lies on the table. Press Deal for the cards.");
  assert.match(firstHand(view({ seats: [mine], bank: bank() }), mine, false, 0).text, /Cat holds the bank\.$/);
});

test("cards are looked at before they are decided about, and what lies down is said to", () => {
  const dealt = { ...mine, cards: ["8s", "8h", "2c"], words: "pair of eights" };
  const at = (cards: string[], looked: boolean) => firstHand(view({ phase: "decisions", seats: [dealt], actions: [fold, play], dealer: { ...view().dealer, cards } }), dealt, looked, 500);
  assert.deepEqual(at(["??", "??", "??"], false), { step: 2, text: "You have: pair of eights. Dealer: 3 cards lie face down.", looks: true });
  assert.match(at(["??", "??", "Kh"], false).text, /Dealer: shows K♥; 2 cards lie face down\.$/);
  assert.deepEqual(at(["??", "??", "??"], true), { step: 3, text: "Fold: You lose Ante $5. Play: Adds $5 on Play.", looks: false });
});

test("a house that draws says so once, and a decision that is made is not asked for", () => {
  const dealt = { ...mine, cards: ["Kh", "8c", "2d"], words: "king high" };
  const table = view({ phase: "decisions", seats: [dealt], actions: [...draws, fold] });
  assert.equal(firstHand(table, dealt, true, 500).text, "Draw: pick a card. Fold: You lose Ante $5.");
  assert.equal(firstHand(view({ phase: "decisions", seats: [dealt] }), dealt, true, 500).text, "Your decision stands. The cards are shown next.");
});

test("a person who sits a round out is told so, in every phase of it", () => {
  for (const phase of ["deal", "decisions", "reveal", "settled"]) {
    assert.deepEqual(firstHand(view({ phase, seats: [mine] }), mine, false, 0), { step: 1, text: "You're sitting this one out.", looks: false }, phase);
  }
});

test("the result, a void round, and a round as the bank", () => {
  const paid = { ...mine, net: -1000 };
  assert.deepEqual(firstHand(view({ phase: "settled" }), paid, true, 0), { step: 4, text: "Your round: −$10. Beside each bet stands what it brought, and by which rule.", looks: false });
  assert.match(firstHand(view({ phase: "void" }), mine, true, 0).text, /void/);
  assert.match(firstHand(view({ bank: bank({ you: true }) }), { ...mine, status: "bank" }, false, 0).text, /You are the player\/dealer this round/);
});
