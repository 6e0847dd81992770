// The house's words around a fact of the table: wagers, pays and hands by their keys, from the view alone.

import type { PaidBy } from "../generated/table.ts";
import { rankSign } from "../shared/words.ts";
import { LOG, type Who } from "../words/log.ts";
import type { Names } from "../words/showdown.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

type Printed = TableSeen["tables"][number];

/** A pay as its table prints it, by table, column and line. */
export function printedPay(view: TableSeen, by: PaidBy): string {
  const table = view.tables.find((each) => each.id === by.table);
  const row = table?.rows[table.lines.indexOf(by.line)];
  return row?.[1 + (table?.columns.findIndex((each) => each === by.column) ?? -1)] ?? "";
}

/** Whether a cell of a pay table is won or paid: the server's fact, by table, column and line. */
export function isMade(seat: SeatSeen | undefined, table: string, line: string, column?: string): boolean {
  return seat?.made.some((each) => each.table === table && each.line === line && (column === undefined || each.column === column)) ?? false;
}

/** Who sits at a seat; where one has several hands, with its number. */
export function whoAt(view: TableSeen, n: number): Who {
  const seat = view.seats.find((each) => each.n === n);
  if (!seat?.you) return { name: seat?.name ?? LOG.nobody(n), you: false };
  return { name: view.seats.filter((each) => each.you).length > 1 ? LOG.youAt(n) : LOG.you, you: true };
}

/** The words for what is told of a seat. */
export function namesAt(view: TableSeen, n: number, who: Who = whoAt(view, n), rank: (card: string) => string = rankSign): Names {
  const seat = view.seats.find((each) => each.n === n);
  const rowOf = (table: Printed, key: string): string | undefined => table.rows[table.lines.indexOf(key)]?.[0];
  return {
    who,
    dealer: view.dealer.label,
    wager: (id) => view.tables.find((each) => each.id === id)?.title ?? seat?.spots.find((each) => each.id === id)?.label ?? id,
    ranks: (cards) => cards.map(rank).join("-"),
    pay: (by) => printedPay(view, by),
    hand: (key) => (seat?.category === key ? seat.label : null) ?? (seat?.first_three === key ? seat.first_label : null) ?? view.tables.map((each) => rowOf(each, key)).find((each) => each !== undefined),
  };
}
