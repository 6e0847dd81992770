// The best play: in words, against each up card, by category, and as a grid of high-card hands.

import { html, nothing, type TemplateResult } from "lit";
import { exactly, fraction } from "../../shared/fractions.ts";
import { actionLook, LAB, STRATEGY } from "../../words/lab.ts";
import { heatDrawing } from "../charts/heat.ts";
import { takeAway } from "../figure.ts";
import { count, percent, units } from "../numbers.ts";
import type { Cell, Chart, Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import type { Twin } from "../take-away.ts";
import { bestMark } from "./best-mark.ts";
import { cellHands } from "./cell-hands.ts";
import { grid } from "./grid.ts";
import { refused, waits } from "./refused.ts";

export function strategy(store: LabStore, told: Overview): TemplateResult {
  const { answer: chart, refusal, pending } = store.chart;
  return html`<section class="box" aria-labelledby="strategy" aria-busy=${pending || store.now.pending}>
    <h2 id="strategy">${STRATEGY.title}</h2>
    ${refusal ? refused(store.chart) : html`${waits(store.chart, STRATEGY.waiting)}${chart ? body(store, told, chart) : nothing}`}
  </section>`;
}

function body(store: LabStore, told: Overview, chart: Chart): TemplateResult {
  const all = [...(chart.grid ?? []), ...chart.categories];
  return html`
    ${chart.words.length > 0 ? html`<ul class="rule">${chart.words.map((each) => html`<li class=${/^\d/.test(each) ? "line" : ""}>${each}</li>`)}</ul>` : nothing}
    <p class="totals">${Object.entries(chart.totals).map(([action, deals]) => {
      const { word, sign, look } = actionLook(action);
      return html`<span class="mark best-${look}">${look === "raise" ? "" : sign} ${STRATEGY.totals(word, count(deals), percent(fraction(BigInt(deals), BigInt(chart.deals)), 1))}</span>`;
    })}</p>
    ${store.cutOffs.answer ? upCards(store, store.cutOffs.answer, chart.up) : nothing}
    ${chart.rules.length > 0 ? html`<details class="rules-fold" open><summary>${STRATEGY.rules}</summary><ul class="rules-list">${chart.rules.map((each) => html`<li>${each}</li>`)}</ul></details>` : nothing}
    ${chart.grid ? grid(store, chart) : nothing}
    ${store.state.cell && store.cell.answer ? cellHands(store, chart, store.cell.answer) : refused(store.cell)}
    ${categories(store, chart)}
    ${takeAway(`${chart.house}-best-play`, STRATEGY.title, twinOf(all, chart.raises), chart.grid ? heatDrawing(chart, `${told.name}: ${STRATEGY.grid(chart.up ?? "")}`) : undefined)}`;
}

function upCards(store: LabStore, whole: Chart, up: string | null): TemplateResult {
  const raises = whole.raises.length > 0;
  const [shows, best, played] = STRATEGY.upHead;
  return html`<table class="ups"><caption>${STRATEGY.up}</caption>
    <thead><tr><th scope="col">${shows}</th><th scope="col">${best}</th>${raises ? html`<th scope="col">${STRATEGY.upRaised}</th>` : nothing}<th scope="col" class="number">${played}</th><td></td></tr></thead>
    <tbody>${whole.cut_offs.map((each) => html`<tr class=${each.up === up ? "current" : ""}>
      <th scope="row">${each.up}</th><td>${each.plays}</td>${raises ? html`<td>${each.raised || STRATEGY.notRaised}</td>` : nothing}
      <td class="number" title="${count(String(each.count))} / ${count(String(each.deals))}">${percent(fraction(BigInt(each.count), BigInt(each.deals)), 1)}</td>
      <td>${each.up === up
        ? html`<button class="small" @click=${() => store.change({ up: "", cell: "" }, "up")}>${STRATEGY.hideGrid}</button>`
        : html`<button class="small" @click=${() => store.change({ up: each.up, cell: "" }, "up")}>${STRATEGY.showGrid(each.up)}</button>`}</td>
    </tr>`)}</tbody></table>`;
}

function categories(store: LabStore, chart: Chart): TemplateResult {
  const counted = chart.categories.some((cell) => "play" in cell.ev);
  const opens = chart.shows === 0 || chart.up !== null;
  return html`<h3>${STRATEGY.categories}</h3>
    <div class="scrolls" tabindex="0" role="group" aria-label=${STRATEGY.categories}><table class="cats">
    <thead><tr><th scope="col">${STRATEGY.head[0]}</th><th scope="col" class="number">${STRATEGY.head[1]}</th><th scope="col">${STRATEGY.head[2]}</th>${counted ? html`<th scope="col" class="number">${STRATEGY.head[4]}</th>${chart.raises.map((each) => html`<th scope="col" class="number">${actionLook(each).word}</th>`)}${chart.draws ? html`<th scope="col" class="number">${STRATEGY.head[5]}</th>` : nothing}` : nothing}${chart.draws ? html`<th scope="col">${STRATEGY.head[7]}</th>` : nothing}</tr></thead>
    <tbody>${chart.categories.map((cell) => html`<tr>
      <th scope="row">${opens ? html`<button class="linkish" aria-expanded=${store.state.cell === cell.cell} @click=${() => store.change({ cell: store.state.cell === cell.cell ? "" : cell.cell }, "cell")}>${cell.label}</button>` : cell.label}</th>
      <td class="number">${count(cell.deals)}</td><td>${bestMark(cell.best)}</td>
      ${counted ? html`<td class="number" title=${cell.ev["play"] ?? ""}>${worth(cell.ev["play"])}</td>${chart.raises.map((each) => html`<td class="number" title=${cell.ev[each] ?? ""}>${worth(cell.ev[each])}</td>`)}${chart.draws ? html`<td class="number" title=${cell.ev["draw"] ?? ""}>${worth(cell.ev["draw"])}</td>` : nothing}` : nothing}
      ${chart.draws ? html`<td>${cell.discard ?? "–"}</td>` : nothing}
    </tr>`)}</tbody></table></div>`;
}

function worth(ev: string | undefined): string {
  return ev === undefined ? "–" : units(ev, 3);
}

function twinOf(cells: readonly Cell[], raises: readonly string[]): Twin {
  return {
    head: [...STRATEGY.head.slice(0, 5), ...raises.map((each) => actionLook(each).word), ...STRATEGY.head.slice(5), `${LAB.exact}: ${STRATEGY.head[6] ?? ""}`],
    rows: cells.map((cell) => [
      cell.label, count(cell.deals), actionLook(cell.best).word, cell.ev["fold"] ?? "–", worth(cell.ev["play"]), ...raises.map((each) => worth(cell.ev[each])), worth(cell.ev["draw"]),
      cell.gain === null ? "–" : units(exactly(cell.gain)), cell.discard ?? "–", cell.gain ?? "–",
    ]),
  };
}
