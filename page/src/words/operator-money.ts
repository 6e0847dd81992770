// The words of the console's section of money: books, hold, meters and jackpots.

import { dollars } from "../shared/money.ts";
import { counted } from "./operator-lists.ts";

export const MONEY = {
  parts: "Parts of the money",
  books: "Books",
  hold: "Hold",
  meters: "Meters and jackpots",
} as const;

/** What the kinds of accounts are, by the keys of the server. */
export const ACCOUNT_KINDS: Record<string, readonly [name: string, what: string]> = {
  mint: ["Mint", "where play money comes from; it owes all there is"],
  person: ["People", "money in hand"],
  escrow: ["Open bets", "stakes of rounds that are not over"],
  house: ["House", "won or lost at each table"],
  bank: ["Banks", "what players who hold a bank have put up"],
  proposition: ["Proposition players", "the house's own player at each table"],
  meter: ["Meters", "what jackpots are paid out of"],
  chips: ["Chips", "of people at tables with rules of their own; no money"],
  tray: ["Trays", "where such chips come from and go back to"],
};

export const BOOKS = {
  list: "Accounts by kind",
  kind: "Kind",
  what: "What it is",
  accounts: "Accounts",
  used: "Holding anything",
  total: "Total",
  trial: "Trial balance",
  trialGood: "Trial balance: $0. All accounts together hold nothing, as they must.",
  trialBad: (amount: string): string => `Trial balance: ${amount}. It must be $0: money was made or lost. Run an audit.`,
  back: "All kinds",
  account: "Account",
  held: "Holds",
  search: "Key or name begins with",
  used_only: "Only accounts that hold anything",
  nothing: "No such account.",
  none: "None of them holds anything.",
  moved: "Last transfers, the latest first",
  noMoved: "Nothing was ever moved here.",
  from: "From or to",
  amount: "Amount",
  reason: "What for",
  of: (kind: string): string => `All accounts: ${kind}`,
} as const;

/** What transfers are for, by the keys of the ledger; one that is not here is shown as it is. */
export const TRANSFERS: Record<string, string> = {
  grant: "Given by the house",
  bets: "Bet",
  fold: "Reserve back after a fold",
  stakes: "Stakes back",
  won: "Won",
  lost: "Lost stakes",
  bank: "Bank",
  void: "Back from a void round",
  contribution: "Fed to the meter",
  reset: "Meter filled up again",
  jackpot: "Jackpot",
  meter: "Meter started",
  proposition: "Proposition player fed",
  swept: "Taken back at the close",
  gathered: "Parts of the meter brought together",
  chips: "Chips handed out",
  returned: "Back to the mint with a deleted account",
};

export const HOLD = {
  lead: "What each wager has brought the house, beside what it should have brought by the exact odds.",
  span: "Which rounds",
  spans: { day: "Last 24 hours", week: "Last 7 days", month: "Last 30 days", all: "All rounds" } as Record<string, string>,
  wager: "Wager",
  bets: "Bets",
  staked: "Staked",
  won: "Kept",
  actual: "Actual hold",
  theory: "Should be",
  band: "95 % of all cases",
  verdict: "Chance",
  none: "No bet was settled in this time.",
  optimal: "with best play",
  how: "The theory is exact for the rules, the meter and the number of players of each bet. The band takes bets for independent and their sum for normal: with few bets on a wager that seldom pays much it is rough.",
  percent: (share: number): string => `${(share * 100).toFixed(2).replace("-", "−")} %`,
  between: (low: number, high: number): string => `${HOLD.percent(low)} to ${HOLD.percent(high)}`,
  expected: (cents: number): string => `${dollars(cents)} was to be expected`,
  unpriced: (why: string): string => `Not priced: ${why}`,
} as const;

/** How an actual hold lies to its band, in words; `over` where the house kept more than it should. */
export function chanceWords(chance: "within" | "rare" | "very rare", over: boolean): string {
  if (chance === "within") return "Within chance.";
  const side = over ? "More" : "Less";
  if (chance === "rare") return `${side} than in 95 % of all cases. One wager in twenty is so by chance.`;
  return `${side} than in 99.9 % of all cases. Only one in a thousand is so by chance: look into it.`;
}

export const METERS = {
  meters: "Meters",
  none: "No house here has a meter yet.",
  meter: "Meter",
  ownTable: (table: string): string => `of table ${table} alone`,
  held: "Holds now",
  started: "Started with",
  contributed: "Fed by bets",
  reseeded: "Filled up by the house",
  paid: "Paid to people",
  swept: "Taken back at the close",
  jackpots: "Jackpots paid",
  noJackpots: "No share of a meter was won yet.",
  winner: "Winner",
  amount: "Amount",
  clause: "Clause",
  share: (wager: string, clause: string): string => `${wager}, ${clause}`,
} as const;

export const bets = (number: number): string => counted(number, "bet");
