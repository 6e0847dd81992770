// The words of the felt.

import { INSTRUCTIONS } from "./log.ts";
import { dollars } from "../shared/money.ts";

export const FELT = {
  seats: "Seats, clockwise from the dealer's left",
  you: "You",
  sit: "Sit here",
  sitAt: (n: number) => `Sit here, seat ${n}`,
  handAt: (n: number) => `Play another hand at seat ${n}`,
  shownBelow: (n: number) => `Show hand ${n} below`,
  look: (n: number, name: string) => `Seat ${n}, ${name}: all bets and cards`,
  empty: (n: number) => `Seat ${n}, empty`,
  free: "Free",
  unfold: (free: number) => (free === 1 ? "1 free seat" : `${free} free seats`),
  done: "Done with the bets",
  ready: "Ready",
  removeBot: (name: string, n: number) => `Remove ${name} from seat ${n}`,
  bot: "Bot",
  byPlatform: (by: string) => `Decided by ${INSTRUCTIONS[by] ?? by}`,
  firstThree: "First 3",
  discard: "Discard",
  notUsed: "not used",
  company: "The table is open. Sit down, and bring company if you like.",
  companySeated: "You have the table to yourself. Deal when you like, or bring company.",
  addBot: "Add a bot",
  fillBots: "Fill with bots",
  copyInvite: "Copy invite link",
  copied: "The invite link is copied.",
  notCopied: (link: string) => `Copy this link: ${link}`,
  posted: "Posted at this table",
  payTables: "Pay tables",
  paidOn: (bet: string) => `paid on ${bet}`,
  briefHeads: { pat: "First 3", drawn: "Draw", carry: "Kept" } as Record<string, string>,
  close: "Close",
  bets: "bets",
};

/** What a seat is doing, for the plate. Ended rounds show the hand instead. */
export const STATUS: Record<string, string> = {
  empty: "Free",
  sitting: "No bet yet",
  away: "Away",
  bank: "Bank",
  bet: "Has bet",
  dealt: "Dealt",
  deciding: "Deciding",
  played: "Plays",
  folded: "Folded",
  drew: "Drew a card",
  "no decision": "No decision",
  settled: "Paid",
  void: "Void",
};

/** "pair of sevens" → "Pair of sevens". */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const DEALER = {
  plays: (label: string) => `${label} plays`,
  doesNotPlay: (label: string) => `${label} does not play`,
  handOf: (name: string) => `${capital(name)}'s hand · nobody acts on it`,
  yourHand: "Your hand as the bank · nobody acts on it",
};

export const METER = {
  title: "Progressive",
  breakEven: (cents: number) => `Break-even ${dollars(cents)}`,
  envy: (cents: readonly number[]) => `Envy ${cents.map(dollars).join(" / ")}`,
};

export const JACKPOT = {
  keep: "Keep a picture",
  kept: "The picture is saved with your downloads.",
  receipt: "Receipt",
  took: (name: string, when: string) => `${name} · ${when}`,
};

/** "Envy ×2": by how many pays a line was won, one for each hand that is envied. */
export const times = (label: string, count: number): string => (count > 1 ? `${label} ×${count}` : label);

const CAUSES: Record<string, string> = {
  exposed: "cards were exposed",
  malfunction: "the equipment failed",
  "cannot go on": "the round could not go on",
};

export const BANNER = {
  void: (cause: string | undefined, clause: string | undefined) =>
    `Round void — ${CAUSES[cause ?? ""] ?? "it does not count"}${clause ? ` (${clause})` : ""}. All wagers returned.`,
  eveningPaused: "Evening paused",
  paused: "Table paused — the clocks stand still. Your bets are safe.",
};
