// The words of the journal: its filters, and what an act has changed.

import type { components } from "../generated/api.ts";
import { dollars } from "../shared/money.ts";
import { moment } from "../shared/times.ts";

type ActShown = components["schemas"]["ActShown"];
type Names = Readonly<Record<string, string>>;

/** The kinds of acts, by the journal's keys. */
export const KINDS: Record<string, string> = {
  open: "Open a table",
  close: "Close a table",
  freeze: "Freeze a table",
  thaw: "Let a table go on",
  void: "Void a round",
  change: "Change a table’s terms",
  deal_now: "Deal now",
  nudge: "Nudge",
  sit_out: "Sit somebody out",
  remove: "Remove from a table",
  hand_over: "Another host",
  grant: "Grant money",
  exclude: "Exclude",
  "reset password": "Password link",
  "sign out": "Sign out",
  delete: "Delete an account",
  note: "Note on a round",
  dispute: "Open a dispute",
  "close dispute": "Close a dispute",
  audit: "Ask for an audit",
  "stop audit": "Stop an audit",
  "audit result": "End of an audit",
  evening_start: "Start an evening",
  evening_pause: "Pause an evening",
  evening_resume: "Let an evening go on",
  evening_call_off: "Call an evening off",
  evening_remove: "Remove from an evening",
  evening_bots: "Bots of an evening",
  "operator add": "Make an operator",
  "operator remove": "Take the role away",
};

export const JOURNAL = {
  filters: "Filters",
  table: "Table, by id",
  person: "Person, by name or id",
  operator: "Operator, by name; console for the command line",
  kind: "Kind",
  any: "All kinds",
  since: "From",
  until: "To",
  filter: "Filter",
  all: "Show everything",
  none: "Nothing was done that fits.",
  list: "Acts, the latest first",
  console: "the command line",
  system: "the house",
  gone: "a deleted account",
  number: (number: number): string => `Number ${number}`,
  seeTable: "Table",
  seeRound: "Round",
  seePerson: "Person",
} as const;

const yes = (on: unknown): string => (on ? "yes" : "no");
const terms = (value: unknown): string => {
  const [low, high, clock, coach] = value as [number, number, boolean, boolean];
  return `${dollars(low)} to ${dollars(high)}, ${clock ? "with" : "without"} a clock, ${coach ? "with" : "without"} the coach`;
};
const until = (value: unknown): string => (value === null ? "not" : `until ${moment.format(Number(value))}`);

/** What of an act's values is told, by their keys, with how each value is written. */
const TOLD: Record<string, readonly [name: string, written: (value: unknown) => string]> = {
  phase: ["Round", String],
  frozen: ["Frozen", yes],
  closing: ["Closing", yes],
  closed: ["Closed", yes],
  terms: ["Terms", terms],
  funds: ["In hand", (value) => dollars(Number(value))],
  excluded_until: ["Excluded", until],
  role: ["Role", String],
  session: ["Sessions", String],
  bearer: ["Programs", String],
  set_aside: ["Set aside", String],
};

/** The values that an act has changed, before and after it, each as a sentence. */
export function changes(act: ActShown, people: Names): string[] {
  const told: string[] = [];
  for (const [key, [name, written]] of Object.entries(TOLD)) {
    const [before, after] = [act.before[key], act.after[key]];
    if (JSON.stringify(before) === JSON.stringify(after) || (before === undefined && after === undefined)) continue;
    if (typeof after === "object" && after !== null && !Array.isArray(after)) told.push(...purses(before, after, people));
    else if (before === undefined) told.push(`${name}: ${written(after)}.`);
    else if (after === undefined) told.push(`${name} before: ${written(before)}.`);
    else told.push(`${name}: ${written(before)} before, ${written(after)} after.`);
  }
  return told;
}

function purses(before: unknown, after: object, people: Names): string[] {
  const had = (before ?? {}) as Record<string, number>;
  return Object.entries(after as Record<string, number>)
    .filter(([person, cents]) => had[person] !== cents)
    .map(([person, cents]) => `${people[person] ?? JOURNAL.gone}: ${dollars(had[person] ?? 0)} in hand before, ${dollars(cents)} after.`);
}
