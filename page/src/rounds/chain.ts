// Several receipts: in each table numbers go up, and each follows the head of the one before it.

import { CHAIN } from "../words/rounds.ts";
import type { Receipt } from "./receipt.ts";
import type { Check } from "./verify.ts";

/** How the receipts of each table hang together; a person's own have gaps, for others played in between. */
export function chains(receipts: readonly Receipt[]): Check[] {
  const tables = new Map<string, Receipt[]>();
  for (const each of receipts) tables.set(each.proof.table, [...(tables.get(each.proof.table) ?? []), each]);
  return [...tables].flatMap(([table, list]) => linked(table, list.sort((a, b) => a.proof.number - b.proof.number)));
}

function linked(table: string, list: readonly Receipt[]): Check[] {
  const found: Check[] = [];
  let from = list[0]?.proof.number ?? 0;
  const close = (to: number): void => {
    if (to > from) found.push({ id: "chain", right: true, text: CHAIN.links(table, from, to) });
  };
  for (let i = 1; i < list.length; i++) {
    const [before, now] = [list[i - 1]?.proof, list[i]?.proof];
    if (!before || !now) continue;
    if (now.number > before.number + 1) {
      close(before.number);
      found.push({ id: "gap", right: true, text: CHAIN.gap(table, before.number, now.number) });
      from = now.number;
    } else if (now.number === before.number || now.previous !== before.head) {
      close(before.number);
      found.push({ id: "chain", right: false, text: CHAIN.broken(table, now.number) });
      from = now.number;
    }
  }
  close(list.at(-1)?.proof.number ?? from);
  return found;
}
