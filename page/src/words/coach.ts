// The words of the coach.

import type { CoachedAction } from "../generated/table.ts";
import { signed } from "../shared/money.ts";
import type { Level } from "../shared/prefs.ts";
import { cardSign } from "../shared/words.ts";
import { listed } from "./log.ts";

export type Grade = CoachedAction["grade"];

export const COACH = {
  name: "Coach",
  levels: [
    ["off", "Off"],
    ["after", "After I have decided"],
    ["request", "When I ask"],
    ["before", "Before I decide"],
    ["ask", "Ask before a mistake"],
  ] as readonly (readonly [Level, string])[],
  level: "The coach speaks",
  levelMore: "It knows what you see, and no more. C asks it at any time.",
  none: "This table has no coach.",
  notNow: "The coach speaks of a hand that you hold.",
  ask: "Ask the coach",
  title: "What each action is worth on average, for this bet",
  action: (each: { id: string; discard: string | null; label: string }): string => (each.discard ? `Discard ${cardSign(each.discard)}` : each.label),
  grades: { best: "Best", close: "Close", mistake: "Mistake", blunder: "Blunder" } as Record<Grade, string>,
  signs: { best: "✔", close: "≈", mistake: "▲", blunder: "✕" } as Record<Grade, string>,
  givesUp: (money: string): string => `gives up ${money}`,
  threshold: (close: number, mistake: number): Record<Grade, string> => ({
    best: "Best: gives up nothing",
    close: `Close: gives up at most ${close} % of the Ante`,
    mistake: `Mistake: gives up more than ${close} %, at most ${mistake} % of the Ante`,
    blunder: `Blunder: gives up more than ${mistake} % of the Ante`,
  }),
  scale: "How it grades",
  ends: (win: string, tie: string, lose: string, out: string): string =>
    `Played, you win ${win}, tie ${tie} and lose ${lose} of the dealer's hands${out === "0" ? "" : `; ${out} do not qualify`}.`,
  leftOut: (labels: readonly string[]): string => `Without ${listed(labels)}: no decision touches what ${labels.length === 1 ? "that is" : "they are"} worth.`,
  chose: (what: string, grade: string): string => `${what}: ${grade.toLowerCase()}`,
  chosenBest: (what: string): string => `${what} was best`,
  cost: (money: string): string => `gave up ${money} compared with the best play`,
  shadow: (what: string, net: number, mine: number): string =>
    net === mine ? `Perfect play, ${what}, had the same net: ${signed(net)}.` : `Perfect play: ${what}, ${signed(net)} on these cards; you ${signed(mine)}.`,
  same: "The perfect player does the same.",
  sure: (what: string, money: string): string => `${what} gives up ${money} on average, compared with the best play. Sure?`,
  anyway: (what: string): string => `${what} anyway`,
  again: "Think again",
  spoken: (parts: readonly string[]): string => `Coach. ${parts.join(". ")}.`,
  givenUp: "Given up",
  decisions: (number: number): string => `in ${number} ${number === 1 ? "decision" : "decisions"}`,
  perfect: (perfect: number): string => `${perfect} of them best`,
  mine: "You, on these hands",
  shadowNet: "Perfect player",
  worst: "Costliest decisions",
  noWorst: "None yet: every decision was the best.",
  nothingYet: "Nothing decided yet.",
  inLab: (hand: string): string => `${hand} in the Lab`,
  worstLine: (chose: string, best: string): string => `${chose}, best ${best}`,
  underACent: "under 1¢",
};
