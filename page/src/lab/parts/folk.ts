// Folk strategies, priced: what each gives up against the best play.

import { html, type TemplateResult } from "lit";
import { exactly } from "../../shared/fractions.ts";
import { FOLK } from "../../words/lab.ts";
import { oneBar } from "../charts/bars.ts";
import { takeAway } from "../figure.ts";
import { edge, percent } from "../numbers.ts";
import type { Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";

export function folk(store: LabStore, told: Overview): TemplateResult {
  const most = Math.max(...told.folk.map((each) => each.cost_value), 0.001);
  const bar = (label: string, value: number): TemplateResult => oneBar({ label, value, was: null, text: "" }, { low: 0, high: most * 1.04 });
  const twin = { head: FOLK.head, rows: told.folk.map((each) => [each.label, edge(exactly(each.ev)), percent(exactly(each.cost)), each.ev]) };
  return html`<section class="box" aria-labelledby="folk">
    <h2 id="folk">${FOLK.title}</h2>
    <p class="note">${FOLK.lead}</p>
    <ul class="folk">${told.folk.map((each) => html`<li>
      <span class="folk-name">${each.label}</span>
      <span class="folk-edge number" title=${each.ev}>${edge(exactly(each.ev))}</span>
      <span class="folk-cost number" title=${each.cost}>${each.cost === "0" ? "–" : `−${percent(exactly(each.cost))}`}</span>
      ${bar(each.label, each.cost_value)}
      ${each.strategy === told.strategy
        ? html`<span class="mark">${FOLK.priced}</span>`
        : html`<button class="small" @click=${() => store.change({ strategy: each.strategy }, "strategy")}>${FOLK.use}<span class="unseen">. ${FOLK.price(each.label)}</span></button>`}
    </li>`)}</ul>
    ${takeAway(`${told.house}-folk`, FOLK.title, twin)}
  </section>`;
}
