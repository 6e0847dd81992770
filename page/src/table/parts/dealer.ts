// The dealer's side of the felt: rack, discard, cards and shoe, and whether the dealer plays.

import { html, nothing, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { DEALER, FELT } from "../../words/felt.ts";
import type { TableSeen } from "../seen.ts";

const HAND = 3;

/** Cards, or the places where they will lie. */
function hand(view: TableSeen): TemplateResult {
  const { cards, plays } = view.dealer;
  if (cards.length === 0) return html`${Array.from({ length: HAND }, () => html`<span class="card dealer place" aria-hidden="true"></span>`)}`;
  const choosing = plays.length > 0 && cards.length > plays.length;
  return html`${cards.map((face) => {
    const used = plays.includes(face);
    return html`<span class="slot">${card(face, { size: "dealer", lifted: choosing && used, unused: choosing && !used })}${
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

export function dealer(view: TableSeen): TemplateResult {
  const { label, caption } = view.dealer;
  const banker = view.bank?.name && view.dealer.cards.length > 0 ? (view.bank.you ? DEALER.yourHand : DEALER.handOf(view.bank.name)) : nothing;
  return html`<section class="dealer-side" aria-label=${caption || label}>
    <div class="rack" aria-hidden="true"></div>
    <div class="dealt">
      <span class="discards" aria-hidden="true"></span>
      <div class="dealer-cards">${hand(view)}</div>
      <span class="shoe" aria-hidden="true"></span>
    </div>
    ${banker === nothing ? nothing : html`<p class="banker">${banker}</p>`}
    ${verdict(view)}
  </section>`;
}
