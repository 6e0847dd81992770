// The words of the form in which an evening is put on.

import { plural } from "./evening.ts";

export const FORM = {
  noName: "Give the evening a name, so that people find it.",
  rounds: "Rounds",
  mostRounds: "Rounds at most",
  noRounds: "Say after how many rounds it ends.",
  noLeague: "Give the league a name.",
  noLevel: "An evening has at least one level of limits.",
  money: (text: string): string => (text === "" ? "Write an amount in dollars, like 5 or 12.50." : `“${text}” is not an amount: write dollars, like 5 or 12.50.`),
  length: (text: string): string => (text === "" ? "Say how long the level lasts." : `“${text}” is not a whole number above zero.`),
  number: (text: string): string => (text === "" ? "Write a whole number." : `“${text}” is not a whole number that fits here.`),
  crossed: (level: number): string => `In level ${level} the highest limit lies below the lowest.`,
  lost: "The server did not answer. Nothing was put on: try again.",
  levels: "Limits that rise",
  rise: "They rise by",
  units: { rounds: "rounds", minutes: "minutes" },
  level: "Level",
  lasts: { rounds: "Rounds", minutes: "Minutes" },
  low: "From, $",
  high: "To, $",
  nth: (what: string, level: number): string => `${what}, level ${level}`,
  remove: (level: number): string => `Take level ${level} out`,
  add: "One more level",
  again: "Propose anew",
  /** What the host has put together, in one sentence. */
  sum: (length: number, levels: number, unit: "rounds" | "minutes"): string =>
    levels <= 1 ? "The limits stay the same to the end." : `The limits rise ${times(levels - 1)} over ${unit === "rounds" ? plural(length, "round", "rounds") : plural(length, "minute", "minutes")}; the last level lasts to the end.`,
} as const;

const times = (n: number): string => ["", "once", "twice"][n] ?? `${n} times`;
