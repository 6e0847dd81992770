// The host's desk: what starts, stops and ends an evening, and who is still to come.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { DESK } from "../words/evening-page.ts";
import type { Room } from "./room.ts";

const FEWEST = 2; // who start

export function hostsDesk(room: Room): TemplateResult {
  const { evening, busy } = room;
  const listed = evening.phase === "listed";
  const few = evening.entered < FEWEST;
  const start = (): void => room.ask({ text: DESK.startAsk(evening.entered), yes: DESK.yes.start, act: () => room.act("start") });
  const callOff = (): void => room.ask({ text: DESK.callOffAsk, yes: DESK.yes.callOff, act: () => room.act("call_off") });
  return html`<section class="box hosts-desk" aria-labelledby="desk"><h2 id="desk">${DESK.title}</h2>
    <p class="state">${listed ? (few ? DESK.alone : DESK.ready(evening.entered)) : DESK.plays(evening.round, evening.tables.length, evening.tables.filter((each) => each.done).length)}</p>
    <div class="ways">
      ${listed ? html`<button class="primary" ?disabled=${busy || few} @click=${start}>${icon("play")} ${DESK.start}</button>` : nothing}
      ${!listed && !evening.paused ? html`<button ?disabled=${busy} @click=${() => room.act("pause")}>${icon("pause")} ${DESK.pause}</button>` : nothing}
      ${!listed && evening.paused ? html`<button class="primary" ?disabled=${busy} @click=${() => room.act("resume")}>${icon("play")} ${DESK.resume}</button>` : nothing}
      ${listed && evening.entered < evening.most ? html`<button ?disabled=${busy} @click=${() => room.act("bots", { bots: 1 })}>${icon("bot")} ${DESK.bot}</button>` : nothing}
      <button class="danger" ?disabled=${busy} @click=${callOff}>${icon("x")} ${DESK.callOff}</button>
    </div>
    ${!listed ? html`<p class="quiet">${DESK.late(evening.late_until, evening.round)}</p>` : nothing}</section>`;
}
