// Which audit speaks for the house.

import type { components } from "../../generated/api.ts";

type AuditShown = components["schemas"]["AuditShown"];

/** What is said on top: the last audit that came to its end, else the last that was asked for. */
export function lastWord(audits: readonly AuditShown[]): AuditShown | undefined {
  return audits.find((each) => each.state === "clean" || each.state === "faulty") ?? audits.find((each) => each.state !== "running");
}
