// Taking the bank: the offer with its stake and its clock, and whether one wants to be asked.

import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { minutes } from "../../shared/time.ts";
import { BANK } from "../../words/head.ts";
import { Part } from "../part.ts";
import type { BankSeen } from "../seen.ts";

class BankDialog extends Part {
  private stake = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const bank = view?.bank;
    if (!view || !bank) return nothing;
    const wants = view.me?.wants_bank ?? false;
    return html`
      <p>${this.holder(bank)}</p>
      <p>${BANK.what}</p>
      ${bank.offered_to_you ? this.offer(bank) : nothing}
      ${view.me
        ? html`<label class="check"><input type="checkbox" .checked=${wants} @change=${(event: Event) => void this.store.do({ do: "want_bank", want: (event.target as HTMLInputElement).checked })} />
            <span>${BANK.want}<small>${BANK.wantMore}</small></span></label>`
        : nothing}
    `;
  }

  private holder(bank: BankSeen): string {
    if (bank.stake === null || bank.name === null) return BANK.none;
    return bank.you ? BANK.youAre(dollars(bank.stake)) : BANK.is(bank.name, dollars(bank.stake));
  }

  private offer(bank: BankSeen): TemplateResult {
    const { store } = this;
    const most = Math.floor((store.mySeats[0]?.stack ?? 0) / 100) * 100;
    const stake = Math.min(Math.max(this.stake, bank.least), Math.max(most, bank.least));
    const bets = store.mySeats.some((seat) => seat.spots.some((spot) => spot.amount > 0));
    return html`<section class="offer" aria-label=${BANK.offered}>
      <h3>${BANK.offered}</h3>
      ${bank.offer_until ? html`<p class="number">${BANK.lapses(minutes(Date.parse(bank.offer_until) - Date.now()))}</p>` : nothing}
      ${most < bank.least
        ? html`<p class="fault">${BANK.poor(dollars(bank.least))}</p>`
        : html`<label>${BANK.stake} <strong class="number">${dollars(stake)}</strong>
            <input type="range" min=${bank.least} max=${most} step="100" .value=${String(stake)} aria-valuetext=${dollars(stake)}
              @input=${(event: Event) => {
                this.stake = Number((event.target as HTMLInputElement).value);
                this.requestUpdate();
              }} /></label>
          <p class="quiet">${BANK.noAct}</p>
          ${bets ? html`<p class="fault">${BANK.noBets}</p>` : nothing}
          <div class="row"><button class="primary" ?disabled=${bets || store.busy} @click=${() => void store.do({ do: "take_bank", stake })}>${BANK.take(dollars(stake))}</button>
          <button ?disabled=${store.busy} @click=${() => void store.do({ do: "pass_bank" })}>${BANK.pass}</button></div>`}
    </section>`;
  }
}

customElements.define("pit-bank-dialog", BankDialog);
