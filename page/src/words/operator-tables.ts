// The words of the console's tables.

import { dollars } from "../shared/money.ts";
import { counted } from "./operator-lists.ts";

/** How a table stands, by the server's keys. */
export const STATES: Record<string, string> = {
  open: "Open",
  playing: "In play",
  frozen: "Frozen",
  closing: "Closes after this round",
  set_aside: "Set aside",
};

/** What a round is at. */
const PHASES: Record<string, string> = {
  bets: "Bets are open",
  deal: "The cards are dealt",
  decisions: "Decisions are made",
  reveal: "The cards are shown",
  settled: "The round is paid",
  void: "The round was void",
};

export const CAUSES: Record<string, string> = {
  exposed: "Cards were exposed",
  malfunction: "Something did not work",
  "cannot go on": "The round cannot go on",
};

export const TABLES = {
  list: "Open tables",
  title: "Table",
  state: "State",
  people: "People",
  limits: "Limits",
  clock: "Clock",
  coach: "Coach",
  host: "Opened by",
  server: "Server",
  id: "Id",
  fault: "Why",
  watching: "Spectators",
  phase: "Round",
  private: "private",
  chips: "own rules, chips",
  theHouse: "The house",
  nobody: "no server",
  unreadable: "What was kept of this table cannot be read. It can be closed: what lay there goes back.",
  none: "No table is open.",
  back: "All tables",
  gone: "This table is closed.",
  acts: "What you can do",
  live: "The table now",
  liveMore: "As every spectator sees it: no card that is hidden from them is shown, or sent, to you either.",
  atTable: "Go to the table",
  journal: "Acts at this table",
  rounds: "Rounds of this table",
  dealer: "Dealer",
  empty: "Nobody sits here.",
  bot: "bot",
  away: "not connected",
  folded: "folded",
  noBets: "no bet",
  seat: (n: number): string => `Seat ${n}`,
  range: (low: number, high: number): string => `${dollars(low)} to ${dollars(high)}`,
  runs: (on: boolean): string => (on ? "Yes" : "No"),
  company: (people: number, bots: number): string => `${counted(people, "person", "people")}${bots > 0 ? `, ${counted(bots, "bot")}` : ""}`,
  round: (round: number, phase: string | undefined): string => `${round}${phase === undefined ? "" : `: ${PHASES[phase] ?? phase}`}`,
} as const;

export const TABLE_ACTS = {
  open: {
    name: "Open a table",
    will: "A public table of the house’s own opens and stands in the lobby at once.",
    house: "House",
    title: "What it is called",
    low: "Smallest Ante, dollars",
    high: "Largest Ante, dollars",
    asPrinted: "as the sheet says",
    clock: "With a clock",
    bots: "Bots that sit down",
    first: "Main floor",
  },
  freeze: { name: "Freeze the table", will: (title: string) => `${title} stops as it is: no bet, no decision, no clock, until somebody lets it go on.` },
  thaw: { name: "Let it go on", will: (title: string) => `${title} goes on where it stopped, with full clocks.` },
  void: {
    name: "Void the round",
    will: (title: string) => `The round on ${title} is void: every wager goes back, and nothing is paid. It cannot be undone.`,
    cause: "What has happened",
  },
  deal: { name: "Deal now", will: (title: string) => `At ${title} the bets on the table are dealt, even if a player is not done.` },
  change: {
    name: "Change the terms",
    will: (title: string) => `${title} is played on other terms from now on. Terms change between two rounds, when no bet lies there.`,
    clock: "With a clock",
    coach: "With the coach",
    unchanged: "These are the terms already.",
  },
  close: { name: "Close the table", will: (title: string) => `${title} closes for good: a hand that was dealt is played first, other bets go back.` },
  nudge: { name: "Nudge", will: (name: string) => `${name} is told that the others wait.` },
  sit_out: { name: "Sit out", will: (name: string) => `Nobody waits for ${name} any more: bets that were not dealt go back, and a dealt hand is decided by the away rule.` },
  remove: { name: "Remove from the table", will: (name: string) => `${name} gives up the seat: bets that were not dealt go back, and a dealt hand is played first.` },
  notDollars: (text: string) => `“${text}” is not an amount of money: write dollars, like 20 or 12.50.`,
} as const;
