// Canonical JSON as docs/receipts.md has it: RFC 8785, and of its numbers the whole ones that a browser holds exactly.

import canonicalize from "canonicalize";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A value that has no canonical form here. */
export class NotCanonical extends Error {}

export function canonical(value: Json): string {
  check(value);
  return canonicalize(value) ?? "";
}

function check(value: Json): void {
  if (typeof value === "number" && (!Number.isSafeInteger(value) || Object.is(value, -0))) {
    throw new NotCanonical(`${value} is not a whole number that a browser holds exactly`);
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new NotCanonical("half a letter stands in it");
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) Object.keys(value).forEach(check);
  Object.values(value).forEach(check);
}
