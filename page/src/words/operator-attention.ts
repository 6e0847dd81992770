// What needs an operator's attention, in sentences.

import type { components } from "../generated/api.ts";
import { moment } from "../shared/times.ts";
import { counted } from "./operator-lists.ts";

export type Fact = components["schemas"]["Concern"];

const LIMITS: Record<string, string> = { loss: "what may be lost in a session", minutes: "how long a session may be" };
const FAILED: Record<string, string> = { failed: "could not be done", lost: "was lost with its server" };

const who = (fact: Fact): string => fact.name ?? "somebody whose account is deleted";
const table = (fact: Fact): string => fact.title ?? fact.table ?? "";

const SAID: Record<Fact["key"], (fact: Fact) => string> = {
  audit_failed: (fact) => (fact.fault === "faulty" ? `The last audit, number ${fact.number}, found ${counted(fact.times, "fault")}.` : `The last audit, number ${fact.number}, ${FAILED[fact.fault ?? ""] ?? "did not end well"}.`),
  head_failed: () => "The hourly head over all chains could not be made.",
  table_set_aside: (fact) => `Table ${table(fact)} cannot go on and is set aside (${fact.fault ?? "?"}). Nobody can play there until it is closed.`,
  dispute: (fact) => `${who(fact)} doubts round ${fact.round}.`,
  table_frozen: (fact) => `Table ${table(fact)} is frozen: its players wait.`,
  sign_in_name: (fact) => `${counted(fact.times, "sign-in")} as ${who(fact)} failed in a row.`,
  sign_in_network: (fact) => `${counted(fact.times, "sign-in")} from ${fact.network} failed in a row.`,
  round_void: (fact) => `Round ${fact.round} was void.`,
  limit: (fact) => `${who(fact)} has come to a limit of their own: ${LIMITS[fact.which ?? ""] ?? "play"}${fact.times > 1 ? ` (${fact.times} times)` : ""}.`,
  exclusion: (fact) => `${who(fact)} is excluded from play until ${moment.format(fact.until ?? 0)}.`,
};

export const ATTENTION = {
  well: "All is well: nothing waits for you.",
  more: "Disputes, tables that stand, failed audits and heads, sign-ins that fail again and again, rounds that were void, limits that were hit and exclusions would stand here.",
  what: "What needs attention",
  urgent: "Urgent",
  said: (fact: Fact): string => SAID[fact.key](fact),
  last: "Last",
} as const;

interface Way {
  words: string;
  address: string;
}

const at = (path: string, id: string | null | undefined): string => `/operator/${path}/${encodeURIComponent(id ?? "")}`;

/** Where one acts. */
export function wayOf(fact: Fact): Way | undefined {
  switch (fact.key) {
    case "audit_failed":
      return { words: "See the audit", address: "/operator/proof" };
    case "head_failed":
      return { words: "See the heads", address: "/operator/proof" };
    case "table_set_aside":
    case "table_frozen":
      return { words: "See the table", address: at("tables", fact.table) };
    case "dispute":
      return { words: "Judge the round", address: at("disputes", fact.round) };
    case "round_void":
      return { words: "See the round", address: at("disputes", fact.round) };
    case "sign_in_name":
    case "limit":
    case "exclusion":
      return { words: "See the person", address: at("people", fact.person) };
    case "sign_in_network":
      return undefined;
  }
}

/** What cannot wait. */
export function isUrgent(fact: Fact): boolean {
  return ["audit_failed", "head_failed", "table_set_aside", "dispute", "table_frozen", "sign_in_name", "sign_in_network"].includes(fact.key);
}
