// The starting list, the standings and the final table: one table, with what there is to say at each time.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { stateText, tableName } from "../words/evening.ts";
import { DESK, PAGE } from "../words/evening-page.ts";
import type { Room } from "./room.ts";
import type { Standing } from "./shapes.ts";
import { placeSign } from "./standings.ts";

export function standingsTable(room: Room): TemplateResult {
  const { evening } = room;
  if (evening.standings.length === 0) return html`<p class="nothing">${PAGE.nobody}</p>`;
  const listed = evening.round === 0; // also where it was called off before it began
  const over = evening.phase === "ended";
  const open = evening.phase === "listed" || evening.phase === "running";
  const hosts = open && !evening.calling_off && (evening.you?.host || evening.you?.operator);
  const where = open || over; // once it is called off nobody sits anywhere
  return html`<table class="standings"><caption class="unseen">${listed ? PAGE.list : PAGE.standings}</caption>
    <thead><tr>${listed ? nothing : html`<th scope="col" class="number">${PAGE.place}</th>`}<th scope="col">${PAGE.player}</th>
      ${listed ? nothing : html`<th scope="col" class="number">${PAGE.chips}</th>${where ? html`<th scope="col" class="where">${over ? PAGE.prize : PAGE.where}</th>` : nothing}`}${hosts ? html`<td></td>` : nothing}</tr></thead>
    <tbody>${repeat(evening.standings, (each) => each.person, (each) => row(room, each, { listed, over, where, hosts: !!hosts }))}</tbody></table>`;
}

interface Look {
  listed: boolean;
  over: boolean;
  where: boolean;
  hosts: boolean;
}

function row(room: Room, each: Standing, look: Look): TemplateResult {
  const out = each.state === "out";
  const won = each.bot && room.evening.prizes.length > 0 ? html`<span class="quiet">${PAGE.noPrize}</span>` : each.shares ? PAGE.shares(each.prizes) : each.prizes.join(", ");
  const classes = [each.you ? "mine" : "", out && !look.over ? "out" : "", look.over && each.place === 1 ? "first" : ""].filter(Boolean).join(" ");
  return html`<tr class=${classes}>
    ${look.listed ? nothing : html`<td class="number place">${placeSign(each)}</td>`}
    <th scope="row"><span class="face">${icon(each.bot ? "bot" : (each.avatar ?? "user"))}</span> ${each.name}${each.you ? html` <span class="mark">${PAGE.you}</span>` : nothing}${each.bot ? html`<span class="unseen">, ${PAGE.bot}</span>` : nothing}</th>
    ${look.listed ? nothing : html`<td class="number chips">${out ? "–" : dollars(each.chips)}</td>
      ${look.where ? html`<td class="where">${look.over ? html`${won}${each.out_round === null ? nothing : html` <span class="quiet">${stateText(each)}</span>`}` : where(room, each)}</td>` : nothing}`}
    ${look.hosts ? html`<td class="acts">${out || each.leaves ? nothing : remover(room, each, look.listed)}</td>` : nothing}</tr>`;
}

function where(room: Room, each: Standing): TemplateResult {
  if (each.state !== "playing" || each.leaves) return html`<span class="quiet">${stateText(each)}</span>${each.table === null ? nothing : html` <span class="quiet seat">${tableName(room.evening, each.table)}</span>`}`;
  return html`${tableName(room.evening, each.table)}`;
}

function remover(room: Room, each: Standing, listed: boolean): TemplateResult {
  const ask = (): void => room.ask({ text: DESK.removeAsk(each.name, !listed), yes: DESK.yes.remove, act: (said) => room.act("remove", { person: each.person, ...said }) });
  return html`<button class="bare" aria-label=${DESK.remove(each.name)} title=${DESK.remove(each.name)} aria-disabled=${room.busy ? "true" : nothing} @click=${ask}>${icon("x")}</button>`;
}
