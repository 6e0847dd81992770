// What if: rules of the sheet that are turned, players, the meter, and how it is played.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { dollars } from "../../shared/money.ts";
import { readMoney } from "../money-field.ts";
import { KNOBS, SITTING } from "../../words/lab.ts";
import type { Knob, Overview } from "../shapes.ts";
import { readSet, shownValue } from "../state.ts";
import type { LabStore } from "../store.ts";
import { clauseLink } from "./how.ts";

export function knobs(store: LabStore, told: Overview): TemplateResult {
  return html`<section class="box" aria-labelledby="knobs">
    <h2 id="knobs">${KNOBS.title}</h2>
    <p class="note">${KNOBS.lead}</p>
    <div class="knobs">
      ${told.knobs.filter((knob) => knob.kind !== "pay").map((knob) => field(store, told, knob))}
      <label class="knob ${store.state.strategy === "optimal" ? "" : "moved"}"><span class="knob-name">${KNOBS.strategy}</span>
        <select @change=${(event: Event) => store.change({ strategy: (event.target as HTMLSelectElement).value }, "strategy")}>
          ${told.folk.map((each) => html`<option value=${each.strategy} ?selected=${each.strategy === store.state.strategy}>${each.label}</option>`)}
          ${told.folk.some((each) => each.strategy === store.state.strategy) ? nothing : html`<option selected>${store.state.strategy}</option>`}
        </select>
      </label>
    </div>
    ${anything(store)}
  </section>`;
}

/** Any key of the sheet, for who knows its format: also a wager that is not there yet. */
function anything(store: LabStore): TemplateResult {
  const put = (event: Event): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).querySelector("input");
    if (!field) return;
    const [key, value] = readSet(field.value.trim());
    field.setCustomValidity(key && value ? "" : KNOBS.bad);
    if (!key || !value) return void field.reportValidity();
    field.value = "";
    store.change({ sets: store.withSet(key.trim(), value.trim()) }, `set ${key}`);
  };
  return html`<form class="anything" @submit=${put} novalidate><label>${KNOBS.anything} <small>${KNOBS.example}</small><input type="text" maxlength="200" autocomplete="off" spellcheck="false" @input=${(event: Event) => (event.target as HTMLInputElement).setCustomValidity("")} /></label><button>${KNOBS.apply}</button></form>`;
}

function valueOf(store: LabStore, knob: Knob): string {
  if (knob.key === "players") return String(store.state.players);
  if (knob.key === "meter") return String(store.state.meter ?? knob.least ?? knob.value);
  return store.state.sets.get(knob.key) ?? store.printedValue(knob.key) ?? String(knob.value);
}

function field(store: LabStore, told: Overview, knob: Knob): TemplateResult {
  const value = valueOf(store, knob);
  const moved = value !== (store.printedValue(knob.key) ?? String(knob.value));
  const id = `knob-${knob.key.replaceAll(".", "-")}`;
  const head = html`<label class="knob-name" for=${id}>${knob.label}</label>`;
  const input = knob.allowed.length > 0 ? select(store, knob, id, value) : meter(store, knob, id, Number(value));
  return html`<div class="knob ${moved ? "moved" : ""}">${head}${clauseLink(told.house, knob.clause)}${input}</div>`;
}

function select(store: LabStore, knob: Knob, id: string, value: string): TemplateResult {
  const put = (event: Event): void => {
    const chosen = (event.target as HTMLSelectElement).value;
    if (knob.key === "players") store.change({ players: Number(chosen) }, knob.key);
    else store.change({ sets: store.withSet(knob.key, chosen), up: "", cell: "" }, knob.key);
  };
  return html`<select id=${id} @change=${put}>${knob.allowed.map((each) => html`<option value=${each} ?selected=${String(each) === value}>${shownValue(String(each))}</option>`)}</select>`;
}

function meter(store: LabStore, knob: Knob, id: string, cents: number): TemplateResult {
  const put = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const found = readMoney(field.value);
    field.setCustomValidity(found === undefined ? SITTING.money(field.value) : "");
    if (found === undefined) return void field.reportValidity();
    store.change({ meter: found === knob.least ? null : found }, knob.key);
  };
  return html`<input id=${id} type="text" inputmode="decimal" maxlength="14" .value=${live(dollars(cents))} aria-describedby="${id}-hint" @change=${put} />
    <small id="${id}-hint">${KNOBS.meterHint(dollars(knob.least ?? 0))}</small>`;
}
