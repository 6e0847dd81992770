// The pay tables as they are printed on the felt; the row of my made hand is lit.

import { html, nothing, type TemplateResult } from "lit";
import type { PrintedTable, SeatFrame, TableView } from "../../generated/table.ts";
import { FELT } from "../../words/felt.ts";

/** Envy stands on the plate of the meter. */
const ELSEWHERE = new Set(["envy"]);

const briefHead: Record<string, string> = { "First three cards": "First 3", "After a draw": "Draw", "First three, after a draw": "Kept" };

function printed(table: PrintedTable, mine: SeatFrame | undefined): TemplateResult {
  const wide = table.heads.length > 2;
  const [title, on] = table.title.split(/ \((?=on )/);
  return html`<table class="print ${wide ? "wide" : ""}">
    <caption>${title}${on ? html` <small>paid ${on.replace(")", "")}</small>` : nothing}</caption>
    ${wide
      ? html`<thead><tr>${table.heads.map((head, i) => html`<th scope="col">${i === 0 ? html`<span class="unseen">${head}</span>` : (briefHead[head] ?? head)}</th>`)}</tr></thead>`
      : nothing}
    <tbody>${table.rows.map((row) => html`<tr class=${mine?.label === row[0] ? "made" : ""}>
      <th scope="row">${row[0]}</th>${row.slice(1).map((cell) => html`<td>${cell === "-" ? "–" : cell}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}

export function payTables(view: TableView, mine: SeatFrame | undefined): TemplateResult | typeof nothing {
  const shown = view.tables.filter((each) => !ELSEWHERE.has(each.id));
  if (shown.length === 0) return nothing;
  const posted = shown.some((each) => each.source === "posted");
  return html`<div class="pay-tables" role="group" aria-label=${FELT.payTables}>
    ${posted ? html`<p class="posted-badge">${FELT.posted}</p>` : nothing}
    <div class="prints">${shown.map((each) => printed(each, mine))}</div>
  </div>`;
}
