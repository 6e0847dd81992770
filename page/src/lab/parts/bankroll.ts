// A bankroll: what the bet of the sitting asks of it, the curves of ruin, what coupons and a rebate are worth.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { exactly, roughly } from "../../shared/fractions.ts";
import { dollars, signed } from "../../shared/money.ts";
import { BANKROLL } from "../../words/lab-risk.ts";
import { curvesDrawing } from "../charts/curves.ts";
import { csvButton, twinTable } from "../figure.ts";
import { rough } from "../numbers.ts";
import type { BankrollPanel, Overview } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import { refused, waits } from "./refused.ts";
import { numberField, submitNumbers, tile } from "./risk-form.ts";

export function bankroll(store: LabStore, told: Overview): TemplateResult {
  const { answer, refusal, pending } = store.bankroll;
  return html`<section class="box wide" aria-labelledby="bankroll" aria-busy=${pending || store.now.pending}>
    <h2 id="bankroll">${BANKROLL.title}</h2>
    <p class="note">${BANKROLL.lead}</p>
    <form class="sitting-form noprint" @submit=${submitNumbers((values) => store.change({ pace: values.get("pace") || 60, rebate: values.get("rebate") || null }, "bankroll"))} novalidate>
      ${numberField("pace", BANKROLL.pace, store.state.pace, 1, 1000)}
      <label>${BANKROLL.rebate}<input name="rebate" type="number" min="1" max="100" placeholder=${BANKROLL.none} .value=${live(store.state.rebate === null ? "" : String(store.state.rebate))} /></label>
      <button class="primary">${BANKROLL.run}</button>
    </form>
    ${refusal ? refused(store.bankroll) : html`${waits(store.bankroll, BANKROLL.waiting)}${answer ? found(told, answer, pending) : nothing}`}
  </section>`;
}

function horizonName(rounds: number | null): string {
  return rounds === null ? BANKROLL.someDay : BANKROLL.within(rounds.toLocaleString("en-US"));
}

function found(told: Overview, answer: BankrollPanel, pending: boolean): TemplateResult {
  const { horizons } = answer;
  const enough = {
    head: [BANKROLL.ruin, ...horizons.map((each) => horizonName(each.rounds))],
    rows: answer.chances.map((chance, i) => [rough(chance, 1), ...horizons.map((each) => dollars(each.enough[i] ?? 0))]),
  };
  const curves = horizons.map((each) => ({ name: horizonName(each.rounds), points: each.curve }));
  const first = horizons[0];
  const label = first ? BANKROLL.label(dollars(answer.bankroll), rough(first.ruin), horizonName(first.rounds)) : BANKROLL.curves;
  return html`<div class=${pending ? "stale" : ""}>
    <dl class="tiles">
      ${tile(BANKROLL.hour, signed(Math.round(answer.hour_mean)), answer.hour_mean < 0 ? "bad" : "")}
      ${tile(BANKROLL.stray, dollars(Math.round(answer.hour_stdev)))}
      ${answer.n0 === null ? nothing : tile(BANKROLL.n0, Math.round(answer.n0).toLocaleString("en-US"))}
      ${tile(BANKROLL.kelly, answer.kelly === null ? BANKROLL.noKelly : dollars(Math.round(answer.kelly)))}
      ${answer.kelly_fraction === null ? nothing : tile(BANKROLL.fraction, rough(answer.kelly_fraction, 3))}
      ${answer.score === null ? nothing : tile(BANKROLL.score, dollars(Math.round(answer.score)))}
      ${answer.certain === null ? nothing : tile(BANKROLL.certain, signed(Math.round(answer.certain)))}
      ${horizons.map((each) => tile(BANKROLL.ruinTile(horizonName(each.rounds)), rough(each.ruin), "bad"))}
    </dl>
    ${answer.certain_ruin ? html`<p class="note">${BANKROLL.certainRuin}</p>` : nothing}
    <div class="plots">
      <lab-figure name="${told.house}-ruin" caption=${BANKROLL.curves} label=${label} .draw=${curvesDrawing(curves, { across: BANKROLL.axis, x: dollars, y: (share) => rough(share, 0), mark: [answer.bankroll, dollars(answer.bankroll)], top: 1 })} .twin=${{
        head: BANKROLL.curveHead,
        rows: horizons.flatMap((each) => each.curve.map(([cents, chance]) => [horizonName(each.rounds), dollars(cents), rough(chance, 3)])),
      }}></lab-figure>
      <div>
        <h3>${BANKROLL.enough}</h3>
        ${twinTable(BANKROLL.enough, enough)}
        ${answer.coupons.length === 0 ? nothing : html`<h3>${BANKROLL.coupons}</h3>
        ${twinTable(BANKROLL.coupons, { head: BANKROLL.couponHead, rows: answer.coupons.map((each) => [BANKROLL.coupon[each.kind], dollars(each.amount), dollars(Math.round(each.worth)), rough(each.share, 1)]) })}`}
      </div>
    </div>
    ${answer.simulated ? html`<p class="note">${answer.simulated.words}</p>` : nothing}
    ${answer.rebate ? rebate(told, answer.rebate) : nothing}
  </div>`;
}

function rebate(told: Overview, offer: NonNullable<BankrollPanel["rebate"]>): TemplateResult {
  const title = BANKROLL.rebateTitle(Math.round(roughly(exactly(offer.terms.share)) * 100), offer.terms.rounds);
  const rows = offer.points.map((each) => [each.rounds.toLocaleString("en-US"), each.win === null ? BANKROLL.never : dollars(each.win), each.loss === null ? BANKROLL.never : dollars(each.loss)]);
  return html`<h3>${title}</h3>
    <dl class="tiles">
      ${tile(BANKROLL.rebateWorth, signed(Math.round(offer.worth)))}
      ${tile(BANKROLL.rebateAll, signed(Math.round(offer.to_the_end)), offer.to_the_end < 0 ? "bad" : "")}
      ${tile(BANKROLL.rebateRounds, offer.expected_rounds.toFixed(1))}
      ${tile(BANKROLL.rebatePaid, rough(offer.paid, 1))}
    </dl>
    ${twinTable(title, { head: BANKROLL.quitHead, rows })}<p class="tools noprint">${csvButton(`${told.house}-rebate`, title, { head: BANKROLL.quitHead, rows })}</p>`;
}
