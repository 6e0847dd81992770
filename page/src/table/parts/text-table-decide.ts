// The decision of one hand: a button for each, with what it costs and does; the card to trade by radio buttons.

import { html, nothing, type TemplateResult } from "lit";
import type { Action } from "../../generated/table.ts";
import { dollars } from "../../shared/money.ts";
import { cardName } from "../../shared/words.ts";
import { TEXT } from "../../words/text-table.ts";
import { Part } from "../part.ts";
import type { SeatSeen } from "../seen.ts";

class TextDecide extends Part {
  static override properties = { ...Part.properties, seat: { attribute: false } };
  declare seat: SeatSeen;

  protected override render(): TemplateResult {
    const { store, seat } = this;
    const actions = store.view?.actions.filter((each) => each.seat === seat.n) ?? [];
    const times = store.view?.deadline ? (store.view.me?.more_time_left ?? 0) : 0;
    const more = store.view?.clock?.extension ?? 0;
    return html`
      <h3>${TEXT.decide}</h3>
      <ul class="decisions">${actions.filter((each) => each.discard === null).map((each) => html`<li>${this.button(each, each.label)}</li>`)}</ul>
      ${this.trade(actions.filter((each) => each.discard !== null))}
      ${times > 0 && more > 0 ? html`<button @click=${() => void store.do({ do: "more_time" })}>${TEXT.moreTime(more, times)}</button>` : nothing}
    `;
  }

  private button(action: Action, words: string): TemplateResult {
    const { store } = this;
    const id = `decide-${action.seat}-${action.id}`;
    const cost = action.cost > 0 ? ` (${TEXT.costs(dollars(action.cost))})` : "";
    return html`<button class=${action.id === "fold" ? "" : "primary"} aria-describedby=${id} ?disabled=${!store.canDecide} @click=${() => void store.decide(action)}>${words}${cost}</button>
      <span id=${id}>${action.consequence}</span>`;
  }

  private trade(draws: readonly Action[]): TemplateResult | typeof nothing {
    const { store, seat } = this;
    if (draws.length === 0) return nothing;
    const chosen = draws.find((each) => each.discard === store.discards.get(seat.n));
    return html`<fieldset>
      <legend>${TEXT.discard}</legend>
      ${draws.map((each) => html`<label class="check"><input type="radio" name="discard-${seat.n}" .checked=${each === chosen}
        @change=${() => store.toggleDiscard(seat.n, each.discard ?? "")} /> <span>${cardName(each.discard ?? "")}</span></label>`)}
      ${chosen ? this.button(chosen, TEXT.draw(cardName(chosen.discard ?? ""))) : html`<p class="quiet">${TEXT.drawFirst}</p>`}
    </fieldset>`;
  }
}

customElements.define("pit-text-decide", TextDecide);
