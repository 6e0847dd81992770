// The grid of high-card hands: a table of buttons, one stop of the Tab key, arrows inside.

import { html, nothing, type TemplateResult } from "lit";
import { vars } from "../../shared/vars.ts";
import { actionLook, STRATEGY } from "../../words/lab.ts";
import { paint, ranksOf, signOf } from "../charts/heat.ts";
import { count, number } from "../numbers.ts";
import type { Cell, Chart } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import { bestMark } from "./best-mark.ts";

const STEPS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Moves the focus to the next cell in a direction that there is. */
function arrows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = (event.target as Element).closest<HTMLButtonElement>("button[data-row]");
  if (!step || !from) return;
  event.preventDefault();
  let [row, column] = [Number(from.dataset["row"]), Number(from.dataset["column"])];
  for (let tries = 0; tries < 13; tries++) {
    [row, column] = [row + step[0], column + step[1]];
    const next = from.closest("table")?.querySelector<HTMLButtonElement>(`button[data-row="${row}"][data-column="${column}"]`);
    if (!next) continue;
    from.tabIndex = -1;
    next.tabIndex = 0;
    return next.focus();
  }
}

export function grid(store: LabStore, chart: Chart): TemplateResult | typeof nothing {
  const found = chart.grid;
  if (!found) return nothing;
  const cells = new Map(found.map((cell) => [cell.cell, cell]));
  const { highs, seconds } = ranksOf(found);
  const first = cells.has(store.state.cell) ? store.state.cell : found[0]?.cell;
  return html`<h3 id="grid-title">${STRATEGY.grid(chart.up ?? "")}</h3>
    <p class="note">${STRATEGY.gridLead(chart.draws, chart.raises.length > 0)} <span class="noprint">${STRATEGY.keys}</span></p>
    <p class="legend" aria-label=${STRATEGY.legend}>${["play", ...chart.raises, "fold", ...(chart.draws ? ["draw"] : []), "mixed"].map((best) => bestMark(best))}</p>
    <div class="heat-place"><table class="heat" aria-labelledby="grid-title" @keydown=${arrows}>
      <thead><tr><td></td>${seconds.map((rank) => html`<th scope="col">${rank}</th>`)}</tr></thead>
      <tbody>${highs.map((high, row) => html`<tr><th scope="row">${high}</th>${seconds.map((second, column) => {
        const cell = cells.get(high + second);
        return html`<td>${cell ? button(store, cell, row, column, cell.cell === first) : nothing}</td>`;
      })}</tr>`)}</tbody>
    </table></div>`;
}

function button(store: LabStore, cell: Cell, row: number, column: number, stop: boolean): TemplateResult {
  const gain = number(cell.gain_value ?? 0);
  const open = store.state.cell === cell.cell;
  return html`<button class="cell" data-row=${row} data-column=${column} tabindex=${stop ? 0 : -1} aria-pressed=${open} aria-label=${STRATEGY.cell(cell.label, actionLook(cell.best).word, gain, count(cell.deals))} ${vars(paint(cell))} @click=${() => store.change({ cell: open ? "" : cell.cell }, "cell")}><span aria-hidden="true" data-sign=${signOf(cell)}></span><small aria-hidden="true">${gain}</small></button>`;
}
