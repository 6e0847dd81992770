// A sitting as the server tells it, and the figures that stand on its card.

import type { components } from "../generated/api.ts";
import { call } from "../shared/api.ts";
import { signed } from "../shared/money.ts";
import { SITTING } from "../words/sitting.ts";

export type Sitting = components["schemas"]["SittingCard"];

export const ask = (table: string, before = ""): Promise<Sitting> =>
  call<Sitting>("GET", `/api/tables/${encodeURIComponent(table)}/sitting${before ? `?before=${encodeURIComponent(before)}` : ""}`);

export interface Figure {
  readonly name: string;
  readonly text: string;
  /** What it means, in a sentence. */
  readonly more: string;
  /** Its sign, for its colour; the text has it, too. */
  readonly sign: number;
}

/** Luck against skill: what the bets were worth, what decisions cost, and the rest. */
export function figuresOf({ reckoning }: Sitting): Figure[] {
  const { expected, given_up, given_up_away, luck } = reckoning;
  const away = { name: SITTING.away, text: SITTING.lost(given_up_away), more: SITTING.awayMore, sign: -given_up_away };
  return [
    { name: SITTING.expected, text: SITTING.fineSigned(expected), more: SITTING.expectedMore, sign: expected },
    { name: SITTING.givenUp, text: SITTING.lost(given_up), more: SITTING.givenUpMore, sign: -given_up },
    ...(given_up_away > 0 ? [away] : []),
    { name: SITTING.luck, text: SITTING.fineSigned(luck), more: SITTING.luckMore, sign: luck },
  ];
}

/** What is in the net and not in the figures; empty where everything is. */
export function leftOut({ rounds }: Sitting): string {
  const count = (kind: string): number => rounds.filter((each) => each.counts === kind).length;
  if (count("priced") === rounds.length) return "";
  return SITTING.leftOut(count("bank"), count("uncovered"), count("void"), count("unpriced"));
}

export function netOf({ net, purse }: Sitting): string {
  return purse === "chips" ? `${signed(net)} ${SITTING.inChips}` : signed(net);
}

/** Day and hours in the reader's own clock. */
export function spanOf({ began, ended, rounds }: Sitting): string {
  if (began === null || ended === null) return "";
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
  const hour = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
  const times = [...new Set([hour.format(began), hour.format(ended)])].join(" – ");
  return SITTING.span(rounds.length, `${day.format(ended)}, ${times}`);
}
