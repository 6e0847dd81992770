// Cards and icons, drawn from the two sprites.

import { html, svg, type TemplateResult } from "lit";
import cardsUrl from "../generated/cards.svg?url";
import iconsUrl from "../generated/icons.svg?url";
import { cardName } from "./words.ts";

export interface CardLook {
  /** Part of the class list: "hero", "dealer", "seat". */
  size?: string;
  /** Raised: it plays, or it is chosen. */
  lifted?: boolean;
  /** Lies there and does not count. */
  unused?: boolean;
  /** By it the hands were told apart. */
  decides?: boolean;
  /** It makes a bonus on six cards. */
  bonus?: boolean;
}

/** A card, face up, or face down for "??". It has a name for who cannot see it. */
export function card(face: string, look: CardLook = {}): TemplateResult {
  const down = face === "??";
  const classes = ["card", look.size ?? "", down ? "down" : "", look.lifted ? "lifted" : "", look.unused ? "unused" : "", look.decides ? "decides" : "", look.bonus ? "bonus" : ""];
  return html`<span class=${classes.filter(Boolean).join(" ")} role="img" aria-label=${cardName(face)} data-card=${face}>${
    down ? "" : html`<svg viewBox="0 0 240 336" aria-hidden="true">${svg`<use href="${cardsUrl}#${face}" width="240" height="336"></use>`}</svg>`
  }</span>`;
}

/** An icon; it is decoration, words stand beside it. */
export function icon(name: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<use href="${iconsUrl}#${name}"></use>`}</svg>`;
}
