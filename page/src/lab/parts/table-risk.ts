// The table's risk: how far it strays with its seats, what many rounds hold, its worst day, its meter.

import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../shared/money.ts";
import { TABLE_RISK } from "../../words/lab-risk.ts";
import { curvesDrawing } from "../charts/curves.ts";
import { twinTable } from "../figure.ts";
import { number, rough } from "../numbers.ts";
import type { Overview, TablePanel } from "../shapes.ts";
import type { LabStore } from "../store.ts";
import { refused, waits } from "./refused.ts";
import { numberField, submitNumbers, tile } from "./risk-form.ts";

export function tableRisk(store: LabStore, told: Overview): TemplateResult {
  const { answer, refusal, pending } = store.risk;
  const { tablePace, hours, risk } = store.state;
  return html`<section class="box wide" aria-labelledby="table-risk" aria-busy=${pending || store.now.pending}>
    <h2 id="table-risk">${TABLE_RISK.title}</h2>
    <p class="note">${TABLE_RISK.lead}</p>
    <form class="sitting-form noprint" @submit=${submitNumbers((values) => store.change({ tablePace: values.get("pace") || 40, hours: values.get("hours") || 20, risk: true }, "risk"))} novalidate>
      ${numberField("pace", TABLE_RISK.pace, tablePace, 1, 1000)} ${numberField("hours", TABLE_RISK.hours, hours, 1, 24)}
      <button class="primary">${TABLE_RISK.run}</button>
    </form>
    ${!risk ? html`<p class="note">${TABLE_RISK.idle}</p>` : refusal ? refused(store.risk) : html`${waits(store.risk, TABLE_RISK.waiting)}${answer ? found(told, answer, pending) : nothing}`}
  </section>`;
}

function found(told: Overview, answer: TablePanel, pending: boolean): TemplateResult {
  const { days, seats } = answer;
  const all = seats.at(-1);
  const name = (place: number): string => answer.labels[place] ?? TABLE_RISK.envy;
  const cents = (value: number): string => dollars(Math.round(value));
  const correlations = (caption: string, table: readonly (readonly number[])[]): TemplateResult =>
    html`<h3>${caption}</h3>${twinTable(caption, { head: [TABLE_RISK.part, ...answer.parts.map((_, i) => name(i))], rows: table.map((row, i) => [name(i), ...row.map((each) => number(each, 4))]) })}`;
  const curves = [
    { name: TABLE_RISK.seatsHead[2] ?? "", points: seats.map((each) => [each.players, each.stdev] as const) },
    { name: TABLE_RISK.apart, points: seats.map((each) => [each.players, each.apart] as const) },
  ];
  return html`<div class=${pending ? "stale" : ""}>
    <dl class="tiles">
      ${all ? tile(TABLE_RISK.stray(all.players), cents(all.stdev)) : nothing}
      ${all ? tile(TABLE_RISK.apart, cents(all.apart)) : nothing}
      ${tile(TABLE_RISK.together, number(answer.of_two_seats[0]?.[0] ?? 0, 4))}
      ${tile(TABLE_RISK.dayMean, signed(Math.round(days.mean)))}
      ${tile(TABLE_RISK.dayStrays, cents(days.stdev))}
      ${tile(TABLE_RISK.dayLoses, rough(days.loses))}
      ${tile(TABLE_RISK.worst, signed(Math.round(days.worst_usual)), days.worst_usual < 0 ? "bad" : "")}
      ${tile(TABLE_RISK.worstRare, signed(Math.round(days.worst_rare)), days.worst_rare < 0 ? "bad" : "")}
    </dl>
    <div class="plots">
      <lab-figure name="${told.house}-seats" caption=${TABLE_RISK.seats} label=${TABLE_RISK.seatsLabel(all?.players ?? 1, cents(all?.stdev ?? 0), cents(all?.apart ?? 0))} .draw=${curvesDrawing(curves, { across: TABLE_RISK.axis, x: (value) => (Number.isInteger(value) ? String(value) : ""), y: dollars })} .twin=${{
        head: TABLE_RISK.seatsHead,
        rows: seats.map((each) => [String(each.players), signed(Math.round(each.mean)), cents(each.stdev), cents(each.apart)]),
      }}></lab-figure>
      <div>
        <h3>${TABLE_RISK.bands}</h3>
        ${twinTable(TABLE_RISK.bands, { head: TABLE_RISK.bandsHead, rows: answer.bands.map((each) => [each.rounds.toLocaleString("en-US"), signed(Math.round(each.low)), signed(Math.round(each.high)), rough(each.low_hold), rough(each.high_hold)]) })}
        <p class="note">${TABLE_RISK.bandsNote}</p>
        ${answer.parts.length > 1 ? correlations(TABLE_RISK.correlations[0] ?? "", answer.at_a_seat) : nothing}
        ${answer.parts.length > 1 ? correlations(TABLE_RISK.correlations[1] ?? "", answer.of_two_seats) : nothing}
      </div>
    </div>
    ${answer.meter ? meter(answer.meter) : nothing}
  </div>`;
}

function meter(found: NonNullable<TablePanel["meter"]>): TemplateResult {
  const title = TABLE_RISK.meter(found.label, found.players);
  const mean = found.mean_at_hit === null ? null : dollars(Math.round(found.mean_at_hit));
  return html`<h3>${title}</h3>
    <p class="note">${TABLE_RISK.meterMean(Math.round(found.mean_rounds).toLocaleString("en-US"), mean)} ${TABLE_RISK.meterCost(rough(found.contribution), rough(found.funding))}</p>
    ${twinTable(title, { head: TABLE_RISK.meterHead, rows: found.hits.map(([chance, rounds, at]) => [`${chance} %`, rounds.toLocaleString("en-US"), at === null ? "–" : dollars(at)]) })}`;
}
