// What operators did, in sentences. The journal has keys and values; people stand in it by id, and names come beside it.

import type { components } from "../generated/api.ts";
import { DESK_ACTS, type Names, type Said, subject } from "./operator-desk-acts.ts";
import { CAUSES } from "./operator-tables.ts";

type ActShown = components["schemas"]["ActShown"];

const asked = (act: ActShown): Record<string, unknown> => (act.after["asked"] ?? {}) as Record<string, unknown>;
const table = (act: ActShown, names: Names): string => names[act.table ?? ""] ?? act.table ?? "";
const seat = (act: ActShown, names: Names): string => `seat ${String(asked(act)["seat"])} of table ${table(act, names)}`;

const SAID: Record<string, Said> = {
  ...DESK_ACTS,
  open: (act, names) => `Opened table ${names[act.table ?? ""] ?? String(asked(act)["title"] ?? act.table)}.`,
  close: (act, names) => (act.after["closed"] ? `Closed table ${table(act, names)}.` : `Closes table ${table(act, names)} after its round.`),
  freeze: (act, names) => `Froze table ${table(act, names)}.`,
  thaw: (act, names) => `Let table ${table(act, names)} go on.`,
  void: (act) => `Declared round ${act.round ?? ""} void: ${(CAUSES[String(asked(act)["cause"])] ?? "").toLowerCase()}.`,
  change: (act, names) => `Changed the terms of table ${table(act, names)}.`,
  deal_now: (act, names) => `Had the bets at table ${table(act, names)} dealt.`,
  nudge: (act, names) => `Nudged ${seat(act, names)}.`,
  sit_out: (act, names) => `Sat out ${seat(act, names)}.`,
  remove: (act, names) => `Removed ${seat(act, names)}.`,
  hand_over: (act, names) => `Made ${seat(act, names)} the host.`,
  evening_start: () => "Started an evening.",
  evening_pause: () => "Paused an evening.",
  evening_resume: () => "Let an evening go on.",
  evening_call_off: () => "Called an evening off.",
  evening_remove: () => "Removed somebody from an evening.",
  evening_bots: () => "Changed the bots of an evening.",
  "operator add": (act, people) => `Made ${subject(act, people)} an operator.`,
  "operator remove": (act, people) => `Took the operator’s role from ${subject(act, people)}.`,
};

/** One act as a sentence; people and tables whose names are known are named. */
export function actWords(act: ActShown, names: Names = {}): string {
  return SAID[act.what]?.(act, names) ?? act.what;
}
