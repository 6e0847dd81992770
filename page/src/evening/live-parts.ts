// What stands beside the standings: the level with its clock, the schedule, the tables, the news.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { LEVELS, limits, newsText, tableName } from "../words/evening.ts";
import { PAGE } from "../words/evening-page.ts";
import { clockText, isShort } from "./clock.ts";
import type { Room } from "./room.ts";
import type { Evening } from "./shapes.ts";

export function levelCard({ evening, now }: Room): TemplateResult | typeof nothing {
  const { level } = evening;
  if (!level) return nothing;
  return html`<section class="box level" aria-labelledby="level"><h2 id="level">${LEVELS.of(level.number, evening.levels.length)}</h2>
    <dl class="figures"><div><dt>${PAGE.limits}</dt><dd class="number">${limits(level)}</dd></div>
    <div class=${isShort(evening, now) ? "short" : ""}><dt>${level.next ? PAGE.riseIn : PAGE.rise}</dt><dd class="number"><span role="timer">${clockText(evening, now)}</span></dd></div>
    ${level.next ? html`<div><dt>${PAGE.next}</dt><dd class="number">${limits(level.next)}</dd></div>` : nothing}
    <div><dt>${PAGE.round}</dt><dd class="number">${evening.round}${evening.rounds === null ? nothing : html`<small> ${PAGE.ofRounds(evening.rounds)}</small>`}</dd></div></dl></section>`;
}

export function schedule(evening: Evening): TemplateResult {
  const at = evening.level?.number;
  return html`<section class="box" aria-labelledby="schedule-head"><h2 id="schedule-head">${PAGE.schedule}</h2>
    <table class="levels"><thead><tr><th scope="col">${PAGE.level}</th><th scope="col">${PAGE.limits}</th><th scope="col">${PAGE.lasts}</th></tr></thead>
    <tbody>${evening.levels.map(
      (each, n) => html`<tr class=${each.number === at ? "now" : ""} aria-current=${each.number === at ? "step" : nothing}><th scope="row">${each.number}${each.number === at ? html` <span class="mark">${PAGE.now}</span>` : nothing}</th><td class="number">${limits(each)}</td><td>${n === evening.levels.length - 1 ? PAGE.toTheEnd : LEVELS.lasts(each)}</td></tr>`,
    )}</tbody></table></section>`;
}

export function tableList(evening: Evening): TemplateResult | typeof nothing {
  if (evening.tables.length === 0) return nothing;
  const mine = evening.you?.table;
  return html`<section class="box" aria-labelledby="tables"><h2 id="tables">${PAGE.tables}</h2><ul class="evening-tables">${evening.tables.map(
    (each) => html`<li><span><b>${tableName(evening, each.id)}</b> <span class="quiet">${PAGE.tableNow(each.people, each.done)}</span></span>
      ${!each.open ? nothing : each.id === mine ? html`<a class="button" href="/tables/${encodeURIComponent(each.id)}">${PAGE.toTable}</a>` : html`<a class="button bare" href="/tables/${encodeURIComponent(each.id)}?watch=1">${icon("eye")} ${PAGE.watch}<span class="unseen"> ${tableName(evening, each.id)}</span></a>`}</li>`,
  )}</ul></section>`;
}

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

export function newsList(evening: Evening): TemplateResult {
  const told = evening.news.map((each) => ({ at: each.at, text: newsText(each, evening) })).filter((each) => each.text);
  if (told.length === 0) return html`<p class="quiet">${PAGE.noNews}</p>`;
  return html`<ol class="news" tabindex="0" aria-label=${PAGE.news}>${told.map((each) => html`<li><time class="quiet number" datetime=${new Date(each.at).toISOString()}>${clock.format(each.at)}</time> ${each.text}</li>`)}</ol>`;
}
