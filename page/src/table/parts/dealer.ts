// The dealer's side of the felt: rack, discard, cards and shoe, and whether the dealer plays.

import { html, nothing, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { DEALER, FELT } from "../../words/felt.ts";
import { showdownText } from "../../words/showdown.ts";
import { bonusCards, decidingCards } from "../deciding.ts";
import { namesAt } from "../names.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

const HAND = 3;

/** Cards, or the places where they will lie. */
function hand(view: TableSeen, mine: SeatSeen | undefined): TemplateResult {
  const { cards, plays } = view.dealer;
  if (cards.length === 0) return html`${Array.from({ length: HAND }, () => html`<span class="card dealer place" aria-hidden="true"></span>`)}`;
  const [deciding, bonus] = [decidingCards(mine), bonusCards(mine)];
  const choosing = plays.length > 0 && cards.length > plays.length;
  return html`${cards.map((face) => {
    const used = plays.includes(face);
    return html`<span class="slot">${card(face, { size: "dealer", lifted: choosing && used, unused: choosing && !used, decides: deciding.has(face), bonus: bonus.has(face) })}${
      choosing && !used ? html`<span class="not-used">${FELT.notUsed}</span>` : nothing
    }</span>`;
  })}`;
}

function verdict(view: TableSeen): TemplateResult | typeof nothing {
  const { qualifies, label, words } = view.dealer;
  if (qualifies === null) return nothing;
  return html`<p class="verdict ${qualifies ? "plays" : "stays"}">
    <b>${qualifies ? DEALER.plays(label) : DEALER.doesNotPlay(label)}</b><span>${words}</span>
  </p>`;
}

/** The sentence that decided the hand in the Rail. */
function decisive(view: TableSeen, mine: SeatSeen | undefined): TemplateResult | typeof nothing {
  return mine?.showdown ? html`<p class="decisive">${showdownText(mine.showdown, namesAt(view, mine.n))}</p>` : nothing;
}

export function dealer(view: TableSeen, mine: SeatSeen | undefined): TemplateResult {
  const { label, caption } = view.dealer;
  const banker = view.bank?.name && view.dealer.cards.length > 0 ? (view.bank.you ? DEALER.yourHand : DEALER.handOf(view.bank.name)) : nothing;
  return html`<section class="dealer-side" aria-label=${caption || label}>
    <div class="rack" aria-hidden="true"></div>
    <div class="dealt">
      <span class="discards" aria-hidden="true"></span>
      <div class="dealer-cards">${hand(view, mine)}</div>
      <span class="shoe" aria-hidden="true"></span>
    </div>
    ${banker === nothing ? nothing : html`<p class="banker">${banker}</p>`}
    ${verdict(view)} ${decisive(view, mine)}
  </section>`;
}
