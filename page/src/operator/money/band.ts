// A hold and its band as a small picture: the wide band holds 99.9 % of all cases, the narrow one 95 %.

import { html, svg, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";

type TheoryShown = components["schemas"]["TheoryShown"];

const [WIDTH, HEIGHT, EDGE] = [140, 22, 6];

/** Where figures lie in the picture, by their place between the outermost two. */
export function placesOf(actual: number, theory: TheoryShown): (share: number) => number {
  const low = Math.min(theory.very_low, actual);
  const span = Math.max(theory.very_high, actual) - low || 1;
  return (share) => EDGE + ((share - low) / span) * (WIDTH - 2 * EDGE);
}

/** Decoration: the words stand beside it. */
export function band(actual: number, theory: TheoryShown): TemplateResult {
  const at = placesOf(actual, theory);
  const bar = (low: number, high: number, look: string, size: number): TemplateResult =>
    svg`<rect class=${look} x=${at(low)} width=${at(high) - at(low)} y=${(HEIGHT - size) / 2} height=${size} rx="2"></rect>`;
  return html`<svg class="band" viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} aria-hidden="true">
    ${bar(theory.very_low, theory.very_high, "wide", 6)} ${bar(theory.low, theory.high, "narrow", 12)}
    ${svg`<line class="theory" x1=${at(theory.hold)} x2=${at(theory.hold)} y1="2" y2=${HEIGHT - 2}></line>`}
    ${svg`<circle class="actual" cx=${at(actual)} cy=${HEIGHT / 2} r="5"></circle>`}
  </svg>`;
}
