// The pay tables as they are printed on the felt; the lines that my own bets have won are lit.

import { html, nothing, type TemplateResult } from "lit";
import type { PrintedTable } from "../../generated/table.ts";
import { FELT } from "../../words/felt.ts";
import { isMade } from "../names.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

/** Envy stands on the plate of the meter. */
const ELSEWHERE = new Set(["envy"]);

function printed(table: PrintedTable, mine: SeatSeen | undefined): TemplateResult {
  const wide = table.columns.length > 1;
  return html`<table class="print ${wide ? "wide" : ""}">
    <caption>${table.title}${table.on === null ? nothing : html` <small>${FELT.paidOn(table.on)}</small>`}</caption>
    ${wide
      ? html`<thead><tr>${table.heads.map((head, i) => html`<th scope="col">${i === 0 ? html`<span class="unseen">${head}</span>` : (FELT.briefHeads[table.columns[i - 1] ?? ""] ?? head)}</th>`)}</tr></thead>`
      : nothing}
    <tbody>${table.rows.map((row, i) => html`<tr class=${isMade(mine, table.id, table.lines[i] ?? "") ? "made" : ""}>
      <th scope="row">${row[0]}</th>${row.slice(1).map((cell, j) => html`<td class=${wide && isMade(mine, table.id, table.lines[i] ?? "", table.columns[j]) ? "made" : ""}>${cell === "-" ? "–" : cell}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}

export function payTables(view: TableSeen, mine: SeatSeen | undefined): TemplateResult | typeof nothing {
  const shown = view.tables.filter((each) => !ELSEWHERE.has(each.id));
  if (shown.length === 0) return nothing;
  const posted = shown.some((each) => each.source === "posted");
  return html`<div class="pay-tables" role="group" aria-label=${FELT.payTables}>
    ${posted ? html`<p class="posted-badge">${FELT.posted}</p>` : nothing}
    <div class="prints">${shown.map((each) => printed(each, mine))}</div>
  </div>`;
}
