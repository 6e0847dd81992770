import assert from "node:assert/strict";
import { test } from "vitest";
import { readTable } from "../src/table/read-table.ts";
import { bank, seat, spot, view } from "./table-views.ts";

const HIDDEN = ["??", "??", "??"];

test("a decision: own cards by name, the choices with what they cost and do", () => {
  const mine = seat(3, { you: true, name: "Guest 1", status: "deciding", stack: 97_000, cards: ["As", "Ks", "Qs"], label: "Mini royal", words: "Mini royal", spots: [spot("ante", "Ante", 1_500), spot("pair_plus", "Pair Plus")] });
  const action = { seat: 3, clause: "RIV-4", discard: null, key: "f", cost: 0 };
  const text = readTable(view({
    phase: "decisions",
    deadline: "2026-11-15T12:00:18.000Z",
    dealer: { label: "Dealer", caption: "Dealer plays with queen high or better", cards: HIDDEN, hand: null, plays: [], qualifies: null, words: null },
    seats: [seat(1, { name: "Bob", status: "deciding", cards: HIDDEN, spots: [spot("ante", "Ante", 1_000)] }), seat(2), mine],
    actions: [{ ...action, id: "play", label: "Play", key: "p", cost: 1_500, consequence: "Adds $15 on Play." }, { ...action, id: "fold", label: "Fold", consequence: "Lose Ante $15." }],
  }), Date.parse("2026-11-15T12:00:00.000Z"));
  assert.equal(
    text,
    "Rivers, table Oak, round 41. Players decide. 18 seconds left. Dealer has cards face down. Dealer plays with queen high or better. " +
      "Your hand at seat 3. Bets: Ante $15. Cards: ace of spades, king of spades and queen of spades: Mini royal. " +
      "You may choose. Play for $15: Adds $15 on Play. Fold: Lose Ante $15. You have $970. " +
      "Seat 1, Bob, deciding, bets Ante $10. Seat 2 is free.",
  );
});

test("one dealer card up, a bank, and own cards that may not be seen yet", () => {
  const text = readTable(view({
    name: "Napa Valley",
    phase: "decisions",
    dealer: { label: "Player/dealer", caption: "Player/dealer plays with queen high or better", cards: ["??", "??", "Kh"], hand: null, plays: [], qualifies: null, words: null },
    bank: bank(),
    seats: [seat(3, { you: true, name: "Guest 1", cards: HIDDEN })],
  }));
  assert.match(text, /Player\/dealer shows king of hearts, and 2 face down\./);
  assert.match(text, /Player\/dealer is Cat, with \$500\./);
  assert.match(text, /Your cards are face down\./);
});

test("a paid round: the dealer's hand, every line, the net", () => {
  const text = readTable(view({
    phase: "settled",
    dealer: { label: "Dealer", caption: "Dealer plays with queen high or better", cards: ["Jc", "7s", "2d"], hand: "high_card", plays: ["Jc", "7s", "2d"], qualifies: false, words: "jack high" },
    meter: { value: 2_843_107, reset: 100_000, break_even: 903_000, envy: [], own: false },
    seats: [seat(3, {
      you: true, name: "Guest 1", cards: ["9s", "9d", "2h"], label: "Pair", net: 1_500,
      showdown: {
        how: "compared", versus: "better", by: "first", clause: "RIV-5", cover: null, sides: [],
        hand: { category: "pair", cards: ["9s", "9d", "2h"], decide: ["9s", "9d"] }, dealer: { category: "pair", cards: ["7s", "7d", "Jc"], decide: ["7s", "7d"] },
      },
      first_three: "pair", first_label: "Pair",
      lines: [
        { id: "ante", label: "Ante", by: [], clause: "RIV-5", pays: "1 to 1", profit: 1_500, result: "win", returned: 0, stake: 1_500 },
        { id: "play", label: "Play", by: [], clause: "RIV-5", pays: null, profit: 0, result: "push", returned: 0, stake: 1_500 },
      ],
    })],
  }));
  assert.match(text, /Dealer shows jack of clubs, seven of spades and two of diamonds\. The hand: jack high; it does not qualify\./);
  assert.match(text, /Your nine-nine-two beats seven-seven-jack: the nines decide\. Ante win \+\$15\. Play push \$0\. Round net \+\$15\./);
  assert.match(text, /The meter stands at \$28,431\.07\./);
  assert.match(text, /First three cards: Pair\./);
});

test("no card that is not shown is read out", () => {
  const text = readTable(view({ phase: "decisions", seats: [seat(1, { name: "Bob", cards: HIDDEN, status: "deciding" })] }));
  assert.doesNotMatch(text, /of (clubs|diamonds|hearts|spades)/);
});
