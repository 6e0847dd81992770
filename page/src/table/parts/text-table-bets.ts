// The bets of one hand as a form: an amount for each wager, why it may not be, and the way to the deal.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Spot, SpotFrame } from "../../generated/table.ts";
import { dollars } from "../../shared/money.ts";
import { TEXT } from "../../words/text-table.ts";
import { Part } from "../part.ts";
import type { SeatSeen } from "../seen.ts";

class TextBets extends Part {
  static override properties = { ...Part.properties, seat: { attribute: false } };
  declare seat: SeatSeen;

  /** What the fields say is the whole bet of the seat. */
  private changed(): void {
    const wagers: Record<string, number> = {};
    for (const field of this.querySelectorAll<HTMLInputElement>("input[data-spot]")) {
      const cents = field.type === "checkbox" ? (field.checked ? Number(field.value) : 0) : Math.round(Number(field.value) * 100);
      if (cents > 0) wagers[field.dataset["spot"] ?? ""] = cents;
    }
    void this.store.bets.setBets(this.seat.n, wagers);
  }

  protected override render(): TemplateResult {
    const { store, seat } = this;
    if (store.betweenRounds) return this.nextRound();
    const spots = store.bets.spots(seat);
    const total = spots.reduce((sum, each) => sum + each.amount, 0);
    return html`<form @submit=${(event: SubmitEvent) => this.deal(event)}>
      <fieldset ?disabled=${store.link !== "live" || (store.view?.paused ?? false)}>
        <legend>${TEXT.bets}</legend>
        ${spots.map((each) => this.field(each))}
        ${total > 0 ? html`<p>${TEXT.total(dollars(total), store.bets.accepted(seat))}</p>` : nothing}
      </fieldset>
      <p class="row">${this.buttons(total)}</p>
    </form>`;
  }

  private nextRound(): TemplateResult {
    const { store, seat } = this;
    return html`<p class="row">
      ${store.bets.last(seat.n) ? html`<button class="primary" ?disabled=${store.busy} @click=${() => void store.bets.rebetAndDeal()}>${TEXT.rebetDeal}</button>` : nothing}
      <button ?disabled=${store.busy} @click=${() => void store.clearFelt()}>${TEXT.next}</button>
    </p>`;
  }

  private field(spot: SpotFrame | Spot): TemplateResult {
    const id = `bet-${this.seat.n}-${spot.id}`;
    const cover = "cover" in spot && spot.cover ? TEXT.cover[spot.cover] : "";
    const why = spot.why ? `${spot.why}${spot.why_clause ? ` (${spot.why_clause})` : ""}` : "";
    const note = html`<span id="${id}-note" class=${why ? "fault" : "quiet"}>${why || [spanOf(spot), cover].filter(Boolean).join(", ")}</span>`;
    const off = !spot.enabled && spot.amount === 0;
    if (spot.lit !== null) {
      return html`<p class="bet"><label class="check" for=${id}><input id=${id} type="checkbox" data-spot=${spot.id} value=${spot.min} .checked=${live(spot.amount > 0)} ?disabled=${off} aria-describedby="${id}-note" @change=${() => this.changed()} />
        <span>${TEXT.sensor(spot.label, dollars(spot.min))}</span></label> ${note}</p>`;
    }
    return html`<p class="bet"><label for=${id}>${spot.label}</label>
      <input id=${id} type="number" data-spot=${spot.id} min="0" step=${spot.step / 100} inputmode="decimal" .value=${live(this.typed(id) ?? String(spot.amount / 100))} ?disabled=${off} aria-describedby="${id}-note" @change=${() => this.changed()} />
      ${note}</p>`;
  }

  /** What somebody is typing into a field stays there, whatever the table tells meanwhile. */
  private typed(id: string): string | undefined {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && field.id === id ? field.value : undefined;
  }

  private buttons(total: number): TemplateResult {
    const { store, seat } = this;
    const company = store.view?.seats.some((each) => each.name !== null && !each.bot && !each.you) ?? false;
    const before = store.bets.last(seat.n) !== undefined;
    if (store.view?.me?.ready) return html`${TEXT.readyDone}`;
    return html`
      <button class="primary" ?disabled=${total === 0 && !company}>${total === 0 && company ? TEXT.sitOut : company ? TEXT.ready : TEXT.deal}</button>
      ${before ? html`<button type="button" @click=${() => void store.bets.rebet()}>${TEXT.rebet}</button>` : nothing}
      ${total > 0 ? html`<button type="button" @click=${() => void store.bets.setBets(seat.n, {})}>${TEXT.clear}</button>` : nothing}
    `;
  }

  private deal(event: SubmitEvent): void {
    event.preventDefault();
    void this.store.bets.ready();
  }
}

function spanOf({ min, max, step }: SpotFrame | Spot): string {
  if (min === max) return TEXT.fixed(dollars(min));
  return max === null ? TEXT.from(dollars(min), dollars(step)) : TEXT.span(dollars(min), dollars(max), dollars(step));
}

customElements.define("pit-text-bets", TextBets);
