// The words of the bank's cockpit: the Rail of who holds the bank, its offer, and the same as text and for who listens.

import { dollars, signed } from "../shared/money.ts";

export type Wish = "always" | "ask" | "never";

export const COVERS: Record<string, { sign: string; word: string }> = {
  full: { sign: "●", word: "Full" },
  partial: { sign: "◐", word: "Part" },
  none: { sign: "○", word: "None" },
};

/** What the bank did with a wager, by its result at the seat. */
export const DONE: Record<"win" | "lose" | "push" | "returned" | "void", { sign: string; word: string }> = {
  win: { sign: "→", word: "Paid" },
  lose: { sign: "←", word: "Taken" },
  push: { sign: "=", word: "Push" },
  returned: { sign: "↩", word: "Went back" },
  void: { sign: "⦸", word: "Void" },
};

export const COCKPIT = {
  rows: "Bets against the bank, in the order of cover",
  seat: "Seat",
  bets: "Bets",
  canWin: "Can win",
  canLose: "Can lose",
  cover: "Cover",
  coverWhy: "How far your stake is sure to reach this seat, when every seat before it uses the most",
  result: "For you",
  left: "Cover left",
  order: (first: number): string => `Your stake covers clockwise, seat ${first} first.`,
  noBets: "Nobody has bet yet. You are paid and pay from the first bet on.",
  figures: "How the bank stands",
  stake: "Stake",
  worst: "At worst",
  best: "At best",
  price: "On average",
  used: "Used",
  sum: "Result",
  reckoning: "calculating…",
  full: "with full cover",
  limited: "with this stake",
  short: (percent: string): string => `Your stake runs short in ${percent} of deals.`,
  notReckoned: (seats: number, full: string): string => `No exact price for ${seats} seats when the stake can run out; with full cover it is ${full}.`,
  unknown: "no exact price",
  assumes: "Exact, before any card is known: every seat plays its own bet as well as can be.",
  exactly: (fraction: string): string => `Exactly ${fraction} cents`,

  pays: "Your cards play by the house's rule; there is nothing for you to decide.",
  hand: "Your hand as the bank",

  uncovered: (cents: number): string => `${dollars(cents)} not covered`,
  back: (cents: number): string => `${dollars(cents)} back`,
  wager: (label: string, stake: number): string => `${label} ${dollars(stake)}`,

  keep: (cents: number): string => `Keep the bank, ${dollars(cents)}`,
  pass: "Pass it on",
  goOn: "Go on",
  mostRounds: (most: number): string => `${most === 2 ? "Two" : most} rounds in a row are the most: the bank goes on clockwise.`,
  poor: (least: number): string => `You have less than ${dollars(least)}, the least stake: the bank goes on clockwise.`,
};

export const OFFER = {
  title: "The bank is offered to you",
  least: (least: number): string => `It takes ${dollars(least)} or more.`,
  stake: "Stake",
  noBets: "Nobody has bet yet.",
  covers: (enough: number): string => `Covers every bet on the table, whatever is dealt (${dollars(enough)} at most).`,
  coversPart: (stake: number, enough: number): string => `Covers ${dollars(stake)} of the ${dollars(enough)} that the bets on the table can ask for; the rest goes back.`,
  take: (stake: number): string => `Take the bank with ${dollars(stake)}`,
  takeBack: (stake: number): string => `Take your bets back and bank ${dollars(stake)}`,
  pass: "Not now",
  lapses: (left: string): string => `${left} left`,
  poor: (least: number): string => `The least stake is ${dollars(least)}, and you have less.`,
  wish: "When the bank is yours to take",
  wishes: { always: "Always take it", ask: "Ask me", never: "Never" } as Record<Wish, string>,
  wishMore: "For this sitting. After two offers without an answer you are asked no more.",
};

/** The cockpit read aloud, or as lines of text. */
export const TOLD = {
  bank: (stake: number, held: string): string => `You hold the bank with ${dollars(stake)}. ${held}.`,
  range: (worst: number, best: number): string => `At worst ${signed(worst)}, at best ${signed(best)}.`,
  price: (text: string): string => `On average ${text}.`,
  open: (seat: number, name: string, bets: string, win: number, lose: number, cover: string): string =>
    `Seat ${seat}, ${name}: ${bets}. You can win ${dollars(win)} and lose ${dollars(lose)}; cover ${cover.toLowerCase()}.`,
  paid: (seat: number, name: string, bets: string, net: number, left: number): string => `Seat ${seat}, ${name}: ${bets}. For you ${signed(net)}; cover left ${dollars(left)}.`,
  sum: (net: number, used: number, left: number): string => `The bank: ${signed(net)}. ${dollars(used)} of the stake was used, ${dollars(left)} was left.`,
};
