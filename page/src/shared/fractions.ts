// Exact fractions of whole numbers of any size. Floats are made only to draw with; text is rounded once, at the end.

export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Fraction = { n: 0n, d: 1n };

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** n/d in lowest terms, the sign on top. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 0n) throw new RangeError("a fraction has no zero below");
  const common = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / common, d: d / common };
}

/** "5", "-402/5525" or "1.5"; undefined for anything else. */
export function readFraction(text: string): Fraction | undefined {
  const ratio = /^\s*([-−+]?\d+)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
  if (ratio) {
    const below = BigInt(ratio[2] ?? "1");
    return below === 0n ? undefined : fraction(BigInt((ratio[1] ?? "").replace("−", "-").replace("+", "")), below);
  }
  const decimal = /^\s*([-−]?)(\d*)\.(\d+)\s*$/.exec(text);
  if (!decimal) return undefined;
  const [, sign, whole, part] = decimal;
  const value = fraction(BigInt(`${whole ?? ""}${part ?? ""}`), 10n ** BigInt((part ?? "").length));
  return sign ? negative(value) : value;
}

/** A fraction as the server writes it. */
export function exactly(text: string): Fraction {
  const found = readFraction(text);
  if (!found) throw new RangeError(`no fraction: ${text}`);
  return found;
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
export const negative = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
export const same = (a: Fraction, b: Fraction): boolean => a.n === b.n && a.d === b.d;

/** As the server writes it: "-402/5525", "5". */
export function written(a: Fraction): string {
  return a.d === 1n ? String(a.n) : `${a.n}/${a.d}`;
}

/** To so many decimals, halves away from zero. The sign is the true minus; there is no minus nought. */
export function decimal(a: Fraction, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const top = (a.n < 0n ? -a.n : a.n) * scale;
  const rounded = (top * 2n + a.d) / (a.d * 2n);
  const text = String(rounded).padStart(digits + 1, "0");
  const [whole, part] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return `${a.n < 0n && rounded !== 0n ? "−" : ""}${grouped(whole)}${digits > 0 ? `.${part}` : ""}`;
}

/** "20,358,520". */
export function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** For drawing only. */
export function roughly(a: Fraction): number {
  const whole = a.n / a.d;
  return Number(whole) + Number(((a.n - whole * a.d) * 10n ** 15n) / a.d) / 1e15;
}
