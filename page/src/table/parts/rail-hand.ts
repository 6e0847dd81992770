// My cards, large, with what they make; where a card may be traded, they are the choice of it.

import { html, nothing, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { cardName, cardSign, RESULTS } from "../../shared/words.ts";
import { rail } from "../../words/rail.ts";
import { sureText } from "../../words/showdown.ts";
import { bonusCards, decidingCards } from "../deciding.ts";
import { verdictWords } from "../later.ts";
import { namesAt } from "../names.ts";
import type { Store } from "../store.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

/** The bets that my own cards have won or lost already; once the result says that, what is to be said of it beside its lines. */
export function sureBets(store: Store, view: TableSeen, seat: SeatSeen): TemplateResult | typeof nothing {
  const names = namesAt(view, seat.n);
  if (seat.net !== null) return noteList(verdictWords(store)?.endNotes(seat, names, view.bank) ?? []);
  if (seat.sure.length === 0) return nothing;
  return html`<ul class="sure" aria-label=${rail.sure}>
    ${seat.sure.map((each) => html`<li class=${each.state}><span aria-hidden="true">${RESULTS[each.state === "won" ? "win" : "lose"].sign}</span> ${sureText(each, names, seat.category ?? "")}</li>`)}
  </ul>`;
}

export function noteList(notes: readonly string[]): TemplateResult | typeof nothing {
  return notes.length === 0 ? nothing : html`<ul class="sure notes">${notes.map((each) => html`<li>${each}</li>`)}</ul>`;
}

/** Where the cards will lie: the Rail has its places from the bet on. */
const PLACES = html`${[1, 2, 3].map(() => html`<span class="card hero place" aria-hidden="true"></span>`)}`;

export function handPart(store: Store, seat: SeatSeen): TemplateResult {
  const draws = store.actions.filter((each) => each.id === "draw");
  const chosen = store.discards.get(seat.n);
  const [deciding, bonus] = [decidingCards(seat), bonusCards(seat)];
  return html`<div class="hand ${seat.status === "folded" ? "folded" : ""}">
    <div class="hand-cards">
      ${seat.cards.length === 0 ? PLACES : nothing}
      ${seat.cards.map((face) =>
        store.canDecide && draws.some((each) => each.discard === face)
          ? html`<button class="pick ${chosen === face ? "chosen" : ""}" aria-pressed=${chosen === face ? "true" : "false"} aria-label=${rail.discardName(cardName(face))}
              @click=${() => store.toggleDiscard(seat.n, face)}>
              <span aria-hidden="true">${card(face, { size: "hero" })}</span><span class="pick-mark" aria-hidden="true">${rail.discardMark}</span>
            </button>`
          : card(face, { size: "hero", decides: deciding.has(face), bonus: bonus.has(face) }),
      )}
      ${seat.discard ? html`<span class="muck" role="img" aria-label=${`${rail.thrown}: ${cardName(seat.discard)}`}><span aria-hidden="true" class="muck-card">${cardSign(seat.discard)}</span></span>` : nothing}
    </div>
    <p class="hand-label">
      ${seat.words ? html`<b>${seat.words}</b>` : nothing}
      ${seat.first_label ? html`<span class="first-three">${rail.firstThree(seat.first_label)}</span>` : nothing}
    </p>
  </div>`;
}
