// Edges side by side: a bar to the right costs the player, one to the left is in the player's favour.

import { nothing, svg, html, type TemplateResult } from "lit";
import { INK, ticks, TYPE } from "./ink.ts";

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Before the change. */
  readonly was: number | null;
  readonly text: string;
}

const ROW = 34;
const TOP = 8;
const FOOT = 26;

/** The ends of the axis that all bars of a chart share; nought is always on it. */
export function axisOf(bars: readonly Bar[]): { low: number; high: number } {
  const all = bars.flatMap((bar) => (bar.was === null ? [bar.value] : [bar.value, bar.was]));
  const high = Math.max(0, ...all);
  const low = Math.min(0, ...all);
  const room = (high - low || 0.01) * 0.04;
  return { low: low < 0 ? low - room : 0, high: high > 0 ? high + room : low < 0 ? 0 : 0.01 };
}

/** One bar alone, in parts of its place: it stretches with the page. */
export function oneBar(bar: Bar, { low, high }: { low: number; high: number }): TemplateResult {
  const at = (value: number): string => `${(((value - low) / (high - low)) * 100).toFixed(3)}%`;
  const wide = (value: number): string => `${((Math.abs(value) / (high - low)) * 100).toFixed(3)}%`;
  return html`<svg class="bar" width="100%" height="18" aria-hidden="true">
    <rect x="0" y="3" width="100%" height="12" fill=${INK.faint} rx="2"></rect>
    ${bar.was === null ? nothing : svg`<rect x=${at(Math.min(0, bar.was))} y="1" width=${wide(bar.was)} height="16" fill="none" stroke=${INK.was} stroke-width="1.5" stroke-dasharray="3 2"></rect>`}
    <rect x=${at(Math.min(0, bar.value))} y="3" width=${wide(bar.value)} height="12" rx="2" fill=${bar.value < 0 ? INK.player : INK.house}></rect>
    <line x1=${at(0)} x2=${at(0)} y1="0" y2="18" stroke=${INK.ink} stroke-width="1.5"></line>
  </svg>`;
}

/** All of them as one drawing, with an axis: for a picture. */
export function barsDrawing(bars: readonly Bar[], title: string): (width: number) => TemplateResult {
  return (width) => {
    const { low, high } = axisOf(bars);
    const [left, right] = [190, width - 150];
    const x = (value: number): number => left + ((value - low) / (high - low)) * (right - left);
    const height = 34 + TOP + bars.length * ROW + FOOT;
    const marks = ticks(low, high, 6);
    return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" font-family=${TYPE} font-size="13" fill=${INK.ink}>
      <text x="16" y="26" font-size="16" font-weight="600">${title}</text>
      ${marks.map((mark) => svg`<line x1=${x(mark)} x2=${x(mark)} y1="42" y2=${height - FOOT} stroke=${INK.line}></line><text x=${x(mark)} y=${height - 9} text-anchor="middle" font-size="12" fill=${INK.muted}>${Math.round(mark * 1e4) / 100} %</text>`)}
      ${bars.map((bar, row) => {
        const y = 34 + TOP + row * ROW;
        return svg`<text x="16" y=${y + 20}>${bar.label}</text>
          ${bar.was === null ? nothing : svg`<rect x=${x(Math.min(0, bar.was))} y=${y + 4} width=${Math.abs(x(bar.was) - x(0))} height="22" fill="none" stroke=${INK.was} stroke-dasharray="3 2"></rect>`}
          <rect x=${x(Math.min(0, bar.value))} y=${y + 7} width=${Math.abs(x(bar.value) - x(0))} height="16" fill=${bar.value < 0 ? INK.player : INK.house}></rect>
          <text x=${width - 16} y=${y + 20} text-anchor="end" font-weight="600">${bar.text}</text>`;
      })}
      <line x1=${x(0)} x2=${x(0)} y1="40" y2=${height - FOOT} stroke=${INK.ink} stroke-width="1.5"></line>
    </svg>`;
  };
}
