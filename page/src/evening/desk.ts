// The host's desk: what starts, stops and ends an evening, and who is still to come.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { DESK } from "../words/evening-page.ts";
import type { Room } from "./room.ts";

const FEWEST = 2; // who start

export function hostsDesk(room: Room): TemplateResult {
  const { evening } = room;
  const busy = room.busy ? "true" : nothing;
  const listed = evening.phase === "listed";
  const few = evening.entered < FEWEST;
  const start = (): void => room.ask({ text: DESK.startAsk(evening.entered), yes: DESK.yes.start, act: (said) => room.act("start", { ...said }) });
  const callOff = (): void => room.ask({ text: listed ? DESK.callOffList : DESK.callOffAsk, yes: DESK.yes.callOff, act: (said) => room.act("call_off", { ...said }) });
  const pause = (): void => room.act(evening.paused ? "resume" : "pause");
  if (evening.calling_off) return html`<section class="box hosts-desk" aria-labelledby="desk"><h2 id="desk">${DESK.title}</h2><p class="state">${DESK.ends}</p></section>`;
  return html`<section class="box hosts-desk" aria-labelledby="desk"><h2 id="desk">${DESK.title}</h2>
    <p class="state">${listed ? (few ? DESK.alone : DESK.ready(evening.entered)) : DESK.plays(evening.round, evening.tables.length, evening.tables.filter((each) => each.done).length)}${evening.paused && evening.tables.every((each) => each.done) ? ` ${DESK.rests}` : ""}</p>
    <div class="ways">
      ${listed ? html`<button class="primary" ?disabled=${few} aria-disabled=${busy} @click=${start}>${icon("play")} ${DESK.start}</button>` : nothing}
      ${listed ? nothing : html`<button class=${evening.paused ? "primary" : ""} aria-disabled=${busy} @click=${pause}>${icon(evening.paused ? "play" : "pause")} ${evening.paused ? DESK.resume : DESK.pause}</button>`}
      ${listed && evening.entered < evening.most ? html`<button aria-disabled=${busy} @click=${() => room.act("bots", { bots: 1 })}>${icon("bot")} ${DESK.bot}</button>` : nothing}
      <button class="danger" aria-disabled=${busy} @click=${callOff}>${icon("x")} ${DESK.callOff}</button>
    </div>
    ${!listed ? html`<p class="quiet">${DESK.late(evening.late_until, evening.round)}</p>` : nothing}</section>`;
}
