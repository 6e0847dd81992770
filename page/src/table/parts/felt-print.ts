// What is printed on the felt: the house's name and the dealer's rule in an arc, the brass line before the seats
// with an arrow clockwise, and brackets for who plays several hands.

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { type Layout, type Place, placeAt } from "../geometry.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

/** The name over the rule, bent as on a table; the words are read from the dealer's side. */
export function lettering(view: TableSeen): TemplateResult {
  return html`<svg class="lettering" viewBox="0 0 520 84" aria-hidden="true">
    ${svg`<path id="arc-name" d="M20 12Q260 66 500 12" fill="none"></path><path id="arc-rule" d="M20 38Q260 98 500 38" fill="none"></path>
    <text class="house"><textPath href="#arc-name" startOffset="50%" text-anchor="middle">${view.name}</textPath></text>
    <text class="rule"><textPath href="#arc-rule" startOffset="50%" text-anchor="middle">${view.dealer.caption}</textPath></text>`}
  </svg>`;
}

/** Runs of neighbouring seats that one person plays. */
export function runs(seats: readonly SeatSeen[]): SeatSeen[][] {
  const found: SeatSeen[][] = [];
  for (const seat of seats) {
    const last = found.at(-1)?.at(-1);
    if (last && seat.name !== null && !seat.bot && last.name === seat.name && last.you === seat.you) found.at(-1)?.push(seat);
    else found.push([seat]);
  }
  return found.filter((run) => run.length > 1);
}

/** The outer end of a seat's plate: brackets run there, clear of the spots. */
function outside(place: Place, { module, scale, centre }: Layout): string {
  const off = place.x - (centre.left + centre.right) / 2;
  const side = Math.abs(off) < module.w / 2 ? 0 : Math.sign(off);
  return `${place.x + (side * module.w) / 2 - side * 14 * scale},${place.y + module.h / 2 - (side === 0 ? 0 : 8 * scale)}`;
}

/** The brass line, its arrow, and the brackets. */
export function line(layout: Layout, view: TableSeen): SVGTemplateResult {
  const { places, centre } = layout;
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return svg``;
  const bottom = centre.bottom + 2;
  const [right, left] = [centre.right + 6, centre.left - 6];
  const path = `M${right} 0V${bottom - 90}Q${right} ${bottom} ${right - 110} ${bottom}H${left + 110}Q${left} ${bottom} ${left} ${bottom - 90}V0`;
  const middle = (left + right) / 2;
  return svg`
    <path class="brass" d=${path}></path>
    ${first === last ? nothing : svg`<path class="arrow" d=${`M${middle + 6} ${bottom - 6}l-11 6 11 6`}></path>`}
    ${runs(view.seats).map((run) => {
      const points = run.map((seat) => placeAt(layout, seat.n)).filter((each) => each !== undefined).map((each) => outside(each, layout));
      return svg`<polyline class="bracket ${run[0]?.you ? "mine" : ""}" points=${points.join(" ")}></polyline>`;
    })}
`;
}
