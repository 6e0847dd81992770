// What operators did with people, about rounds and for proof, in sentences; amounts and verdicts from the journal's values.

import type { components } from "../generated/api.ts";
import { dollars } from "../shared/money.ts";
import { VERDICTS } from "./operator-disputes.ts";

type ActShown = components["schemas"]["ActShown"];

const value = (act: ActShown, key: string): unknown => act.after[key];
const person = (act: ActShown): string => `account ${String(value(act, "person") ?? "")}`;

export const DESK_ACTS: Record<string, (act: ActShown) => string> = {
  grant: (act) => `Gave ${dollars(Number(value(act, "granted") ?? 0))} to ${person(act)}.`,
  exclude: (act) => `Excluded ${person(act)} from play.`,
  "reset password": (act) => `Made a password link for ${person(act)}.`,
  "sign out": (act) => `Signed ${person(act)} out everywhere.`,
  delete: (act) => `Deleted ${person(act)}.`,
  note: (act) => `Noted something about round ${act.round ?? ""}.`,
  dispute: (act) => `Opened a dispute about round ${act.round ?? ""}.`,
  "close dispute": (act) => `Closed the dispute about round ${act.round ?? ""}: ${(VERDICTS[String(value(act, "verdict"))] ?? "").toLowerCase()}.`,
  audit: (act) => `Asked for audit ${String(value(act, "audit"))}.`,
  "stop audit": (act) => `Stopped audit ${String(value(act, "audit"))}.`,
  "audit result": (act) => `Audit ${String(value(act, "audit"))} ended: ${String(value(act, "state"))}, ${Number(value(act, "faults") ?? 0)} faults.`,
};
