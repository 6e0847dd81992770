// The hand explorer: type or pick cards; what each action is worth, and how the dealer's hands go against them.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { card } from "../../shared/art.ts";
import { fraction } from "../../shared/fractions.ts";
import { cardName, cardSign } from "../../shared/words.ts";
import { HAND, LAB } from "../../words/lab.ts";
import { INK } from "../charts/ink.ts";
import { takeAway } from "../figure.ts";
import { count, loss, percent, units } from "../numbers.ts";
import type { ExploredHand, Overview } from "../shapes.ts";
import { readCards } from "../state.ts";
import type { LabStore } from "../store.ts";
import { howOf } from "./how.ts";
import { refused, waits } from "./refused.ts";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const HELD = 3;
const ENDS = [["win", INK.player], ["tie", INK.was], ["not_qualified", INK.bands[2]], ["lose", INK.house]] as const;

export function hand(store: LabStore, told: Overview): TemplateResult {
  const { cards, shown } = store.state;
  const typed = (event: Event, key: "cards" | "shown", most: number): void =>
    store.change({ [key]: readCards((event.target as HTMLInputElement).value).slice(0, most) }, key);
  return html`<section class="box" aria-labelledby="hand">
    <h2 id="hand">${HAND.title}</h2>
    <p class="note">${HAND.lead}</p>
    <div class="hand-halves">
      <div>
        <div class="hand-fields">
          <label>${HAND.cards} <small>${HAND.typed}</small><input type="text" autocomplete="off" maxlength="20" .value=${live(cards.join(" "))} @change=${(event: Event) => typed(event, "cards", HELD)} /></label>
          ${told.shows > 0 ? html`<label>${HAND.shown(told.shows)}<input type="text" autocomplete="off" maxlength="20" .value=${live(shown.join(" "))} @change=${(event: Event) => typed(event, "shown", told.shows)} /></label>` : nothing}
          <button class="small" @click=${() => store.change({ cards: [], shown: [] }, "cards")}>${HAND.clear}</button>
        </div>
        ${picker(store, told)}
      </div>
      <div class="hand-told" aria-busy=${store.hand.pending}>${result(store, told)}</div>
    </div>
  </section>`;
}

function picker(store: LabStore, told: Overview): TemplateResult {
  const { cards, shown } = store.state;
  const press = (face: string): void => {
    if (cards.includes(face)) store.change({ cards: cards.filter((each) => each !== face) }, "cards");
    else if (shown.includes(face)) store.change({ shown: shown.filter((each) => each !== face) }, "cards");
    else if (cards.length < HELD) store.change({ cards: [...cards, face] }, "cards");
    else if (shown.length < told.shows) store.change({ shown: [...shown, face] }, "cards");
    else store.change({ cards: [face], shown: [] }, "cards");
  };
  return html`<div class="picker" role="group" aria-label=${HAND.pick}>${[...SUITS].map((suit) => html`<div class="pick-suit">${[...RANKS].map((rank) => {
    const face = rank + suit;
    const mine = cards.includes(face);
    const theirs = shown.includes(face);
    return html`<button class="pick suit-${suit} ${mine ? "mine" : theirs ? "theirs" : ""}" aria-pressed=${mine || theirs} aria-label="${cardSign(face)} ${cardName(face)}${theirs ? ` ${HAND.forDealer}` : ""}" @click=${() => press(face)}><span aria-hidden="true">${cardSign(face)}</span></button>`;
  })}</div>`)}</div>`;
}

function result(store: LabStore, told: Overview): TemplateResult {
  const { cards, shown } = store.state;
  const places = [...cards, ...Array<string>(HELD - cards.length).fill("??")];
  const faces = html`<div class="faces-row">${places.map((face) => card(face, { size: "dealer" }))}${shown.length > 0 ? html`<span class="against">${HAND.forDealer}</span>${shown.map((face) => card(face, { size: "dealer" }))}` : nothing}</div>`;
  if (store.hand.refusal) return html`${faces}${refused(store.hand)}`;
  if (cards.length < HELD) return html`${faces}<p class="note">${HAND.need(HELD - cards.length)}</p>`;
  if (shown.length !== told.shows) return html`${faces}<p class="note">${HAND.needShown(told.shows)}</p>`;
  const found = store.hand.answer;
  return html`${faces}${waits(store.hand, LAB.waiting)}${found ? explored(told, found) : nothing}`;
}

function explored(told: Overview, found: ExploredHand): TemplateResult {
  const total = BigInt(found.outcomes);
  const ends = ENDS.map(([end, fill]) => ({ end, fill, number: found.ends[end] ?? 0 }));
  const share = (n: number): string => percent(fraction(BigInt(n), total), 1);
  let left = 0;
  return html`<p class="hand-label">${found.label} <span class="mono">${found.ranks}</span></p>
    <div class="scrolls" tabindex="0" role="group" aria-label=${found.label}><table class="twin"><thead><tr>${HAND.head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
    <tbody>${found.actions.map((each) => html`<tr class=${each.best ? "best-row" : ""}><th scope="row">${each.label}${each.best ? html` <span class="mark best-play">✔ ${HAND.best}</span>` : nothing}</th><td class="number">${units(each.ev)}</td><td class="number">${each.cost === "0" ? "–" : loss(each.cost)}</td><td class="mono">${each.ev}</td></tr>`)}</tbody></table></div>
    <h3>${HAND.ends}</h3>
    <svg class="ends" width="100%" height="22" aria-hidden="true">${ends.map(({ fill, number }) => {
      const wide = (number / found.outcomes) * 100;
      const piece = html`<svg x="${left}%" width="${wide}%" height="22"><rect width="100%" height="22" fill=${fill}></rect></svg>`;
      left += wide;
      return piece;
    })}</svg>
    <ul class="ends-list">${ends.map(({ end, number }) => html`<li class="end-${end}"><b>${share(number)}</b> ${HAND.end[end]} <small>${count(String(number))}</small></li>`)}</ul>
    ${takeAway(`${told.house}-hand`, HAND.ends, { head: HAND.endsHead, rows: ends.map(({ end, number }) => [HAND.end[end], count(String(number)), share(number)]) })}
    ${howOf(found.label, found.how, told.house)}`;
}
