// What operators did, in sentences. The journal has keys and values; people stand in it by id.

import type { components } from "../generated/api.ts";
import { DESK_ACTS } from "./operator-desk-acts.ts";

type ActShown = components["schemas"]["ActShown"];

const SAID: Record<string, (act: ActShown) => string> = {
  ...DESK_ACTS,
  open: (act) => `Opened table ${act.table}.`,
  close: (act) => `Closed table ${act.table}.`,
  freeze: (act) => `Froze table ${act.table}.`,
  thaw: (act) => `Let table ${act.table} go on.`,
  void: (act) => `Declared round ${act.round ?? ""} void.`,
};

/** One act as a sentence. */
export function actWords(act: ActShown): string {
  return SAID[act.what]?.(act) ?? act.what;
}
