// What operators did, in sentences. The journal has keys and values; people stand in it by id, and names come beside it.

import type { components } from "../generated/api.ts";
import { DESK_ACTS, type Names, type Said, subject } from "./operator-desk-acts.ts";
import { CAUSES } from "./operator-tables.ts";

type ActShown = components["schemas"]["ActShown"];

const asked = (act: ActShown): Record<string, unknown> => (act.after["asked"] ?? {}) as Record<string, unknown>;
const seat = (act: ActShown): string => `seat ${String(asked(act)["seat"])} of table ${act.table}`;

const SAID: Record<string, Said> = {
  ...DESK_ACTS,
  open: (act) => `Opened table ${act.table}${typeof asked(act)["title"] === "string" ? `, “${String(asked(act)["title"])}”` : ""}.`,
  close: (act) => (act.after["closed"] ? `Closed table ${act.table}.` : `Closes table ${act.table} after its round.`),
  freeze: (act) => `Froze table ${act.table}.`,
  thaw: (act) => `Let table ${act.table} go on.`,
  void: (act) => `Declared round ${act.round ?? ""} void: ${(CAUSES[String(asked(act)["cause"])] ?? "").toLowerCase()}.`,
  change: (act) => `Changed the terms of table ${act.table}.`,
  deal_now: (act) => `Had the bets at table ${act.table} dealt.`,
  nudge: (act) => `Nudged ${seat(act)}.`,
  sit_out: (act) => `Sat out ${seat(act)}.`,
  remove: (act) => `Removed ${seat(act)}.`,
  hand_over: (act) => `Made ${seat(act)} the host.`,
  evening_start: () => "Started an evening.",
  evening_pause: () => "Paused an evening.",
  evening_resume: () => "Let an evening go on.",
  evening_call_off: () => "Called an evening off.",
  evening_remove: (act, people) => `Removed ${subject(act, people)} from an evening.`,
  evening_bots: () => "Changed the bots of an evening.",
  "operator add": (act, people) => `Made ${subject(act, people)} an operator.`,
  "operator remove": (act, people) => `Took the operator’s role from ${subject(act, people)}.`,
};

/** One act as a sentence; who is known by name is named. */
export function actWords(act: ActShown, people: Names = {}): string {
  return SAID[act.what]?.(act, people) ?? act.what;
}
