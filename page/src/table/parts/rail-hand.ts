// My cards, large, with what they make; where a card may be traded, they are the choice of it.

import { html, nothing, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { cardName, cardSign, RESULTS } from "../../shared/words.ts";
import { rail } from "../../words/rail.ts";
import { sureText } from "../../words/showdown.ts";
import { namesAt } from "../names.ts";
import type { Store } from "../store.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

/** The bets that my own cards have won or lost already. */
function sureBets(view: TableSeen, seat: SeatSeen): TemplateResult {
  const names = namesAt(view, seat.n);
  return html`<ul class="sure" aria-label=${rail.sure}>
    ${seat.sure.map((each) => html`<li class=${each.state}><span aria-hidden="true">${RESULTS[each.state === "won" ? "win" : "lose"].sign}</span> ${sureText(each, names)}</li>`)}
  </ul>`;
}

export function handPart(store: Store, seat: SeatSeen): TemplateResult {
  const draws = store.actions.filter((each) => each.id === "draw");
  const chosen = store.discards.get(seat.n);
  return html`<div class="hand ${seat.status === "folded" ? "folded" : ""}">
    <div class="hand-cards">
      ${seat.cards.map((face) =>
        draws.some((each) => each.discard === face)
          ? html`<button class="pick ${chosen === face ? "chosen" : ""}" aria-pressed=${chosen === face ? "true" : "false"} aria-label=${rail.discardName(cardName(face))}
              @click=${() => store.toggleDiscard(seat.n, face)}>
              <span aria-hidden="true">${card(face, { size: "hero" })}</span><span class="pick-mark" aria-hidden="true">${rail.discardMark}</span>
            </button>`
          : card(face, { size: "hero" }),
      )}
      ${seat.discard ? html`<span class="muck" role="img" aria-label=${`${rail.thrown}: ${cardName(seat.discard)}`}><span aria-hidden="true" class="muck-card">${cardSign(seat.discard)}</span></span>` : nothing}
    </div>
    <p class="hand-label">
      ${seat.words ? html`<b>${seat.words}</b>` : nothing}
      ${seat.first_label ? html`<span class="first-three">${rail.firstThree(seat.first_label)}</span>` : nothing}
    </p>
    ${store.view && seat.sure.length > 0 ? sureBets(store.view, seat) : nothing}
  </div>`;
}
