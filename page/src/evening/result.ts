// The result: who has won what, to be copied as text and to be printed.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { listed } from "../words/log.ts";
import { PAGE, RESULT } from "../words/evening-page.ts";
import { invitation, copied } from "./invite.ts";
import type { Room } from "./room.ts";
import { resultText } from "./result-text.ts";
import { podiumOf } from "./standings.ts";

const PODIUM = 3; // places

export function resultPart(room: Room): TemplateResult {
  const { evening } = room;
  const text = resultText(evening, location.origin + invitation(evening.id, room.invite));
  const copy = async (): Promise<void> => room.say((await copied(text)) ? RESULT.copied : RESULT.noCopy);
  return html`<section aria-labelledby="result" class="result"><h2 id="result">${RESULT.title}</h2>
    ${podium(room)}
    <p class="ways no-print"><button @click=${() => void copy()}>${icon("copy")} ${RESULT.copy}</button> <button @click=${() => print()}>${icon("scroll-text")} ${RESULT.print}</button>
    ${evening.league ? html`<a class="button" href="/league/${encodeURIComponent(evening.league)}">${RESULT.league(evening.league_name ?? "")}</a>` : nothing} <a class="button" href="/evenings">${RESULT.evenings}</a></p>
    <details class="no-print"><summary>${RESULT.asText}</summary><pre class="as-text" tabindex="0">${text}</pre></details></section>`;
}

/** The first places, those who share one together. */
function podium({ evening }: Room): TemplateResult {
  return html`<ol class="podium">${podiumOf(evening.standings, PODIUM).map(({ place, people, winners }) => {
    const [winner] = winners;
    const names = winners.length < people.length ? `${listed(winners.map((each) => each.name))}: ` : ""; // not the bots
    const none = evening.prizes.length > 0 && people.every((each) => each.bot);
    return html`<li class="place-${place}"><span class="medal">${place === 1 ? icon("crown") : nothing} ${RESULT.place(place, people.length > 1)}</span>
      <b>${listed(people.map((each) => each.name))}</b> <span class="number">${people[0]?.out_round == null ? dollars(people[0]?.chips ?? 0) : RESULT.outIn(people[0].out_round)}</span>
      ${winner ? html`<span class="prize">${names}${RESULT.prize(winner.prizes, winner.shares)}</span>` : none ? html`<span class="quiet">${PAGE.noPrize}</span>` : nothing}</li>`;
  })}</ol>`;
}
