// This what-if beside the printed sheets of other houses.

import { html, nothing, type TemplateResult } from "lit";
import { exactly } from "../../shared/fractions.ts";
import { COMPARE, EDGES } from "../../words/lab.ts";
import { csvButton } from "../figure.ts";
import { edge, rough } from "../numbers.ts";
import type { Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import { refused } from "./refused.ts";

type Column = Overview;
type Cell = { readonly text: string; readonly exact: string | null };

export function compare(store: LabStore, houses: readonly (readonly [string, string])[]): TemplateResult {
  const { beside, house } = store.state;
  const asked = [store.now, ...store.beside];
  const columns = store.now.answer ? asked.flatMap((each) => each.answer ?? []) : [];
  const toggle = (id: string): void => store.change({ beside: beside.includes(id) ? beside.filter((each) => each !== id) : [...beside, id] }, "beside");
  const failed = store.beside.find((each) => each.refusal);
  return html`<section class="box wide" aria-labelledby="compare" aria-busy=${asked.some((each) => each.pending)}>
    <h2 id="compare">${COMPARE.title}</h2>
    <p class="note">${COMPARE.lead}</p>
    <fieldset class="choices noprint"><legend>${COMPARE.choose}</legend>${houses.filter(([id]) => id !== house).map(([id, name]) => html`<label><input type="checkbox" .checked=${beside.includes(id)} @change=${() => toggle(id)} /> ${name}</label>`)}</fieldset>
    ${failed ? refused(failed) : columns.length > 1 ? table(house, columns) : nothing}
  </section>`;
}

/** A row of every rule, then one of every wager; wagers of one kind share a row, whatever a house calls them. */
function rowsOf(columns: readonly Column[]): { label: string; figure: boolean; cells: Cell[] }[] {
  const facts = new Map(columns.flatMap((column) => column.facts).reverse().map((fact) => [fact.key, fact.label]));
  const wagers = new Map(columns.flatMap((column) => [...column.wagers, ...column.simulated, ...column.refused]).reverse().map((wager) => [wager.id, wager.label]));
  const fact = (column: Column, key: string): Cell => ({ text: column.facts.find((each) => each.key === key)?.value ?? "–", exact: null });
  const wager = (column: Column, id: string): Cell => {
    const found = column.wagers.find((each) => each.id === id);
    if (found) return { text: edge(exactly(found.ev)), exact: found.ev };
    const made = column.simulated.find((each) => each.id === id);
    if (made) return { text: `${rough(made.house_edge)} ${EDGES.simulated}`, exact: null };
    return { text: column.refused.some((each) => each.id === id) ? COMPARE.unpriced : COMPARE.none, exact: null };
  };
  return [
    ...[...facts].reverse().map(([key, label]) => ({ label, figure: false, cells: columns.map((column) => fact(column, key)) })),
    ...[...wagers].reverse().map(([id, label]) => ({ label, figure: true, cells: columns.map((column) => wager(column, id)) })),
  ];
}

function table(house: string, columns: readonly Column[]): TemplateResult {
  const rows = rowsOf(columns);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${COMPARE.caption}><table class="compared">
    <caption class="unseen">${COMPARE.caption}</caption>
    <thead><tr><th scope="col">${COMPARE.what}</th>${columns.map((column, i) => html`<th scope="col">${column.name}${i === 0 ? html`<small>${COMPARE.this}</small>` : nothing}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr class=${row.figure ? "figure" : "fact"}><th scope="row">${row.label}</th>${row.cells.map((cell) => html`<td class=${cell.exact === null ? "" : "number"}>${cell.text}${cell.exact === null ? nothing : html`<small class="mono">${cell.exact}</small>`}</td>`)}</tr>`)}</tbody>
  </table></div>
  <div class="take-away tools noprint">${csvButton(`${house}-compared`, COMPARE.caption, { head: [COMPARE.what, ...columns.map((column) => column.name)], rows: rows.map((row) => [row.label, ...row.cells.map((cell) => cell.text)]) })}</div>`;
}
