// "How": the counts, the sums and the clauses that a number rests on.

import { html, nothing, type TemplateResult } from "lit";
import { LAB } from "../../words/lab.ts";
import type { Explained } from "../shapes.ts";

export function howOf(what: string, how: Explained, house: string, first: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<details class="how">
    <summary>${LAB.how}<span class="unseen">: ${what}</span></summary>
    <div class="how-body">
      ${first}
      <p>${how.space}</p>
      <dl class="sums">${how.formulas.map((each) => html`<div><dt>${each.name}</dt><dd>${each.made}<span class="mono"> = ${each.value}</span></dd></div>`)}</dl>
      ${Object.keys(how.clauses).length === 0 ? nothing : html`<p class="rests">${LAB.clauses}</p><ul class="cited">${Object.entries(how.clauses).map(([id, says]) => html`<li>${clauseLink(house, id)} ${says}</li>`)}</ul>`}
    </div>
  </details>`;
}

export function clauseLink(house: string, id: string): TemplateResult {
  return html`<a class="clause" href="/rules/${house}#${id}">${id}</a>`;
}
