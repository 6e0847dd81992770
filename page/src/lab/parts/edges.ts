// Edge per wager: a row each, with its bar, its figures and how they came about.

import { html, nothing, type TemplateResult } from "lit";
import { exactly, negative, roughly, same, written } from "../../shared/fractions.ts";
import { dollars } from "../../shared/money.ts";
import { EDGES, LAB } from "../../words/lab.ts";
import { axisOf, type Bar, barsDrawing, oneBar } from "../charts/bars.ts";
import { takeAway } from "../figure.ts";
import { bareEdge, edge, number, percent, rough, units } from "../numbers.ts";
import type { LabWager, Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import type { Twin } from "../take-away.ts";
import { clauseLink, howOf } from "./how.ts";

/** "7.28 → 5.10 %", or the one number. Shared with the sliders. */
export function edgeText(store: LabStore, wager: LabWager): TemplateResult {
  const { ev, pending } = store.mean(wager);
  const printed = wager.printed_ev === null ? null : exactly(wager.printed_ev);
  const moved = printed !== null && !same(printed, ev);
  return html`<span class="edge-now ${pending ? "pending" : ""} ${ev.n > 0n ? "good" : ""}" data-ev=${written(ev)} data-wager=${wager.id} aria-busy=${pending}>${
    moved ? html`<span class="edge-was">${bareEdge(printed)}</span> <span class="to" aria-hidden="true">→</span><span class="unseen"> to </span>` : nothing
  }<b>${edge(ev)}</b>${pending ? html`<span class="wait">${LAB.pending}</span>` : nothing}</span>`;
}

/** A figure, or a dash where it is out of reach. */
function known<T>(value: T | null, words: (value: T) => string): string {
  return value === null ? "–" : words(value);
}

function share(fraction: string | null): string {
  return known(fraction, (it) => percent(exactly(it)));
}

function barOf(store: LabStore, wager: LabWager): Bar {
  const { ev } = store.mean(wager);
  const printed = wager.printed_ev === null ? null : exactly(wager.printed_ev);
  const was = printed === null || same(printed, ev) ? null : roughly(negative(printed));
  return { label: wager.label, value: roughly(negative(ev)), was, text: was === null || !printed ? edge(ev) : `${bareEdge(printed)} → ${edge(ev)}` };
}

function twinOf(store: LabStore, told: Overview): Twin {
  return {
    head: EDGES.head,
    rows: [...told.wagers.map((wager) => {
      const { ev } = store.mean(wager);
      return [
        wager.label, edge(ev), wager.printed_ev === null ? "–" : edge(exactly(wager.printed_ev)), rough(wager.element_of_risk), known(wager.stdev, (it) => number(it, 4)),
        share(wager.win_frequency), share(wager.push_frequency), share(wager.lose_frequency),
        known(wager.worst, (it) => units(it.one, 2)), known(wager.worst?.hundred ?? null, (it) => units(it, 2)), written(ev),
      ];
    }), ...told.simulated.map((each) => [
      each.label, `${rough(each.house_edge)} ${EDGES.simulated}`, "–", "–", number(each.stdev, 4), rough(each.win_frequency), "–", "–", "–", "–", "–",
    ])],
  };
}

export function edges(store: LabStore, told: Overview): TemplateResult {
  const bars = told.wagers.map((wager) => barOf(store, wager));
  const axis = axisOf(bars);
  return html`<section class="box" aria-labelledby="edges">
    <h2 id="edges">${EDGES.title}</h2>
    <p class="note">${EDGES.lead}</p>
    <ul class="edges">
      ${told.wagers.map((wager, i) => {
        const bar = bars[i];
        return html`<li>
          <div class="edge-head"><h3>${wager.label}</h3>${clauseLink(told.house, wager.clause)}${edgeText(store, wager)}</div>
          ${bar ? oneBar(bar, axis) : nothing}
          <p class="facts-line">
            <span>${store.mean(wager).ev.n > 0n ? EDGES.favour : EDGES.house}</span>
            <span>${EDGES.risk(rough(wager.element_of_risk))}</span>
            ${wager.win_frequency === null ? nothing : html`<span>${EDGES.wins(percent(exactly(wager.win_frequency), 1))}</span>`}
            ${wager.stdev === null ? nothing : html`<span>${EDGES.deviation(number(wager.stdev))}</span>`}
            ${wager.worst === null ? nothing : html`<span>${EDGES.worst(units(wager.worst.one, 0), wager.worst.hundred === null ? null : units(wager.worst.hundred, 0))}</span>`}
            ${wager.break_even_meter === null ? nothing : html`<span>${EDGES.breakEven(dollars(wager.break_even_meter))}</span>`}
          </p>
          ${wager.notes.map((note) => html`<p class="note">${note}</p>`)}
          ${howOf(wager.label, wager.how, told.house, html`<p>${wager.priced} ${LAB.exact}: <span class="mono">${written(store.mean(wager).ev)}</span></p>${byUp(wager)}`)}
        </li>`;
      })}
      ${told.simulated.map((each) => html`<li class="simulated">
          <div class="edge-head"><h3>${each.label}</h3><span class="edge-now"><b>${rough(each.house_edge)}</b></span> <span class="mark">${EDGES.simulated}</span></div>
          <p class="facts-line"><span>${EDGES.between(rough(-each.high), rough(-each.low))}</span><span>${EDGES.wins(rough(each.win_frequency, 1))}</span><span>${EDGES.deviation(number(each.stdev))}</span></p>
          <p class="note">${each.simulation.words}</p>
        </li>`)}
      ${told.refused.map((each) => html`<li><div class="edge-head"><h3>${each.label}</h3></div><p class="note">${EDGES.refused(each.why)}</p></li>`)}
    </ul>
    ${takeAway(`${told.house}-edges`, EDGES.title, twinOf(store, told), barsDrawing(bars, `${told.name}: ${EDGES.title}`))}
  </section>`;
}

function byUp(wager: LabWager): TemplateResult | typeof nothing {
  if (!wager.by_up_card) return nothing;
  const rows = Object.entries(wager.by_up_card).map(([up, ev]) => html`<tr><th scope="row">${up}</th><td>${units(String(ev))}</td><td class="mono">${ev}</td></tr>`);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${EDGES.up}><table class="twin"><caption>${EDGES.up}</caption><thead><tr>${EDGES.upHead.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
