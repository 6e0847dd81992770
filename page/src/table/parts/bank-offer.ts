// The bank's offer, in the Rail and in the text table: what it takes, what that covers, and how long there is.

import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { minutes } from "../../shared/time.ts";
import { OFFER } from "../../words/bank.ts";
import { Part } from "../part.ts";
import type { BankSeen } from "../seen.ts";
import { bankWish } from "./bank-wish.ts";

const TICK = 500;

class BankOffer extends Part {
  private stake: number | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), TICK);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const bank = this.store.presentation.live?.bank;
    if (!bank?.offered_to_you) return nothing;
    const { store } = this;
    const { least, most, stake: first } = store.bank.stakes(bank);
    const stake = Math.min(Math.max(this.stake ?? first, least), Math.max(most, least));
    return html`<section class="offer" aria-labelledby="offer-title">
      <h3 id="offer-title">${OFFER.title}</h3>
      <p class="offer-told">${OFFER.least(least)} <span id="offer-covers">${covers(bank, stake)}</span></p>
      ${most < least
        ? html`<p class="fault">${OFFER.poor(least)}</p> <button class="tool" ?disabled=${store.busy} @click=${() => void store.bank.pass()}>${OFFER.pass}</button>`
        : html`<label class="offer-stake">${OFFER.stake} <strong class="number">${dollars(stake)}</strong>
            <input type="range" min=${least} max=${most} step="100" .value=${String(stake)} aria-valuetext=${dollars(stake)} aria-describedby="offer-covers"
              @input=${(event: Event) => {
                this.stake = Number((event.target as HTMLInputElement).value);
                this.requestUpdate();
              }} /></label>
          <div class="offer-answers">
            <button class="primary" ?disabled=${store.busy} @click=${() => void store.bank.take(stake)}>${store.bank.hasBets ? OFFER.takeBack(stake) : OFFER.take(stake)}</button>
            <button ?disabled=${store.busy} @click=${() => void store.bank.pass()}>${OFFER.pass}</button>
            ${bank.offer_until ? html`<span class="offer-left number">${OFFER.lapses(minutes(Date.parse(bank.offer_until) - Date.now()))}</span>` : nothing}
          </div>`}
      ${bankWish(store, "offer")}
    </section>`;
  }
}

/** What a stake does for the bets that lie there now. */
function covers({ enough }: BankSeen, stake: number): string {
  if (!enough) return OFFER.noBets;
  return stake >= enough ? OFFER.covers(enough) : OFFER.coversPart(stake, enough);
}

customElements.define("pit-bank-offer", BankOffer);
