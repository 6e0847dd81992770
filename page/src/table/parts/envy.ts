// Envy ribbons: from the seat whose hand is envied to each seat that was paid for it (RIV-11).

import { nothing, svg, type SVGTemplateResult } from "lit";
import type { Layout, Place } from "../geometry.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

/** The seats whose hand stands in the printed envy table. */
export function envied(view: TableSeen): SeatSeen[] {
  const hands = new Set(view.tables.find((each) => each.id === "envy")?.rows.map((row) => row[0]));
  return view.seats.filter((seat) => view.phase === "settled" && seat.label !== null && hands.has(seat.label));
}

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
  const hitters = envied(view);
  if (hitters.length === 0) return nothing;
  const paid = view.seats.filter((seat) => seat.lines.some((line) => line.id === "envy" && line.profit > 0));
  const at = (seat: SeatSeen): Place | undefined => layout.places[seat.n - 1];
  return svg`${hitters.flatMap((hitter) =>
    paid.filter((seat) => seat.n !== hitter.n).map((seat) => {
      const [from, to] = [at(hitter), at(seat)];
      return from && to ? ribbon(from, to, layout) : nothing;
    }),
  )}`;
}
