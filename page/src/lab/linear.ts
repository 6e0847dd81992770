// The one sum of the page: the mean of a wager over its pay lines, with whole counts that the server sends. Where a
// pay could change a decision the server says so, and the page asks it instead.

import { exactly, type Fraction, fraction, minus, plus, readFraction, times } from "../shared/fractions.ts";

export interface LinearLine {
  readonly key: string;
  readonly count: string;
  readonly odds: string;
  readonly kind: "to" | "for";
}

export interface LinearForm {
  readonly linear: boolean;
  readonly outcomes: string;
  readonly constant: string;
  readonly exact_on: number | null;
  readonly lines: readonly LinearLine[];
}

export interface Pay {
  readonly odds: Fraction;
  readonly kind: "to" | "for";
}

/** "40 to 1", "3 to 2", "500 for 1"; undefined for cash or a share of the meter. */
export function readPay(text: string): Pay | undefined {
  const found = /^\s*(\S+)\s+(to|for)\s+(\d+)\s*$/.exec(text);
  const top = found && readFraction(found[1] ?? "");
  if (!found || !top || found[3] === "0") return undefined;
  return { odds: times(top, fraction(1n, BigInt(found[3] ?? "1"))), kind: found[2] as "to" | "for" };
}

/** As a sheet writes it: "40 to 1", "3 to 2". */
export function payText({ odds, kind }: Pay): string {
  return `${odds.n} ${kind} ${odds.d}`;
}

/** (constant + Σ count · (odds, less 1 where the stake is kept)) / outcomes, exactly. */
export function meanOf(form: LinearForm, odds: (line: LinearLine) => Fraction): Fraction {
  let sum = exactly(form.constant);
  for (const line of form.lines) {
    const net = line.kind === "for" ? minus(odds(line), fraction(1n)) : odds(line);
    sum = plus(sum, times(exactly(line.count), net));
  }
  return times(sum, fraction(1n, BigInt(form.outcomes)));
}

/** Whether the sum is the mean for these odds: decisions stay, and no cent is cut. */
export function holds(form: LinearForm, odds: (line: LinearLine) => Fraction): boolean {
  const on = form.exact_on;
  return form.linear && (on === null || form.lines.every((line) => BigInt(on) % odds(line).d === 0n));
}
