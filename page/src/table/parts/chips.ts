// Chips: how an amount is stacked, and how a stack is drawn.

import { html, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { vars } from "../../shared/vars.ts";
import { CHIPS } from "../tray.ts";

/** The fewest chips that make an amount, large ones first; cents below the smallest chip are left over. */
export function chipsFor(cents: number): number[] {
  const found: number[] = [];
  let left = cents;
  for (const value of [...CHIPS].reverse()) {
    for (; left >= value; left -= value) found.push(value);
  }
  return found;
}

/** What is printed on a chip: dollars, thousands as "1K". */
export function chipFace(cents: number): string {
  return cents >= 100_000 ? `${cents / 100_000}K` : String(cents / 100);
}

export function chip(cents: number): TemplateResult {
  return html`<span class="chip" data-chip=${cents} data-face=${chipFace(cents)} aria-hidden="true"></span>`;
}

/** A stack with its amount printed; of a high one, the largest chips are drawn. The amount is for the eye. */
export function stack(cents: number, most = 5): TemplateResult {
  const shown = chipsFor(cents).slice(0, most);
  return html`<span class="stack" aria-hidden="true" ${vars({ "--n": shown.length })}>
    ${shown.map((value, i) => html`<span class="chip" data-chip=${value} data-face=${chipFace(value)} ${vars({ "--i": i })}></span>`)}
    <span class="plate number">${dollars(cents)}</span>
  </span>`;
}
