// The limits that rise over an evening: what is proposed to a host, and how what they have written is read.

import { FORM } from "../words/evening-form.ts";
import type { Kind, LevelAsked } from "./shapes.ts";

/** What a host has written into one line. */
export interface Row {
  length: string;
  low: string;
  high: string;
}

export type Unit = "rounds" | "minutes";

/** A field that cannot be read: which one, and why in a sentence. Nothing was sent. */
export class NotFilled extends Error {
  readonly field: string;

  constructor(field: string, text: string) {
    super(text);
    this.field = field;
  }
}

/** How the lowest limit of a house grows from level to level. */
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
const WIDE = 10; // the highest limit is so many times the lowest
const ROUNDS_A_LEVEL = 5;
const MINUTES_A_LEVEL = 10;
const LEVELS_OF_A_FREEZE_OUT = 8;
const LATE = 5;
export const MOST_LEVELS = 30;

export interface Wanted {
  kind: Kind;
  unit: Unit;
  chips: number;
  rounds: number;
  low: number;
  high: number;
}

/** A schedule for an evening: it begins where everybody has many bets, and ends where few are left. */
export function proposed({ kind, unit, chips, rounds, low, high }: Wanted): Row[] {
  const length = unit === "minutes" ? MINUTES_A_LEVEL : kind === "rounds" ? Math.max(1, Math.ceil(rounds / levelsOf(rounds))) : ROUNDS_A_LEVEL;
  const many = kind === "rounds" ? levelsOf(rounds) : LEVELS_OF_A_FREEZE_OUT;
  const found: Row[] = [];
  for (const step of STEPS.slice(0, many)) {
    const least = low * step;
    if (least > high || (found.length > 0 && least * 2 > chips)) break;
    found.push({ length: String(length), low: plain(least), high: plain(Math.min(high, least * WIDE)) });
  }
  return found;
}

/** Until which round one may enter late: it ends before the last one. */
export function lateProposed(rounds: number | undefined): number {
  return Math.max(0, Math.min(LATE, (rounds ?? Infinity) - 1));
}

/** So many levels that each lasts some rounds. */
function levelsOf(rounds: number): number {
  return Math.min(6, Math.max(1, Math.floor(rounds / ROUNDS_A_LEVEL)));
}

/** One more level after the last: double, as far as the house goes. */
export function oneMore(rows: readonly Row[], high: number): Row {
  const last = rows.at(-1);
  const doubled = (text: string): string => plain(Math.min(high, (tryCents(text) ?? 0) * 2));
  return last ? { length: last.length, low: doubled(last.low), high: doubled(last.high) } : { length: String(ROUNDS_A_LEVEL), low: "5", high: "50" };
}

/** The levels as the API takes them. */
export function levelsFrom(rows: readonly Row[], unit: Unit): LevelAsked[] {
  if (rows.length === 0) throw new NotFilled("levels", FORM.noLevel);
  return rows.map((row, at) => {
    const length = whole(`levels.${at}.${unit}`, row.length, FORM.length);
    const low = cents(`levels.${at}.low`, row.low);
    const high = cents(`levels.${at}.high`, row.high);
    if (low > high) throw new NotFilled(`levels.${at}.high`, FORM.crossed(at + 1));
    return { rounds: unit === "rounds" ? length : null, minutes: unit === "minutes" ? length : null, low, high };
  });
}

/** How long all levels last together; what is not a number counts as nothing. */
export function lengthOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + (Number.parseInt(row.length, 10) || 0), 0);
}

/** Whole cents of "20", "$1,000" or "12.50". */
export function cents(field: string, text: string): number {
  const found = tryCents(text);
  if (found === undefined || found === 0) throw new NotFilled(field, FORM.money(text.trim()));
  return found;
}

function tryCents(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^\$/, "").replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : undefined;
}

/** A whole number that is at least 1, or at least 0 where nothing is meant by it. */
export function whole(field: string, text: string, wrong: (text: string) => string, least = 1): number {
  const bare = text.trim();
  if (!/^\d{1,6}$/.test(bare) || Number(bare) < least) throw new NotFilled(field, wrong(bare));
  return Number(bare);
}

/** Cents as one would write them into a field: "12.50", "5". */
export function plain(amount: number): string {
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
}
