// Where a sitting ends: the chance of every last bankroll. Bars below the start cost, bars above it are won.

import { html, nothing, svg, type TemplateResult } from "lit";
import { dollars } from "../../shared/money.ts";
import { FAN } from "../../words/lab.ts";
import { INK, ticks, TYPE } from "./ink.ts";

export interface HistogramBar {
  readonly low: number;
  readonly high: number;
  readonly chance: number;
}

/** The bands of last bankrolls that a session can leave, in order. */
export function barsOf(result: { readonly distribution: Readonly<Record<string, number>>; readonly band: number }): HistogramBar[] {
  const bands = Object.entries(result.distribution).map(([low, chance]) => ({ low: Number(low), high: Number(low) + result.band, chance }));
  return bands.sort((one, other) => one.low - other.low);
}

const HEIGHT = 260;
const SEEN = 0.0005; // the tail with less than this is left off the drawing, not off the table

/** The bars without the empty ends. */
export function worthSeeing(bars: readonly HistogramBar[]): HistogramBar[] {
  let [from, to] = [0, bars.length];
  while (to - from > 1 && (bars[to - 1]?.chance ?? 1) < SEEN) to--;
  while (to - from > 1 && (bars[from]?.chance ?? 1) < SEEN) from++;
  return bars.slice(from, to);
}

export function histogramDrawing(all: readonly HistogramBar[], start: number): (width: number) => TemplateResult {
  return (width) => {
    const bars = worthSeeing(all);
    const [left, right, top, bottom] = [52, width - 14, 14, HEIGHT - 40];
    const [low, high] = [bars[0]?.low ?? 0, bars.at(-1)?.high ?? 1];
    const most = Math.max(...bars.map((bar) => bar.chance)) * 1.05;
    const x = (cents: number): number => left + ((cents - low) / (high - low)) * (right - left);
    const y = (chance: number): number => bottom - (chance / most) * (bottom - top);
    return html`<svg aria-hidden="true" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" font-family=${TYPE} font-size="12" fill=${INK.ink}>
      ${ticks(0, most, 4).map((mark) => svg`<line x1=${left} x2=${right} y1=${y(mark)} y2=${y(mark)} stroke=${INK.line}></line><text x=${left - 8} y=${y(mark) + 4} text-anchor="end" fill=${INK.muted}>${Math.round(mark * 1e3) / 10} %</text>`)}
      ${bars.map((bar) => svg`<rect x=${x(bar.low) + 0.5} y=${y(bar.chance)} width=${Math.max(1, x(bar.high) - x(bar.low) - 1)} height=${Math.max(0, bottom - y(bar.chance))} fill=${(bar.low + bar.high) / 2 < start ? INK.house : INK.player}></rect>`)}
      ${ticks(low, high, width < 480 ? 3 : 6).map((mark) => svg`<text x=${x(mark)} y=${bottom + 18} text-anchor="middle" fill=${INK.muted}>${dollars(Math.round(mark))}</text>`)}
      ${start >= low && start <= high ? svg`<line x1=${x(start)} x2=${x(start)} y1=${top - 6} y2=${bottom} stroke=${INK.ink} stroke-dasharray="2 4"></line>` : nothing}
      <line x1=${left} x2=${right} y1=${bottom} y2=${bottom} stroke=${INK.ink}></line>
      <text x=${(left + right) / 2} y=${HEIGHT - 6} text-anchor="middle" fill=${INK.muted}>${FAN.left}</text>
    </svg>`;
  };
}
