// The colours of the strategy grid, and the grid as one drawing for a picture. On the page it is a table of buttons.

import { html, nothing, svg, type TemplateResult } from "lit";
import { actionLook, type Look } from "../../words/lab.ts";
import { number } from "../numbers.ts";
import type { Cell, Chart } from "../shapes.ts";
import { INK, TYPE } from "./ink.ts";

/** Faint where it hardly matters, full where it matters much: five steps each way, by day and by night. */
const SCALES: Readonly<Record<Look, readonly string[]>> = {
  play: ["light-dark(#e3efe9, #1f302a)", "light-dark(#bfdccf, #264a3d)", "light-dark(#8fc1ae, #2f6551)", "light-dark(#2f7560, #7cc0a6)", "light-dark(#0e5a48, #b4e3d0)"],
  raise: ["light-dark(#e3ebf7, #1c2836)", "light-dark(#c3d5ee, #24405f)", "light-dark(#94b5de, #2f5a88)", "light-dark(#2f5d9c, #86b2e6)", "light-dark(#143f78, #bfd9f7)"],
  fold: ["light-dark(#f6e3e1, #38211f)", "light-dark(#ecc5c1, #552a29)", "light-dark(#dd9a96, #7a3737)", "light-dark(#a9474c, #e8938d)", "light-dark(#7d2029, #f6c4bf)"],
  draw: ["light-dark(#f7ecd0, #342a12)", "light-dark(#efd99f, #4f3f17)", "light-dark(#e0bd66, #6d5620)", "light-dark(#94701c, #dcb75c)", "light-dark(#6d5010, #f0d691)"],
  mixed: Array<string>(5).fill("light-dark(#e9e6de, #2f3538)"),
};
const STEPS: readonly number[] = [0.05, 0.15, 0.3, 0.6];

/** 0 to 4: how much is at stake between the best and the next best action. */
export function strength(cell: Pick<Cell, "gain_value">): number {
  const gain = Math.abs(cell.gain_value ?? 0);
  return STEPS.filter((step) => gain >= step).length;
}

/** Cells with a few deals of another action are marked; the sign stands for who sees no colour. */
export function signOf(cell: Pick<Cell, "best">): string {
  return actionLook(cell.best).sign;
}

/** The colour of a cell and of what is written on it, as custom properties. */
export function paint(cell: Pick<Cell, "best" | "gain_value">): { "--fill": string; "--on": string } {
  const step = strength(cell);
  return { "--fill": SCALES[actionLook(cell.best).look][step] ?? INK.faint, "--on": step > 2 && cell.best !== "mixed" ? "light-dark(#ffffff, #14181b)" : INK.ink };
}

/** The first and the second ranks of high-card hands, each from the highest down. */
export function ranksOf(cells: readonly Pick<Cell, "cell">[]): { highs: string[]; seconds: string[] } {
  const ranks = (place: number): string[] => [..."AKQJT98765432"].filter((rank) => cells.some((each) => each.cell[place] === rank));
  return { highs: ranks(0), seconds: ranks(1) };
}

export function heatDrawing(chart: Chart, title: string): (width: number) => TemplateResult {
  return (width) => {
    const cells = new Map((chart.grid ?? []).map((cell) => [cell.cell, cell]));
    const { highs, seconds } = ranksOf(chart.grid ?? []);
    const [left, top] = [56, 64];
    const wide = (width - left - 16) / seconds.length;
    const height = top + highs.length * 34 + 16;
    return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" font-family=${TYPE} font-size="12" fill=${INK.ink}>
      <text x="16" y="26" font-size="16" font-weight="600">${title}</text>
      ${seconds.map((second, i) => svg`<text x=${left + (i + 0.5) * wide} y=${top - 8} text-anchor="middle" font-weight="600">${second}</text>`)}
      ${highs.map((high, row) => svg`<text x=${left - 14} y=${top + row * 34 + 21} text-anchor="end" font-weight="600">${high}</text>
        ${seconds.map((second, i) => {
          const cell = cells.get(high + second);
          if (!cell) return nothing;
          const { "--fill": fill, "--on": on } = paint(cell);
          return svg`<rect x=${left + i * wide + 1} y=${top + row * 34 + 1} width=${wide - 2} height="32" rx="3" fill=${fill}></rect>
            <text x=${left + (i + 0.5) * wide} y=${top + row * 34 + 21} text-anchor="middle" fill=${on}>${signOf(cell)} ${number(cell.gain_value ?? 0)}</text>`;
        })}`)}
    </svg>`;
  };
}
