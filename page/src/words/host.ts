// The words of what a host or time has decided, and of the end of a table.

import { listed } from "./log.ts";

/** Why the platform has decided for somebody, or nobody waits for them. */
const REASONS: Record<string, string> = {
  clock: "The clock ran out",
  wait: "The longest wait is over",
  away: "No connection for too long",
  idle: "No answer to a nudge",
  host: "Sat out by the host",
  operator: "Sat out by the operator",
  left: "The seat was left",
};

const RULES: Record<string, string> = { "away rule": "the away rule", "away fold": "the instruction to fold", "away optimal": "the instruction to play by the odds" };
const DONE: Record<string, string> = { fold: "folded", play: "played", draw: "drew a card" };
const SHORT: Record<string, string> = { fold: "Folded", play: "Played", draw: "Drew" };
const CLOSERS: Record<string, string> = { host: "The host", operator: "The operator", house: "The house", evening: "The evening" };
const OUT: Record<string, string> = { away: "Away", idle: "Sits out", host: "Sits out", operator: "Sits out" };

export const reason = (why: string): string => REASONS[why] ?? why;

export const MISSED = {
  /** "The clock ran out: the away rule folded for Ann." */
  told: (who: string, action: string, by: string, why: string) => `${reason(why)}: ${RULES[by] ?? by} ${DONE[action] ?? action} for ${who}.`,
  yours: (round: number, action: string, by: string, why: string) => `Round ${round}, ${reason(why).charAt(0).toLowerCase()}${reason(why).slice(1)}: ${RULES[by] ?? by} ${DONE[action] ?? action} for you.`,
  badge: (action: string) => `${SHORT[action] ?? action} by the away rule`,
  you: "you",
} as const;

/** Who opened the table, at their seat. */
export const HOST = "Host";

export const OUTS = {
  status: (why: string) => OUT[why] ?? "Sits out",
  told: (who: string, you: boolean, why: string) =>
    why === "host" || why === "operator"
      ? `${CLOSERS[why] ?? ""} has sat ${who} out. Bets that were not dealt go back.`
      : `${reason(why)}: ${who} ${you ? "sit" : "sits"} out until ${you ? "you do" : "they do"} something. Bets that were not dealt go back.`,
  yours: "You sit out: nobody waits for you until you do something.",
} as const;

export const WAITS = {
  away: (names: readonly string[], left: string) => `${listed(names)} ${names.length > 1 ? "are" : "is"} away: the table goes on without them${left ? ` in ${left}` : ""}.`,
  nudged: (left: string) => `The others wait for you. In ${left} the table goes on without you.`,
} as const;

export const NOTES = {
  by: (name: string | null) => name ?? "The operator",
  nudge: (by: string, name: string, you: boolean) => (you ? `${by}: the others wait for you.` : `${by} nudges ${name}.`),
  removed: (by: string, name: string, you: boolean) => `${by} has ${you ? "you" : name} get up.`,
  dealNow: (by: string) => `${by} has the cards dealt.`,
  terms: (by: string, low: string, high: string, clock: boolean, coach: boolean) => `${by} has set the terms: ${low} to ${high}, ${clock ? "with" : "without"} a clock, ${coach ? "with" : "without"} the coach.`,
  host: (name: string, you: boolean) => `${name} ${you ? "are" : "is"} the host of this table now.`,
  timeUp: (why: string) => `${reason(why)}: the cards are dealt.`,
  closing: (by: string) => `${CLOSERS[by] ?? "The house"} closes the table after this round.`,
  closed: (by: string) => `${CLOSERS[by] ?? "The house"} has closed the table.`,
} as const;

export const END = {
  closing: (by: string | null) => `${CLOSERS[by ?? ""] ?? "The house"} closes the table: this is its last round.`,
  closed: (by: string | null) => `${CLOSERS[by ?? ""] ?? "The house"} has closed the table. Your results stay here until you go.`,
} as const;
