// The words of a sitting: its course, its best hand, what decisions gave up, and its luck.

import { dollars, signed } from "../shared/money.ts";
import { cardSign } from "../shared/words.ts";

const MICRO = 1_000_000;

/** Micro-cents as money: to the cent. */
const cents = (micro: number): number => Math.sign(micro) * Math.round(Math.abs(micro) / MICRO);
const fine = (micro: number): string => dollars(cents(micro));
const fineSigned = (micro: number): string => signed(cents(micro));

const rounds = (n: number): string => (n === 1 ? "1 round" : `${n} rounds`);
const DEEDS: Record<string, string> = { play: "playing", fold: "folding" };

/** "folding", "drawing for 4♦": a decision by its key. */
function deed(name: string): string {
  const [action = "", card] = name.split(":");
  return card ? `discarding ${cardSign(card)}` : (DEEDS[action] ?? action);
}

export const SITTING = {
  wait: "The figures of your sitting are worked out…",
  failed: "The figures cannot be worked out at this moment.",
  again: "Try again",
  nothing: "You have not finished a round here yet.",
  keep: "Keep as a picture",
  kept: "The picture is saved.",
  history: "All my rounds",
  lobby: "To the lobby",
  rounds,
  span: (n: number, when: string): string => `${rounds(n)} · ${when}`,
  inChips: "in chips",
  more: (n: number): string => `It was longer than that: these are its last ${n} rounds.`,
  net: "Net",
  expected: "Expected of the bets",
  expectedMore: "The mean of your bets before any card was dealt, with the best decisions there are; envy of others' hands is in it.",
  givenUp: "Given up by decisions",
  givenUpMore: "What your decisions cost on average against the best ones: exact, hand by hand.",
  away: "Given up while you were away",
  awayMore: "What decisions that the table made for you cost against the best ones.",
  luck: "Luck",
  luckMore: "Net − expected + given up: what neither your bets nor your decisions explain. It is the cards.",
  fine,
  fineSigned,
  lost: (micro: number): string => (micro === 0 ? dollars(0) : fineSigned(-micro)),
  decisions: "Best decisions",
  best: (best: number, all: number): string => (all === 0 ? "none to make" : `${best} of ${all}`),
  bestHand: "Best hand",
  inRound: (number: number): string => `round ${number}`,
  dearest: "Dearest decision",
  dearestText: (cards: readonly string[], action: string, best: readonly string[], cost: number): string =>
    `${cards.map(cardSign).join(" ")}: ${deed(action)} gave up ${fine(cost)}; ${best.map(deed).join(" or ")} was best.`,
  leftOut: (bank: number, uncovered: number, voided: number, unpriced: number): string => {
    const parts = [bank > 0 ? `${rounds(bank)} as the bank` : "", uncovered > 0 ? `${rounds(uncovered)} that the bank might not have covered` : "", voided > 0 ? `${rounds(voided)} void` : "", unpriced > 0 ? `${rounds(unpriced)} without an exact price` : ""].filter(Boolean);
    return `${parts.join(", ")}: in the net, and not in expected, given up and luck.`;
  },
  course: "Course of the balance",
  courseName: (n: number, low: number, high: number, end: number): string => `Course of the balance over ${rounds(n)}: lowest ${signed(low)}, highest ${signed(high)}, at the end ${signed(end)}`,
  low: (cents: number): string => `Lowest ${signed(cents)}`,
  high: (cents: number): string => `Highest ${signed(cents)}`,
  table: "The course as a table",
  heads: ["Round", "Net", "Balance"],
  counts: { void: "void", bank: "as the bank", uncovered: "not covered in full", unpriced: "no exact price", priced: "" } as Record<string, string>,
} as const;
