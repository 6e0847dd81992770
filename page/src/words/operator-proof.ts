// The words of the console's section of proof: chains, heads and audits.

import { counted } from "./operator-lists.ts";

export const PROOF = {
  audits: "Audits",
  auditLead: "An audit deals and settles every round again, adds up every cent and follows every chain. It only reads, and tables go on meanwhile.",
  noAudit: "No audit was asked for here yet.",
  running: (done: number, total: number): string => (total ? `Audit runs: ${done.toLocaleString("en-US")} of ${counted(total, "round")}` : "The audit begins…"),
  begunBy: (name: string): string => `Asked for by ${name},`,
  list: "Last audits",
  number: "Audit",
  one: (number: number): string => `Audit ${number}`,
  state: "Result",
  rounds: "Rounds",
  faults: (count: number): string => counted(count, "fault"),
  faultsMore: (shown: number, all: number): string => `The first ${shown} of ${counted(all, "fault")}. pitboss audit tells more.`,
  chains: "Where the chains end",
  chainLead: "If you keep a head elsewhere, you can see later whether something before it was changed or is missing.",
  house: "The house: grants, acts, notes, roles and limits",
  records: (count: number): string => counted(count, "record"),
  last: "Last head over all chains",
  noHead: "No head was made yet. A server makes one each hour; pitboss head makes one at once.",
  covers: (tables: number, rounds: number, records: number): string => `It stands for ${counted(tables, "table")}, ${counted(rounds, "round")} and ${counted(records, "record")}.`,
  headNumber: (number: number): string => `Head ${number},`,
  tables: "Tables",
  noTables: "No table was opened yet.",
  table: "Table",
  roundHead: "Head of its rounds",
  eventLink: "Head of its events",
  events: "Events",
  closed: "closed",
} as const;

/** How audits stand, by the keys of the server. */
export const AUDIT_STATES: Record<string, string> = {
  running: "Runs now",
  clean: "Clean: everything adds up",
  faulty: "Not clean",
  stopped: "Stopped before its end",
  lost: "Lost: its server has ended",
  failed: "It did not come to an end: the server's log says why",
};

export const AUDIT_ACTS = {
  begin: { name: "Audit now", will: "Everything that is stored is judged again, beside the tables that run. It can take minutes; one runs at a time." },
  stop: { name: "Stop the audit", will: "The audit ends without a result. You can ask for another one at any time." },
} as const;
