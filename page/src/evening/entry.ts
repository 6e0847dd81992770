// One's own place in an evening: entering it, the way to one's table, leaving it.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { placeOf, tableName } from "../words/evening.ts";
import { DESK, PAGE } from "../words/evening-page.ts";
import type { Room } from "./room.ts";
import { yourStanding, yourTable } from "./standings.ts";

export function entry(room: Room): TemplateResult | typeof nothing {
  const { evening } = room;
  const me = yourStanding(evening);
  if (me && me.state === "out") return html`<section class="box yours" aria-label=${PAGE.yours}><p class="big">${PAGE.out(me.place, me.out_round)}</p><p class="quiet">${PAGE.lookOn}</p></section>`;
  if (evening.you?.table) return atTable(room);
  if (evening.you?.entered) return onList(room);
  // who is nobody yet may enter as a guest, as far as the server has said
  const open = evening.you?.may_enter ?? (evening.phase === "listed" || (!evening.calling_off && evening.round <= evening.late_until));
  if (!open) return html`<p class="quiet">${evening.entered >= evening.most ? PAGE.full : PAGE.closed}</p>`;
  return entering(room);
}

function entering(room: Room): TemplateResult {
  const { guestName, busy, evening } = room;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    room.enter(String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim());
  };
  return html`<section class="box yours" aria-label=${PAGE.yours}><form @submit=${send}>
    ${guestName === undefined ? nothing : html`<label>${PAGE.yourName} <input name="name" maxlength=${room.longestName} .value=${guestName} autocomplete="nickname" /></label>`}
    <button class="primary go" ?disabled=${busy}>${icon("armchair")} ${evening.phase === "listed" ? PAGE.enter : PAGE.enterLate}</button>
    <p class="quiet">${guestName === undefined ? PAGE.enterMore : PAGE.guest}</p></form></section>`;
}

function onList(room: Room): TemplateResult {
  const waiting = room.evening.phase !== "listed";
  return html`<section class="box yours" aria-label=${PAGE.yours}><p class="big">${waiting ? PAGE.youWait : PAGE.youAreIn}</p>
    ${room.evening.you?.may_leave ? html`<p><button ?disabled=${room.busy} @click=${() => room.act("leave")}>${PAGE.leave}</button></p>` : nothing}</section>`;
}

function atTable(room: Room): TemplateResult {
  const { evening } = room;
  const me = yourStanding(evening);
  const leave = (): void => room.ask({ text: PAGE.giveUpAsk, yes: DESK.yes.leave, own: true, act: () => room.act("leave") });
  const table = yourTable(evening);
  const stand = me && me.place !== null ? html` <span class="quiet">${PAGE.youHave(placeOf(me.place, me.tied, evening.standings.length), dollars(me.chips))}</span>` : nothing;
  return html`<section class="box yours" aria-label=${PAGE.yours}><p class="big">${PAGE.youPlay(tableName(evening, evening.you?.table), evening.you?.seat ?? null)}${stand}${me?.leaves ? html` <b>${PAGE.youGo}</b>` : nothing}</p>
    <p class="ways">${table === undefined ? html`<span class="quiet">${PAGE.setUp}</span>` : html`<a class="button primary go" href="/tables/${encodeURIComponent(table)}">${icon("armchair")} ${PAGE.toTable}</a>`}
    ${evening.you?.may_leave ? html`<button aria-disabled=${room.busy ? "true" : nothing} @click=${leave}>${icon("log-out")} ${PAGE.giveUp}</button>` : nothing}</p></section>`;
}
