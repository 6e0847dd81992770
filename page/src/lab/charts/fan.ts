// How a bankroll can go: bands between quantiles over the rounds, the middle, the mean, and how many are ruined.

import { html, svg, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { FAN } from "../../words/lab.ts";
import { INK, ticks, TYPE } from "./ink.ts";

export interface Moment {
  readonly rounds: number;
  readonly mean: number;
  readonly quantiles: Readonly<Record<string, number>>;
}

const BANDS: readonly (readonly [string, string])[] = [["1", "99"], ["5", "95"], ["25", "75"]];
const HEIGHT = 300;

export function fanDrawing(course: readonly Moment[], start: number): (width: number) => TemplateResult {
  return (width) => {
    const [left, right, top, bottom] = [64, width - 104, 14, HEIGHT - 40];
    const last = course.at(-1)?.rounds ?? 1;
    const quantile = (at: Moment, which: string): number => at.quantiles[which] ?? start;
    const high = Math.max(start, ...course.map((at) => quantile(at, "99"))) * 1.03;
    const low = Math.min(0, ...course.map((at) => quantile(at, "1")));
    const x = (rounds: number): number => left + (rounds / Math.max(1, last)) * (right - left);
    const y = (cents: number): number => bottom - ((cents - low) / (high - low)) * (bottom - top);
    const path = (of: (at: Moment) => number): string => course.map((at, i) => `${i ? "L" : "M"}${x(at.rounds).toFixed(1)} ${y(of(at)).toFixed(1)}`).join("");
    const band = (under: string, over: string): string =>
      `${path((at) => quantile(at, over))}${[...course].reverse().map((at) => `L${x(at.rounds).toFixed(1)} ${y(quantile(at, under)).toFixed(1)}`).join("")}Z`;
    const final = course.at(-1);
    const ends = spread(["99", "95", "75", "50", "25", "5", "1"].map((which) => ({ which, at: final ? y(quantile(final, which)) : bottom })), 13);
    return html`<svg aria-hidden="true" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" font-family=${TYPE} font-size="12" fill=${INK.ink}>
      ${ticks(low, high, 5).map((mark) => svg`<line x1=${left} x2=${right} y1=${y(mark)} y2=${y(mark)} stroke=${INK.line}></line><text x=${left - 8} y=${y(mark) + 4} text-anchor="end" fill=${INK.muted}>${dollars(Math.round(mark))}</text>`)}
      ${ticks(0, last, width < 480 ? 3 : 6).map((mark) => svg`<text x=${x(mark)} y=${bottom + 18} text-anchor="middle" fill=${INK.muted}>${mark.toLocaleString("en-US")}</text>`)}
      <text x=${(left + right) / 2} y=${HEIGHT - 6} text-anchor="middle" fill=${INK.muted}>${FAN.rounds}</text>
      ${BANDS.map(([under, over], i) => svg`<path d=${band(under, over)} fill=${INK.bands[i] ?? INK.faint}></path>`)}
      <line x1=${left} x2=${right} y1=${y(start)} y2=${y(start)} stroke=${INK.muted} stroke-dasharray="2 4"></line>
      <path d=${path((at) => quantile(at, "50"))} fill="none" stroke=${INK.player} stroke-width="2.5"></path>
      <path d=${path((at) => at.mean)} fill="none" stroke=${INK.mean} stroke-width="2" stroke-dasharray="6 4"></path>
      ${ends.map(({ which, at }) => svg`<text x=${right + 6} y=${at + 4} font-weight=${which === "50" ? 600 : 400} fill=${which === "50" ? INK.player : INK.muted}>${which} %: ${dollars(final ? quantile(final, which) : start)}</text>`)}
    </svg>`;
  };
}

/** Labels from the top down that keep a distance. */
function spread<T extends { at: number }>(labels: readonly T[], apart: number): T[] {
  let above = -Infinity;
  const placed = labels.map((label) => ({ ...label, at: (above = Math.max(label.at, above + apart)) }));
  let below = HEIGHT - 30;
  return placed.reverse().map((label) => ({ ...label, at: (below = Math.min(label.at, below - apart)) }));
}
