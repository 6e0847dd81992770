// The words of a host's powers, of what time has decided, and of the end of a table.

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
const CLOSERS: Record<string, string> = { host: "The host", operator: "The operator", house: "The house" };
const OUT: Record<string, string> = { away: "Away", idle: "Sits out", host: "Sits out", operator: "Sits out" };

export const reason = (why: string): string => REASONS[why] ?? why;

export const MISSED = {
  /** "The clock ran out: the away rule folded for Ann." */
  told: (who: string, action: string, by: string, why: string) => `${reason(why)}: ${RULES[by] ?? by} ${DONE[action] ?? action} for ${who}.`,
  yours: (round: number, action: string, by: string, why: string) => `Round ${round}, ${reason(why).charAt(0).toLowerCase()}${reason(why).slice(1)}: ${RULES[by] ?? by} ${DONE[action] ?? action} for you.`,
  badge: (action: string) => `${SHORT[action] ?? action} by the away rule`,
  you: "you",
} as const;

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

export const POWERS = {
  title: "At the table",
  nobody: "Nobody else sits here yet.",
  deal: "Deal now",
  dealWhy: "Deals the bets that lie there, whoever is not done.",
  nudge: "Nudge",
  nudgeNamed: (name: string) => `Nudge ${name}: the others wait`,
  nudged: (name: string) => `${name} was nudged.`,
  sit_out: "Sit out",
  remove: "Remove",
  hand_over: "Make host",
  named: (label: string, name: string, seat: number) => `${label}: ${name}, seat ${seat}`,
  sure: {
    sit_out: (name: string) => `Sit ${name} out? Bets that were not dealt go back; a dealt hand is decided by the away rule. Nobody waits for ${name} until they do something.`,
    remove: (name: string) => `Remove ${name} from the table? Bets that were not dealt go back. A hand that is being played is played first, or decided by the away rule if ${name} is away.`,
    hand_over: (name: string) => `Make ${name} the host? You cannot take it back.`,
  },
  yes: { sit_out: "Sit out", remove: "Remove", hand_over: "Hand over" },
  no: "Cancel",
  host: "Host",
  away: "away",
  out: "sits out",
  waiting: "the table waits",
  terms: "Terms",
  low: "Minimum, dollars",
  high: "Maximum, dollars",
  clock: "Clock",
  clockMore: "Bets and decisions have a time limit.",
  coach: "Coach",
  coachMore: "People may ask what their decision is worth.",
  save: "Change the terms",
  saved: "The terms are changed.",
  unchanged: "These are the terms already.",
  later: "Terms change between two rounds: when no bet lies on the table.",
  public: "At a public table nobody decides for others: time does. You can nudge, hand over and close.",
  whys: {
    phase: "There are no bets to be dealt now.",
    no_bets: "Nobody has bet yet.",
    bank_offered: "The bank is offered: its answer comes first.",
  } as Record<string, string>,
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
