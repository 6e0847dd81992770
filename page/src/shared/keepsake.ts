// Cards to keep: a picture drawn on a canvas in the colours of a felt, saved as a PNG.

import { save } from "./save.ts";
import { cardSign } from "./words.ts";

export const [WIDTH, HEIGHT] = [1200, 630];
export const [BRASS, BRIGHT, CREAM] = ["#d9b45b", "#ffe9a8", "#f5ecd7"];
export const FONTS = { felt: "'Barlow Condensed', sans-serif", display: "Fraunces, serif", ui: "Inter, sans-serif", mono: "'JetBrains Mono', monospace" } as const;
export const CARD = { w: 150, h: 210 };

export type Pen = CanvasRenderingContext2D;

export interface Cloth {
  readonly cloth: string;
  readonly deep: string;
}

/** Draws on a cloth with a brass edge, and saves what was drawn. */
export async function keepPicture(name: string, colours: Cloth, draw: (pen: Pen) => void): Promise<void> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  await document.fonts.ready;
  lay(pen, colours);
  draw(pen);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (file) save(name, file);
}

function lay(pen: Pen, colours: Cloth): void {
  const cloth = pen.createRadialGradient(WIDTH / 2, HEIGHT / 3, 60, WIDTH / 2, HEIGHT / 2, WIDTH * 0.7);
  cloth.addColorStop(0, colours.cloth);
  cloth.addColorStop(1, colours.deep);
  pen.fillStyle = cloth;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = BRASS;
  pen.lineWidth = 3;
  pen.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
}

export interface Print {
  readonly font: string;
  readonly colour: string;
  /** The middle of the page where nothing else is said. */
  readonly x?: number;
  readonly align?: CanvasTextAlign;
  readonly most?: number;
}

export function print(pen: Pen, text: string, y: number, { font, colour, x = WIDTH / 2, align = "center", most = WIDTH - 90 }: Print): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, most);
}

/** Cards beside each other, in a size that fits; gives the place right of them. */
export function printCards(pen: Pen, faces: readonly string[], x: number, y: number, size = 1): number {
  const step = (CARD.w + 24) * size;
  faces.forEach((face, i) => printCard(pen, face, x + i * step, y, size));
  return x + faces.length * step;
}

function printCard(pen: Pen, face: string, x: number, y: number, size: number): void {
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = "#fdfcf8";
  pen.beginPath();
  pen.roundRect(x, y, CARD.w * size, CARD.h * size, 12 * size);
  pen.fill();
  const colour = style.getPropertyValue(`--suit-${face[1] ?? "s"}`).trim() || "#14181b";
  const sign = cardSign(face);
  print(pen, sign.slice(0, -1), y + 58 * size, { font: `600 ${54 * size}px ${FONTS.felt}`, colour, x: x + 34 * size });
  print(pen, sign.slice(-1), y + 152 * size, { font: `${96 * size}px sans-serif`, colour, x: x + (CARD.w * size) / 2 });
}
