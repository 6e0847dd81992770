// Micro-cents, a millionth of a cent, as the books have them: whole numbers as text, exact until they are printed.

const DOLLAR = 100_000_000n;
const CENT_DIGITS = 2;
const DIGITS = 8; // of a dollar in micro-cents

/** "$1,000.50", "−$0.000025": every digit that is there, and at least the cents where there are any. */
export function microDollars(text: string): string {
  const amount = BigInt(text);
  const size = amount < 0n ? -amount : amount;
  const whole = (size / DOLLAR).toLocaleString("en-US");
  const rest = (size % DOLLAR).toString().padStart(DIGITS, "0").replace(/0+$/, "");
  const shown = rest && `.${rest.padEnd(CENT_DIGITS, "0")}`;
  return `${amount < 0n ? "−" : ""}$${whole}${shown}`;
}

/** "+$15", "−$15", "$0": what came or went. */
export function microSigned(text: string): string {
  return BigInt(text) > 0n ? `+${microDollars(text)}` : microDollars(text);
}

/** The nearest cents of an exact fraction of cents, "1234/5": halves go up. */
export function nearestCents(fraction: string): number {
  const [above = "0", below = "1"] = fraction.split("/");
  const [a, b] = [BigInt(above) * 2n + BigInt(below), BigInt(below) * 2n];
  const down = a / b - (a % b < 0n ? 1n : 0n);
  return Number(down);
}

/** Cents that somebody has written: "12.50", "$1,000"; undefined where that is none. */
export function centsOf(written: string): number | undefined {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(written.trim());
  if (!found) return undefined;
  return Number(found[1]?.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(CENT_DIGITS, "0"));
}
