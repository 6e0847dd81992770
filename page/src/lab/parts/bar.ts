// The bar over the page: what is changed, and what can be done with it.

import { html, nothing, type TemplateResult } from "lit";
import { call, newId, Refused, somebody } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { BAR, KNOBS, LAB } from "../../words/lab.ts";
import type { Overview } from "../shapes.ts";
import { shownValue } from "../state.ts";
import type { LabStore } from "../store.ts";
import { waits } from "./refused.ts";

export function bar(store: LabStore, told: Overview | undefined): TemplateResult {
  return html`<div class="what-if-bar noprint" role="region" aria-label=${BAR.region}>
    <p class="what-if-state">${store.changes === 0 ? BAR.printed : html`<b>${BAR.changes(store.changes)}</b>`}${store.now.pending && store.now.seconds === 0 ? html` <span class="wait">${LAB.waiting}</span>` : nothing}</p>
    ${store.now.seconds > 0 ? waits(store.now, LAB.waiting) : nothing}
    ${store.changes === 0 ? nothing : html`<ul class="changes">${changes(store, told)}<li><button class="small" @click=${() => store.reset()}>${icon("rotate-ccw")} ${BAR.reset}</button></li></ul>`}
    <div class="bar-actions">
      <button class="small" @click=${() => void share(store)}>${icon("link")} ${BAR.share}</button>
      <a class="button small" href=${store.api(".csv")} download>${icon("download")} ${BAR.csv}</a>
      <a class="button small" href=${store.api("/sheet.toml")} download>${icon("download")} ${BAR.toml}</a>
      <button class="small primary" @click=${() => void open(store, told)}>${icon("play")} ${BAR.open}</button>
    </div>
    <p class="bar-note" role="status">${store.note}</p>
  </div>`;
}

function changes(store: LabStore, told: Overview | undefined): TemplateResult[] {
  const { sets, players, meter, strategy } = store.state;
  const label = (key: string): string => told?.knobs.find((knob) => knob.key === key)?.label ?? key;
  const chip = (text: string, undo: () => void): TemplateResult => html`<li><button class="small chip-set" aria-label=${BAR.undo(text)} @click=${undo}>${text} ${icon("x")}</button></li>`;
  const found = [...sets].filter(([key]) => !store.needed.has(key)).map(([key, value]) => chip(BAR.setting(label(key), shownValue(value)), () => store.change({ sets: store.withSet(key, undefined) }, "undo")));
  if (players !== 1) found.push(chip(BAR.setting(label("players"), String(players)), () => store.change({ players: 1 }, "undo")));
  if (meter !== null) found.push(chip(BAR.setting(label("meter"), dollars(meter)), () => store.change({ meter: null }, "undo")));
  if (strategy !== "optimal") found.push(chip(BAR.setting(KNOBS.strategy, told?.folk.find((each) => each.strategy === strategy)?.label ?? strategy), () => store.change({ strategy: "optimal" }, "undo")));
  return found;
}

function note(store: LabStore, text: string): void {
  store.note = text;
  store.tell();
}

async function share(store: LabStore): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    note(store, BAR.copied);
  } catch {
    note(store, BAR.address); // a browser that does not let pages copy
  }
}

let last = { text: "", id: "" }; // what was asked last: asked again without an answer, it opens one table

/** The sheet as it stands here, at a table of one's own. */
async function open(store: LabStore, told: Overview | undefined): Promise<void> {
  note(store, BAR.opening);
  try {
    await somebody();
    const answer = await fetch(store.api("/sheet.toml"), { credentials: "same-origin" });
    const sheet = await answer.text();
    const asked = told?.changed ? { sheet } : { house: store.state.house };
    const wanted = { ...asked, title: BAR.title(told?.name ?? store.state.house).slice(0, 60), clock: false, private: true };
    const text = JSON.stringify(wanted);
    if (text !== last.text) last = { text, id: newId() };
    const made = await call<{ table: string }>("POST", "/api/tables", { id: last.id, ...wanted });
    last.text = "";
    location.assign(`/tables/${made.table}`);
  } catch (fault) {
    note(store, fault instanceof Refused ? fault.message : LAB.lost);
  }
}
