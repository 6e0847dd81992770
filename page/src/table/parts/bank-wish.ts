// What happens when the bank is mine to take: always, ask, never. For this sitting.

import { html, type TemplateResult } from "lit";
import { OFFER, type Wish } from "../../words/bank.ts";
import type { Store } from "../store.ts";

const WISHES: readonly Wish[] = ["always", "ask", "never"];

/** `where` tells several of them on one page apart. */
export function bankWish(store: Store, where: string): TemplateResult {
  const { wish } = store.bank;
  return html`<fieldset class="wish">
    <legend>${OFFER.wish}</legend>
    <div class="wish-choices">${WISHES.map(
      (each) => html`<label><input type="radio" name="bank-wish-${where}" value=${each} .checked=${each === wish} @change=${() => void store.bank.choose(each)} /><span>${OFFER.wishes[each]}</span></label>`,
    )}</div>
    <small>${OFFER.wishMore}</small>
  </fieldset>`;
}
