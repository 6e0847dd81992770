// The shuffle and the deal of docs/fairness.md, written from that page alone.

import { bigEndian, type Bytes, fields, fromHex, hmac, sha256, utf8 } from "./bytes.ts";

export interface Shuffled {
  /** The blocks that were read. */
  stream: Bytes[];
  /** How many bytes of them were looked at. */
  used: number;
  /** The 51 chosen places, for the last card down to the second. */
  choices: number[];
  deck: string[];
}

export interface Dealt {
  seats: { seat: number; cards: string[]; replacement: string }[];
  dealer: string[];
  fourth: string;
}

const SORTED: readonly string[] = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

/** What a table shows before the bets: it fixes the server seed. */
export async function commitment(round: string, sheet: string, serverSeed: string): Promise<string> {
  return sha256(fields(utf8(round), fromHex(sheet), fromHex(serverSeed)));
}

/** The deck of a round. Seeds stand in the order of their seats; an empty one is "". */
export async function shuffle(round: string, sheet: string, serverSeed: string, seatSeeds: readonly string[]): Promise<Shuffled> {
  const block = await hmac(fromHex(serverSeed));
  const told = [utf8(round), fromHex(sheet), ...seatSeeds.map(fromHex)];
  const stream: Bytes[] = [];
  let used = 0;

  async function byte(): Promise<number> {
    const number = Math.floor(used / 32);
    if (number === stream.length) stream.push(await block(fields(...told, bigEndian(number, 8))));
    return stream[number]?.[used++ % 32] ?? 0;
  }

  async function choice(among: number): Promise<number> {
    let found = await byte();
    while (found >= 256 - (256 % among)) found = await byte();
    return found % among;
  }

  const deck = [...SORTED];
  const choices: number[] = [];
  for (let i = 51; i > 0; i--) {
    const j = await choice(i + 1);
    choices.push(j);
    [deck[i], deck[j]] = [deck[j] ?? "", deck[i] ?? ""];
  }
  return { stream, used, choices, deck };
}

/** Which card goes where: one at a time, the dealer last; then a card for each seat that may draw, and the dealer's. */
export function deal(deck: readonly string[], seats: readonly number[]): Dealt {
  const n = seats.length;
  const at = (place: number): string => deck[place] ?? "";
  return {
    seats: seats.map((seat, i) => ({ seat, cards: [0, 1, 2].map((j) => at(j * (n + 1) + i)), replacement: at(3 * n + 3 + i) })),
    dealer: [0, 1, 2].map((j) => at(j * (n + 1) + n)),
    fourth: at(4 * n + 3),
  };
}
