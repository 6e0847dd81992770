// Canonical JSON as docs/receipts.md has it: keys sorted, no blanks, letters outside ASCII as escapes, whole numbers.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A value that has no canonical form here. */
export class NotCanonical extends Error {}

export function canonical(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return whole(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${quoted(key)}:${canonical(value[key] as Json)}`).join(",")}}`;
}

function whole(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new NotCanonical(`${value} is not a whole number that a browser holds exactly`);
  return String(value);
}

function quoted(text: string): string {
  const outside = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, outside);
}

function byCodePoint(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const step = (a[i]?.codePointAt(0) ?? 0) - (b[i]?.codePointAt(0) ?? 0);
    if (step !== 0) return step;
  }
  return a.length - b.length;
}
