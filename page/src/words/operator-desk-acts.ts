// What operators did with people, about rounds and for proof, in sentences; amounts and verdicts from the journal's values.

import type { components } from "../generated/api.ts";
import { dollars } from "../shared/money.ts";
import { VERDICTS } from "./operator-disputes.ts";

type ActShown = components["schemas"]["ActShown"];
export type Names = Readonly<Record<string, string>>;
export type Said = (act: ActShown, people: Names) => string;

const value = (act: ActShown, key: string): unknown => act.after[key];

/** Whom an act was about: by the name of today, or else by id. */
export function subject(act: ActShown, people: Names): string {
  const id = String(value(act, "person") ?? "");
  return people[id] ?? `account ${id}`;
}

export const DESK_ACTS: Record<string, Said> = {
  grant: (act, people) => `Gave ${dollars(Number(value(act, "granted") ?? 0))} to ${subject(act, people)}.`,
  exclude: (act, people) => `Excluded ${subject(act, people)} from play.`,
  "reset password": (act, people) => `Made a password link for ${subject(act, people)}.`,
  "sign out": (act, people) => `Signed ${subject(act, people)} out everywhere.`,
  delete: (act, people) => `Deleted ${subject(act, people)}.`,
  note: (act) => `Noted something about round ${act.round ?? ""}.`,
  dispute: (act) => `Opened a dispute about round ${act.round ?? ""}.`,
  "close dispute": (act) => `Closed the dispute about round ${act.round ?? ""}: ${(VERDICTS[String(value(act, "verdict"))] ?? "").toLowerCase()}.`,
  audit: (act) => `Asked for audit ${String(value(act, "audit"))}.`,
  "stop audit": (act) => `Stopped audit ${String(value(act, "audit"))}.`,
  "audit result": (act) => `Audit ${String(value(act, "audit"))} ended: ${String(value(act, "state"))}, ${Number(value(act, "faults") ?? 0)} faults.`,
};
