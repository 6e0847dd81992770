// A card of a jackpot to keep: house, hand, amount, who and when, and where its receipt is, drawn on a canvas.

import type { Jackpot } from "../generated/table.ts";
import { dollars } from "../shared/money.ts";
import { save } from "../shared/save.ts";
import { cardSign } from "../shared/words.ts";
import { JACKPOT } from "../words/felt.ts";
import { namesAt } from "./names.ts";
import type { TableSeen } from "./seen.ts";

const [WIDTH, HEIGHT] = [1200, 630];
const CARD = { w: 150, h: 210, gap: 24 };
const [BRASS, BRIGHT, CREAM] = ["#d9b45b", "#ffe9a8", "#f5ecd7"];

/** What stands on the card, line by line. */
export interface JackpotWords {
  readonly house: string;
  readonly wager: string;
  readonly sum: string;
  readonly hand: string;
  readonly who: string;
  readonly when: string;
  readonly receipt: string;
}

export function wordsOf(view: TableSeen, jackpot: Jackpot, origin: string, now: Date): JackpotWords {
  const names = namesAt(view, jackpot.seat);
  const seat = view.seats.find((each) => each.n === jackpot.seat);
  return {
    house: view.name,
    wager: names.wager(jackpot.id),
    sum: dollars(jackpot.cents),
    hand: names.hand(jackpot.line) ?? seat?.words ?? "",
    who: seat?.name ?? "",
    when: now.toLocaleDateString("en-US", { dateStyle: "long" }),
    receipt: `${origin}/rounds/${jackpot.receipt}`,
  };
}

export async function saveJackpot(view: TableSeen, jackpot: Jackpot): Promise<void> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  await document.fonts.ready;
  draw(pen, view, jackpot, wordsOf(view, jackpot, location.origin, new Date()));
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (file) save(`pitboss-${view.house}-${jackpot.receipt.replaceAll(":", "-")}.png`, file);
}

function draw(pen: CanvasRenderingContext2D, view: TableSeen, jackpot: Jackpot, words: JackpotWords): void {
  const { colours } = view.felt;
  const cloth = pen.createRadialGradient(WIDTH / 2, HEIGHT / 3, 60, WIDTH / 2, HEIGHT / 2, WIDTH * 0.7);
  cloth.addColorStop(0, colours.cloth);
  cloth.addColorStop(1, colours.deep);
  pen.fillStyle = cloth;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = BRASS;
  pen.lineWidth = 3;
  pen.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
  pen.textAlign = "center";
  write(pen, `${words.house} · ${words.wager}`.toUpperCase(), 76, "600 34px 'Barlow Condensed', sans-serif", BRASS);
  write(pen, words.sum, 178, "700 104px 'Fraunces Variable', serif", BRIGHT);
  const cards = view.seats.find((each) => each.n === jackpot.seat)?.cards ?? [];
  const left = (WIDTH - cards.length * CARD.w - (cards.length - 1) * CARD.gap) / 2;
  cards.forEach((face, i) => drawCard(pen, face, left + i * (CARD.w + CARD.gap), 222));
  write(pen, words.hand, 490, "600 40px 'Barlow Condensed', sans-serif", CREAM);
  write(pen, JACKPOT.took(words.who, words.when), 538, "500 28px 'Inter Variable', sans-serif", CREAM);
  write(pen, words.receipt, 584, "400 20px 'JetBrains Mono Variable', monospace", BRASS);
}

function write(pen: CanvasRenderingContext2D, text: string, y: number, font: string, colour: string): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, WIDTH / 2, y, WIDTH - 90);
}

function drawCard(pen: CanvasRenderingContext2D, face: string, x: number, y: number): void {
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = "#fdfcf8";
  pen.beginPath();
  pen.roundRect(x, y, CARD.w, CARD.h, 12);
  pen.fill();
  pen.fillStyle = style.getPropertyValue(`--suit-${face[1] ?? "s"}`).trim() || "#14181b";
  const sign = cardSign(face);
  pen.font = "600 54px 'Barlow Condensed', sans-serif";
  pen.fillText(sign.slice(0, -1), x + 34, y + 58);
  pen.font = "96px sans-serif";
  pen.fillText(sign.slice(-1), x + CARD.w / 2, y + 152);
}
