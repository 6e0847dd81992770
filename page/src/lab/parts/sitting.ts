// A sitting: the fan of bankrolls over the rounds, where it ends, and the chance of going broke.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { dollars, signed } from "../../shared/money.ts";
import { LAB, SITTING } from "../../words/lab.ts";
import { fanDrawing } from "../charts/fan.ts";
import { barsOf, histogramDrawing } from "../charts/histogram.ts";
import { readMoney } from "../money-field.ts";
import { rough } from "../numbers.ts";
import type { Overview, Sitting } from "../shapes.ts";
import { betsOf } from "../state.ts";
import type { LabStore } from "../store.ts";
import { refused, waits } from "./refused.ts";

export function sitting(store: LabStore, told: Overview): TemplateResult {
  const { answer, refusal, pending } = store.sitting;
  return html`<section class="box wide" aria-labelledby="sitting" aria-busy=${pending || store.now.pending}>
    <h2 id="sitting">${SITTING.title}</h2>
    <p class="note">${SITTING.lead}</p>
    ${form(store, told)}
    ${refusal ? refused(store.sitting) : html`${waits(store.sitting, SITTING.waiting)}${answer ? outcome(told, answer, pending) : nothing}`}
  </section>`;
}

function form(store: LabStore, told: Overview): TemplateResult {
  const { bankroll, rounds, stopWin, stopLoss } = store.state;
  const bets = betsOf(store.state, told.bets);
  const submit = (event: Event): void => {
    event.preventDefault();
    const place = event.currentTarget as HTMLFormElement;
    const fields = [...place.querySelectorAll<HTMLInputElement>("input[data-money]")];
    const amounts = new Map<string, number>();
    for (const field of fields) {
      const cents = field.value.trim() === "" ? 0 : readMoney(field.value);
      field.setCustomValidity(cents === undefined ? SITTING.money(field.value) : "");
      if (cents === undefined) return void field.reportValidity();
      amounts.set(field.name, cents);
    }
    const some = (name: string): number | null => amounts.get(name) || null;
    const wagers = [...told.wagers, ...told.simulated].map((wager) => [wager.id, amounts.get(`bet-${wager.id}`) ?? 0] as const).filter(([, cents]) => cents > 0);
    const count = Number(place.querySelector<HTMLInputElement>("input[name=rounds]")?.value);
    store.change({ bets: new Map(wagers), bankroll: some("bankroll") ?? 50_000, rounds: count, stopWin: some("stop_win"), stopLoss: some("stop_loss") }, "sitting");
  };
  const money = (name: string, label: string, cents: number | null, hint = ""): TemplateResult =>
    html`<label>${label}<input name=${name} data-money type="text" inputmode="decimal" maxlength="14" placeholder=${hint || nothing} .value=${live(cents ? dollars(cents) : "")} @input=${(event: Event) => (event.target as HTMLInputElement).setCustomValidity("")} /></label>`;
  return html`<form class="sitting-form noprint" @submit=${submit} novalidate>
    <fieldset><legend>${SITTING.bets}</legend>${[...told.wagers, ...told.simulated].map((wager) => money(`bet-${wager.id}`, wager.label, bets.get(wager.id) ?? null, "$0"))}</fieldset>
    ${money("bankroll", SITTING.bankroll, bankroll)}
    <label>${SITTING.rounds}<input name="rounds" type="number" min="1" max="100000" required .value=${live(String(rounds))} /></label>
    ${money("stop_win", SITTING.stopWin, stopWin, SITTING.none)}
    ${money("stop_loss", SITTING.stopLoss, stopLoss, SITTING.none)}
    <button class="primary">${SITTING.run}</button>
  </form>`;
}

function outcome(told: Overview, answer: Sitting, pending: boolean): TemplateResult {
  const found = answer.result;
  const bars = barsOf(found);
  const result = (cents: number): string => signed(Math.round(cents - found.bankroll));
  const tile = (label: string, value: string, tone = ""): TemplateResult => html`<div class=${tone}><dt>${label}</dt><dd>${value}</dd></div>`;
  const at = (which: string): number => found.quantiles[which] ?? 0;
  const stops = found.stop_win !== null || found.stop_loss !== null;
  return html`<div class=${pending ? "stale" : ""}>
    <dl class="tiles">
      ${tile(SITTING.ruin, rough(found.ruin), "bad")}
      ${tile(SITTING.ahead, rough(found.ahead, 1))}
      ${tile(SITTING.behind, rough(found.behind, 1))}
      ${tile(SITTING.median, result(at("50")))}
      ${tile(SITTING.mean, result(found.mean))}
      ${stops ? tile(SITTING.stopped, `${rough(found.stopped_ahead, 1)} · ${rough(found.stopped_behind, 1)}`) : nothing}
      ${tile(SITTING.lasts, Math.round(found.expected_rounds).toLocaleString("en-US"))}
    </dl>
    <div class="plots">
      <lab-figure name="${told.house}-bankroll" caption=${SITTING.fan} label=${SITTING.fanLabel(found.rounds.toLocaleString("en-US"), dollars(at("50")), dollars(at("5")), dollars(at("95")))} .draw=${fanDrawing(found.course, found.bankroll)} .twin=${{
        head: SITTING.fanHead,
        rows: found.course.map((each) => [each.rounds.toLocaleString("en-US"), ...["1", "5", "25", "50", "75", "95", "99"].map((which) => dollars(each.quantiles[which] ?? 0)), dollars(Math.round(each.mean)), rough(each.ruin), rough(each.stopped_ahead), rough(each.stopped_behind)]),
      }}></lab-figure>
      <lab-figure name="${told.house}-ends" caption=${SITTING.histogram} label=${SITTING.histogramLabel(rough(found.ahead, 1), rough(found.behind, 1))} .draw=${histogramDrawing(bars, found.bankroll)} .twin=${{
        head: SITTING.histogramHead,
        rows: bars.map((bar) => [dollars(bar.low), dollars(bar.high), rough(bar.chance, 4)]),
      }}></lab-figure>
    </div>
    <p class="note">${SITTING.legend}</p>
    <details class="how"><summary>${LAB.how}<span class="unseen">: ${SITTING.title}</span></summary><div class="how-body"><ul>${answer.how.map((each) => html`<li>${each}</li>`)}</ul>${answer.simulated ? nothing : html`<p>${LAB.exact}: <span class="mono">${answer.ev}</span> cents a round.</p>`}</div></details>
    ${answer.simulated ? html`<p class="note">${answer.simulated.words}</p>` : nothing}
  </div>`;
}
