// What an operator can do at a table, each as an act for the dialog.

import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { CAUSES, TABLE_ACTS } from "../../words/operator-tables.ts";
import { type Act, type Fields, NotFilled } from "../act.ts";
import { centsOf } from "../micro.ts";

export type TableShown = components["schemas"]["TableShown"];
export type House = components["schemas"]["HouseListed"];
type SeatTaken = components["schemas"]["SeatTaken"];

const MOST_BOTS = 6;

/** Opens a table of the house's own. */
export function opening(houses: readonly House[]): Act {
  const { open } = TABLE_ACTS;
  return {
    name: open.name,
    will: open.will,
    path: "/api/operator/tables",
    fields: () => html`<label>${open.house}<select name="house">${houses.map((each) => html`<option value=${each.id}>${each.name}</option>`)}</select></label>
      <label>${open.title}<input name="title" maxlength="60" .defaultValue=${open.first} required /></label>
      <div class="row">${money("low", open.low, "", open.asPrinted)} ${money("high", open.high, "", open.asPrinted)}</div>
      <label>${open.bots}<select name="bots">${Array.from({ length: MOST_BOTS + 1 }, (_, number) => html`<option value=${number}>${number}</option>`)}</select></label>
      ${check("clock", open.clock, true)}`,
    read: (fields) => ({
      house: fields.get("house"),
      title: (fields.get("title") ?? "").trim() || open.first,
      low: cents(fields, "low"),
      high: cents(fields, "high"),
      clock: fields.has("clock"),
      bots: Array.from({ length: Number(fields.get("bots") ?? 0) }, () => "optimal"),
    }),
  };
}

/** The acts that fit a table as it stands; the last of them ends it. */
export function actsAt(table: TableShown): Act[] {
  const path = `/api/operator/tables/${encodeURIComponent(table.table)}`;
  const { freeze, thaw, deal, close } = TABLE_ACTS;
  const simple = ({ name, will }: { name: string; will: (title: string) => string }, act: string, danger = false): Act => ({ name, will: will(table.title), path: `${path}/${act}`, danger });
  const ending = simple(close, "close", true);
  const { view } = table;
  if (!view) return [ending];
  const bets = view.state.phase === "bets" && view.seats.some((seat) => seat.spots.some((spot) => spot.amount > 0));
  return [
    table.state === "frozen" ? simple(thaw, "thaw") : simple(freeze, "freeze"),
    ...(bets && table.state !== "frozen" ? [{ ...simple(deal, "host"), body: { do: "deal_now" } }] : []),
    changing(table, path),
    ...(table.voids.length > 0 && !["settled", "void"].includes(view.state.phase) ? [voiding(table, path, view.state.round)] : []),
    ending,
  ];
}

function voiding(table: TableShown, path: string, round: number): Act {
  const { name, will, cause } = TABLE_ACTS.void;
  return {
    name,
    will: will(table.title),
    path: `${path}/void`,
    danger: true,
    body: { round: `${table.table}:${round}` },
    fields: () => html`<label>${cause}<select name="cause">${table.voids.map((each) => html`<option value=${each.cause}>${CAUSES[each.cause] ?? each.cause} (${each.clause})</option>`)}</select></label>`,
    read: (fields) => ({ cause: fields.get("cause") }),
  };
}

function changing(table: TableShown, path: string): Act {
  const { change, open } = TABLE_ACTS;
  return {
    name: change.name,
    will: change.will(table.title),
    path: `${path}/host`,
    body: { do: "change" },
    fields: () => html`<div class="row">${money("low", open.low, written(table.low))} ${money("high", open.high, written(table.high))}</div>
      ${check("clock", change.clock, table.clock)} ${check("coach", change.coach, table.coach)}`,
    read: (fields) => {
      const wanted = { low: cents(fields, "low"), high: cents(fields, "high"), clock: fields.has("clock"), coach: fields.has("coach") };
      const other = Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== table[key as keyof typeof wanted]);
      if (other.length === 0) throw new NotFilled(change.unchanged);
      return Object.fromEntries(other);
    },
  };
}

/** What can be done with somebody at a table. */
export function actsOn(table: TableShown, person: SeatTaken): Act[] {
  const seat = person.seats[0];
  if (person.bot !== null || seat === undefined) return [];
  const path = `/api/operator/tables/${encodeURIComponent(table.table)}/host`;
  return (["nudge", "sit_out", "remove"] as const).map((act) => ({
    name: TABLE_ACTS[act].name,
    will: TABLE_ACTS[act].will(person.name),
    path,
    body: { do: act, seat },
    danger: act === "remove",
  }));
}

const written = (amount: number): string => String(amount / 100);

function money(name: string, label: string, value: string, empty?: string): TemplateResult {
  return html`<label>${label}<input name=${name} inputmode="decimal" autocomplete="off" .defaultValue=${value} placeholder=${empty ?? nothing} /></label>`;
}

function check(name: string, label: string, on: boolean): TemplateResult {
  return html`<label class="check"><input type="checkbox" name=${name} ?checked=${on} /> ${label}</label>`;
}

/** The cents of a field; undefined where nothing is written. */
function cents(fields: Fields, name: string): number | undefined {
  const text = (fields.get(name) ?? "").trim();
  if (text === "") return undefined;
  const found = centsOf(text);
  if (found === undefined || found < 1) throw new NotFilled(TABLE_ACTS.notDollars(text));
  return found;
}
