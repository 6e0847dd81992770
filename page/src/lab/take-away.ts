// What can be taken along: a table as CSV, a drawing as PNG.

import { render, type TemplateResult } from "lit";
import { save } from "../shared/save.ts";

export interface Twin {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const SCALE = 2; // pixels of the picture per pixel of the drawing

/** A cell that no spreadsheet takes for a formula. */
function safe(text: string): string {
  const plain = text.replaceAll("−", "-");
  const guarded = /^[=+@\t]/.test(plain) || (plain.startsWith("-") && !/^-[\d.,/ %]+$/.test(plain)) ? `'${plain}` : plain;
  return /[",\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

export function csvOf({ head, rows }: Twin): string {
  return [head, ...rows].map((row) => row.map(safe).join(",")).join("\n") + "\n";
}

export function saveCsv(name: string, twin: Twin): void {
  save(`${name}.csv`, new Blob([csvOf(twin)], { type: "text/csv" }));
}

/** The drawing at a width, on paper, as a picture. */
export async function savePng(name: string, draw: (width: number) => TemplateResult, width: number): Promise<void> {
  const place = document.createElement("div");
  render(draw(width), place);
  const drawing = place.querySelector("svg");
  if (!drawing) return;
  const height = Number(drawing.getAttribute("height"));
  drawing.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SCALE, height: height * SCALE });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#faf8f3";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((file) => file && save(`${name}.png`, file), "image/png");
}
