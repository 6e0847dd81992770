// Several curves over one axis, each with its name at its end and a line of its own: solid, dashed, dotted.

import { html, svg, type TemplateResult } from "lit";
import { INK, ticks, TYPE } from "./ink.ts";

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface Axes {
  readonly across: string;
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
  /** Where a mark stands across, and what it says. */
  readonly mark?: readonly [number, string];
  readonly top?: number;
}

const HEIGHT = 300;
const DASHES = ["", "7 4", "2 4", "9 3 2 3"];
const COLOURS = [INK.player, INK.mean, INK.house, INK.ink];

export function curvesDrawing(curves: readonly Curve[], axes: Axes): (width: number) => TemplateResult {
  return (width) => {
    const rows = Math.ceil(curves.length / (width < 480 ? 2 : 4));
    const [left, right, top, bottom] = [64, width - 20, 32 + 18 * rows, HEIGHT - 40];
    const every = curves.flatMap((curve) => curve.points);
    const last = Math.max(1e-9, ...every.map(([across]) => across));
    const high = axes.top ?? Math.max(1e-9, ...every.map(([, up]) => up)) * 1.05;
    const x = (value: number): number => left + (value / last) * (right - left);
    const y = (value: number): number => bottom - (Math.min(value, high) / high) * (bottom - top);
    const path = (curve: Curve): string => curve.points.map(([across, up], i) => `${i ? "L" : "M"}${x(across).toFixed(1)} ${y(up).toFixed(1)}`).join("");
    const columns = Math.min(curves.length, width < 480 ? 2 : 4);
    const room = (width - 16) / Math.max(1, columns);
    return html`<svg aria-hidden="true" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" font-family=${TYPE} font-size="12" fill=${INK.ink}>
      ${curves.map((curve, i) => {
        const [at, down] = [8 + (i % columns) * room, 12 + 18 * Math.floor(i / columns)];
        return svg`<line x1=${at} x2=${at + 26} y1=${down} y2=${down} stroke=${COLOURS[i % COLOURS.length] ?? INK.ink} stroke-width="2.5" stroke-dasharray=${DASHES[i % DASHES.length] ?? ""}></line><text x=${at + 32} y=${down + 4}>${curve.name}</text>`;
      })}
      ${ticks(0, high, 5).map((mark) => svg`<line x1=${left} x2=${right} y1=${y(mark)} y2=${y(mark)} stroke=${INK.line}></line><text x=${left - 8} y=${y(mark) + 4} text-anchor="end" fill=${INK.muted}>${axes.y(mark)}</text>`)}
      ${ticks(0, last, width < 480 ? 3 : 6).map((mark) => svg`<text x=${x(mark)} y=${bottom + 18} text-anchor="middle" fill=${INK.muted}>${axes.x(mark)}</text>`)}
      <text x=${(left + right) / 2} y=${HEIGHT - 6} text-anchor="middle" fill=${INK.muted}>${axes.across}</text>
      ${axes.mark && axes.mark[0] <= last ? svg`<line x1=${x(axes.mark[0])} x2=${x(axes.mark[0])} y1=${top} y2=${bottom} stroke=${INK.muted} stroke-dasharray="2 4"></line><text x=${x(axes.mark[0])} y=${top - 6} text-anchor="middle" fill=${INK.muted}>${axes.mark[1]}</text>` : ""}
      ${curves.map((curve, i) => svg`<path d=${path(curve)} fill="none" stroke=${COLOURS[i % COLOURS.length] ?? INK.ink} stroke-width="2.5" stroke-dasharray=${DASHES[i % DASHES.length] ?? ""}></path>`)}
    </svg>`;
  };
}
