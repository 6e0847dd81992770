// Where the invitation to a table is; that of a private table has its key in it.

import type { TableSeen } from "./seen.ts";
import type { Store } from "./store.ts";

/** The path of the invitation, or of its QR code. */
export function invitation(store: Pick<Store, "invite">, view: Pick<TableSeen, "table" | "private" | "invite">, what: "" | ".svg" = ""): string {
  const invite = view.invite ?? store.invite;
  const query = view.private && invite ? `?${new URLSearchParams({ invite })}` : "";
  return `/tables/${encodeURIComponent(view.table)}/invite${what}${query}`;
}
