// Envy ribbons: from the seat whose hand is envied to each seat that was paid for it (RIV-11).

import { nothing, svg, type SVGTemplateResult } from "lit";
import { type Layout, type Place, placeAt } from "../geometry.ts";
import type { TableSeen } from "../seen.ts";

function towards(from: { x: number; y: number }, to: { x: number; y: number }, far: number): { x: number; y: number } {
  const part = far / Math.max(far, Math.hypot(to.x - from.x, to.y - from.y));
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function ribbon(from: Place, to: Place, layout: Layout): SVGTemplateResult {
  const [midX, midY] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const centre = { x: (layout.centre.left + layout.centre.right) / 2, y: (layout.centre.top + layout.centre.bottom) / 2 };
  const bend = { x: (midX + centre.x) / 2, y: (midY + centre.y) / 2 };
  const [a, b] = [towards(from, bend, layout.module.w * 0.5), towards(to, bend, layout.module.w * 0.5)];
  return svg`<path class="ribbon" pathLength="1" d=${`M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`}></path>`;
}

export function envyRibbons(view: TableSeen, layout: Layout): SVGTemplateResult | typeof nothing {
  if (view.envy.length === 0) return nothing;
  return svg`${view.envy.map(({ holder, seat }) => {
    const [from, to] = [placeAt(layout, holder), placeAt(layout, seat)];
    return from && to ? ribbon(from, to, layout) : nothing;
  })}`;
}
