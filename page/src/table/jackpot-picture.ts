// A card of a jackpot to keep: house, hand, amount, who and when, and where its receipt is, drawn on a canvas.

import type { Jackpot } from "../generated/table.ts";
import { BRASS, BRIGHT, CARD, CREAM, FONTS, keepPicture, type Pen, print, printCards, WIDTH } from "../shared/keepsake.ts";
import { dollars } from "../shared/money.ts";
import { JACKPOT } from "../words/felt.ts";
import { namesAt } from "./names.ts";
import type { TableSeen } from "./seen.ts";

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
  const words = wordsOf(view, jackpot, location.origin, new Date());
  const name = `pitboss-${view.house}-${jackpot.receipt.replaceAll(":", "-")}.png`;
  await keepPicture(name, view.felt.colours, (pen) => draw(pen, view, jackpot, words));
}

function draw(pen: Pen, view: TableSeen, jackpot: Jackpot, words: JackpotWords): void {
  print(pen, `${words.house} · ${words.wager}`.toUpperCase(), 76, { font: `600 34px ${FONTS.felt}`, colour: BRASS });
  print(pen, words.sum, 178, { font: `700 104px ${FONTS.display}`, colour: BRIGHT });
  const cards = view.seats.find((each) => each.n === jackpot.seat)?.cards ?? [];
  printCards(pen, cards, (WIDTH - cards.length * (CARD.w + 24) + 24) / 2, 222);
  print(pen, words.hand, 490, { font: `600 40px ${FONTS.felt}`, colour: CREAM });
  print(pen, JACKPOT.took(words.who, words.when), 538, { font: `500 28px ${FONTS.ui}`, colour: CREAM });
  print(pen, words.receipt, 584, { font: `400 20px ${FONTS.mono}`, colour: BRASS });
}
