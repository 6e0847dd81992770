// How the Lab writes its figures.

import { decimal, exactly, type Fraction, fraction, grouped, negative, times } from "../shared/fractions.ts";

const HUNDRED = fraction(100n);

/** "7.28": an exact share in hundredths; more decimals where it would look like nothing. */
function hundredths(share: Fraction, digits = 2): string {
  const text = decimal(times(share, HUNDRED), digits);
  const nothing = share.n !== 0n && /^−?0\.?0*$/.test(text) && digits < 6;
  return nothing ? hundredths(share, digits + 2) : text;
}

/** "7.28 %": of an exact share. */
export function percent(share: Fraction, digits = 2): string {
  return `${hundredths(share, digits)} %`;
}

/** The house edge of a mean: its negative. */
export function edge(ev: Fraction): string {
  return percent(negative(ev));
}

/** The same without its sign: "7.28", for what stands before another edge. */
export function bareEdge(ev: Fraction): string {
  return hundredths(negative(ev));
}

/** "3.37 %" of a float that the server sends for showing. */
export function rough(share: number, digits = 2): string {
  return `${number(share * 100, digits)} %`;
}

/** A chance: "1 in 460" where it is small. */
export function oneIn(share: Fraction): string {
  if (share.n === 0n) return "never";
  return share.n * 10n > share.d ? percent(share) : `1 in ${decimal(fraction(share.d, share.n), 0)}`;
}

/** "+0.412", "−1.000": units of a wager. */
export function units(value: Fraction | string, digits = 4): string {
  const exact = typeof value === "string" ? exactly(value) : value;
  const text = decimal(exact, digits);
  return exact.n > 0n ? `+${text}` : text;
}

/** "0.412": what is given up, in units of a wager. */
export function loss(value: string, digits = 4): string {
  return decimal(exactly(value), digits);
}

export function number(value: number, digits = 2): string {
  return value.toFixed(digits).replace("-", "−").replace(/^−(0\.?0*)$/, "$1"); // no minus nought
}

/** A whole number that came as text. */
export const count = (text: string): string => grouped(text);
