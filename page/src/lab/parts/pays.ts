// Pay tables with a slider for every line that odds are on.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Fraction, fraction, readFraction, roughly, same, written } from "../../shared/fractions.ts";
import { PAYS } from "../../words/lab.ts";
import { readPay } from "../linear.ts";
import { count, oneIn } from "../numbers.ts";
import type { LabWager, Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import { edgeText } from "./edges.ts";
import { clauseLink } from "./how.ts";

type Form = LabWager["linear"];
type Line = Form["lines"][number];
type Fixed = Form["fixed"][number];

const FULL = 20; // the least that a slider reaches to

/** A slider reaches to twice the printed pay, on round numbers. */
function reach(printed: Fraction): number {
  const twice = Math.max(FULL, roughly(printed) * 2);
  const power = 10 ** Math.floor(Math.log10(twice));
  return Math.ceil(twice / power) * power;
}

/** The lines of a wager by table; those of another wager, which the main game has too, stand there. */
function groupsOf(form: Form, others: readonly string[]): Map<string, { lines: Line[]; fixed: Fixed[] }> {
  const groups = new Map<string, { lines: Line[]; fixed: Fixed[] }>();
  const group = (each: { table: string; column: string }): { lines: Line[]; fixed: Fixed[] } => {
    const key = `${each.table}.${each.column}`;
    const found = groups.get(key) ?? { lines: [], fixed: [] };
    groups.set(key, found);
    return found;
  };
  const own = (line: { table: string }): boolean => !others.includes(line.table);
  for (const line of form.lines.filter(own)) group(line).lines.push(line);
  for (const line of form.fixed.filter(own)) group(line).fixed.push(line);
  return groups;
}

export function pays(store: LabStore, told: Overview): TemplateResult {
  const groups = (wager: LabWager): ReturnType<typeof groupsOf> => groupsOf(wager.linear, told.wagers.map((each) => each.id).filter((id) => id !== wager.id));
  const paying = told.wagers.filter((wager) => groups(wager).size > 0);
  return html`<section class="box pays-box" aria-labelledby="pays">
    <h2 id="pays">${PAYS.title}</h2>
    <p class="note">${paying.length === 0 ? PAYS.none : PAYS.lead}</p>
    ${paying.map((wager) => html`<div class="pay-wager">
      <div class="edge-head"><h3>${wager.label}</h3>${edgeText(store, wager)}</div>
      ${[...groups(wager).values()].map((group) => table(store, told, wager, group.lines, group.fixed))}
      <p class="why">${wager.linear.linear ? PAYS.linear : PAYS.asks}${wager.linear.why}</p>
    </div>`)}
  </section>`;
}

function table(store: LabStore, told: Overview, wager: LabWager, lines: readonly Line[], fixed: readonly Fixed[]): TemplateResult {
  const first = lines[0] ?? fixed[0];
  const title = first?.title ?? "";
  return html`<div class="pay-table" role="group" aria-label=${title}>
    ${first?.table === wager.id && first.column === "lines" ? nothing : html`<h4>${title}</h4>`}
    ${fixed.map((line) => html`<div class="pay-row" title=${PAYS.fixed}><span class="pay-name">${line.label}</span><span class="pay-fixed">${line.pay}</span>${often(line, wager.linear)}${clauseLink(told.house, line.clause)}</div>`)}
    ${lines.map((line) => row(store, told, wager.linear, title, line))}
  </div>`;
}

function often(line: { count: string }, form: Form): TemplateResult {
  return html`<span class="pay-count" title=${PAYS.count(count(line.count), count(form.outcomes))}>${oneIn(fraction(BigInt(line.count), BigInt(form.outcomes)))}<span class="unseen">, ${PAYS.count(count(line.count), count(form.outcomes))}</span></span>`;
}

function row(store: LabStore, told: Overview, form: Form, title: string, line: Line): TemplateResult {
  const odds = store.odds(line);
  const text = store.printedValue(line.key) ?? line.pay;
  const printed = readPay(text)?.odds ?? odds;
  const moved = !same(odds, printed);
  const most = Math.max(reach(printed), Math.ceil(roughly(odds)));
  const read = (event: Event): Fraction | undefined => {
    const found = readFraction((event.target as HTMLInputElement).value);
    return found && found.n > 0n ? found : undefined;
  };
  const put = (event: Event, done: boolean): void => {
    const field = event.target as HTMLInputElement;
    const found = read(event);
    field.setCustomValidity(found ? "" : PAYS.bad);
    if (!found) return void field.reportValidity();
    const sets = store.withSet(line.key, store.payOf(line, found));
    if (done) store.change({ sets }, line.key);
    else store.move({ sets });
  };
  return html`<div class="pay-row ${moved ? "moved" : ""}">
    <span class="pay-name">${line.label}</span>
    <input type="range" min="1" max=${most} step="1" .value=${live(String(roughly(odds)))} aria-label=${PAYS.slider(title, line.label, line.kind)} aria-valuetext=${store.payOf(line, odds)} @input=${(event: Event) => put(event, false)} @change=${(event: Event) => put(event, true)} />
    <span class="pay-odds"><input class="odds" type="text" inputmode="decimal" maxlength="12" .value=${live(written(odds))} aria-label=${PAYS.field(title, line.label, line.kind)} @change=${(event: Event) => put(event, true)} /> ${line.kind} 1</span>
    ${often(line, form)}
    ${clauseLink(told.house, line.clause)}
    ${moved ? html`<button class="small back" @click=${() => store.change({ sets: store.withSet(line.key, undefined) }, "undo")}>${PAYS.back(text)}<span class="unseen">: ${title}, ${line.label}</span></button>` : nothing}
  </div>`;
}
