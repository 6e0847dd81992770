// The words of the line that an evening has at its tables.

import { listed } from "./log.ts";

export const LINE = {
  moved: (table: string, seat: number | null): string => `You move to ${table}${seat === null ? "" : `, seat ${seat}`}.`,
  go: "Go there",
  ended: "The evening is over.",
  calledOff: "The evening was called off.",
  closed: "This table is closed; the evening goes on.",
  result: "See the result",
  page: "To the evening",
  /** "You’re 2nd of 5, with $985. You win a bottle." */
  yours: (place: string, chips: string, prizes: readonly string[], shared: boolean): string =>
    `You’re ${place}${chips}.${prizes.length === 0 ? "" : ` You ${shared ? "share" : "win"} ${listed(prizes)}.`}`,
  withChips: (chips: string): string => `, with ${chips}`,
  outIn: (round: number): string => `, out in round ${round}`,
  out: (place: string): string => `You are out: ${place}`,
  goes: "Your last round",
  waits: "The next round begins when every table has finished",
  paused: (over: boolean): string => (over ? "Paused: no clock runs until the host goes on" : "Paused after this round"),
  /** "then $15–$150 in 4:05" */
  then: (limits: string, left: string): string => `then ${limits}${left ? ` in ${left}` : ""}`,
} as const;
