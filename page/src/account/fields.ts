// What a filled-in form says, in the shape in which the API takes it.

import { ACCOUNT } from "../words/account.ts";

const DAY = 86_400_000;

/** A field that cannot be read; nothing was sent. */
export class NotFilled extends Error {}

export function bodyOf(kind: string, fields: ReadonlyMap<string, string>, now: number): Record<string, unknown> {
  if (kind === "limits") return { loss: cents(fields.get("loss") ?? ""), minutes: minutes(fields.get("minutes") ?? "") };
  if (kind === "break") return { excluded_until: now + Number(fields.get("days")) * DAY };
  return Object.fromEntries(fields);
}

/** Cents of "20", "$20" or "1,000.50"; null when nothing is written. */
function cents(text: string): number | null {
  const bare = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (bare === "") return null;
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare);
  if (!found) throw new NotFilled(ACCOUNT.money(text));
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

function minutes(text: string): number | null {
  const bare = text.trim();
  if (bare === "") return null;
  if (!/^\d{1,5}$/.test(bare)) throw new NotFilled(ACCOUNT.minutes(text));
  return Number(bare);
}
