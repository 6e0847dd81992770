// What the lists of the console are made of: times, tables, marks, what is waited for, and the names of houses.

import { html, nothing, type TemplateResult } from "lit";
import { call } from "../shared/api.ts";
import { moment } from "../shared/times.ts";
import { LISTS } from "../words/operator-lists.ts";
import type { Look } from "./section.ts";

/** A time in the reader's own zone. */
export function when(at: number): TemplateResult {
  return html`<time datetime=${new Date(at).toISOString()}>${moment.format(at)}</time>`;
}

export interface Column {
  name: string;
  /** Numbers stand to the right. */
  number?: boolean;
}

type Cell = TemplateResult | string | typeof nothing;

/** A table whose first cell names the row; on a narrow screen each row stands as a list of its own. */
export function list(name: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): TemplateResult {
  return html`<div class="list-wrap"><table class="list" aria-label=${name}>
    <thead><tr>${columns.map((each) => html`<th scope="col" class=${each.number ? "number" : nothing}>${each.name}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr>${row.map((cell, place) => {
        const column = columns[place];
        const look = column?.number ? "number" : nothing;
        return place === 0 ? html`<th scope="row" class=${look}>${cell}</th>` : html`<td class=${look} data-name=${column?.name ?? ""}><span>${cell}</span></td>`;
      })}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** Facts with their names. */
export function facts(rows: readonly (readonly [string, Cell])[]): TemplateResult {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Something that was asked for: what it says, that it is on its way, or why it is not there. */
export function looked<T>(look: Look<T>, show: (value: T) => TemplateResult | typeof nothing): TemplateResult {
  return html`<p class="fault" role="alert" ?hidden=${!look.fault}>${look.fault}</p>
    ${look.value !== undefined ? show(look.value) : look.fault ? nothing : html`<p class="waiting" role="status">${LISTS.waiting}</p>`}`;
}

/** A page of a list that grows by asking for more. */
export function more(press: () => void, busy: boolean): TemplateResult {
  return html`<p class="ways"><button type="button" ?disabled=${busy} @click=${press}>${LISTS.more}</button></p>`;
}

/** Tabs as links: where one is has no link's look. */
export function ways(name: string, entries: readonly (readonly [address: string, words: string, here: boolean])[]): TemplateResult {
  return html`<nav class="sub" aria-label=${name}>${entries.map(([address, words, here]) => html`<a href=${address} aria-current=${here ? "page" : nothing}>${words}</a>`)}</nav>`;
}

/** A long key, cut in the middle; whole for who points at it. */
export function short(key: string): TemplateResult | string {
  return key.length <= 20 ? key : html`<span class="mono" title=${key}>${key.slice(0, 12)}…${key.slice(-4)}</span>`;
}

let names: Promise<Map<string, string>> | undefined;

/** What the houses are called, by their keys; empty where they cannot be asked for. */
export function houseNames(): Promise<Map<string, string>> {
  names ??= call<{ id: string; name: string }[]>("GET", "/api/houses")
    .then((houses) => new Map(houses.map((each) => [each.id, each.name])))
    .catch(() => ((names = undefined), new Map<string, string>()));
  return names;
}
