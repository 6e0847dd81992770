// A receipt as docs/receipts.md describes it: the parts of it that are checked here, read strictly.

import { isHex } from "./bytes.ts";
import type { Json } from "./canonical.ts";

export type Happened =
  | { k: "bets"; player: string; seat: number; wagers: Record<string, number> }
  | { k: "deal"; seats: number[]; deck: string[] }
  | { k: "up"; up_cards: string[] }
  | { k: "decide"; seat: number; action: string; discard: string | null; drawn: string | null }
  | { k: "reveal"; cards: string[]; plays: string[] }
  | { k: "bank"; stake: number }
  | { k: "settle" | "void" };

export interface Receipt {
  round: string;
  sheet: { id: string; hash: string };
  events: Happened[];
  proof: {
    scheme: string;
    table: string;
    number: number;
    commitment: string;
    server_seed: string;
    seat_seeds: Record<string, string>;
    previous: string;
    head: string;
  };
}

const SCHEME = "pitboss-shuffle/1"; // how seeds make a deck: docs/fairness.md

type Part = { [key: string]: Json };

const isPart = (value: Json | undefined): value is Part => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: Json | undefined): value is string => typeof value === "string";
const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value);
const areTexts = (value: Json | undefined): value is string[] => Array.isArray(value) && value.every(isText);
const areCounts = (value: Json | undefined): value is number[] => Array.isArray(value) && value.every(isCount);
const maybeText = (value: Json | undefined): boolean => value === null || isText(value);

const EVENTS: Record<string, (event: Part) => boolean> = {
  bets: (event) => isText(event["player"]) && isCount(event["seat"]) && isPart(event["wagers"]),
  bank: (event) => isCount(event["stake"]),
  deal: (event) => areCounts(event["seats"]) && areTexts(event["deck"]),
  up: (event) => areTexts(event["up_cards"]),
  decide: (event) => isCount(event["seat"]) && isText(event["action"]) && maybeText(event["discard"]) && maybeText(event["drawn"]),
  reveal: (event) => areTexts(event["cards"]) && areTexts(event["plays"]),
  settle: () => true,
  void: () => true,
};

/** The receipt, or in a few words why it is none. */
export function readReceipt(value: Json): Receipt | string {
  if (!isPart(value)) return "it is not an object";
  const { format, round, sheet, events, proof } = value;
  if (format !== "pitboss.round/2") return "its format is not pitboss.round/2";
  if (!isText(round) || round === "") return "it names no round";
  if (!isPart(sheet) || !isText(sheet["id"]) || !isHex(sheet["hash"], 32)) return "it names no rules";
  if (!isPart(proof)) return "it has no proof, so it is a practice round";
  if (proof["scheme"] !== SCHEME) return `its cards come by another scheme than ${SCHEME}`;
  for (const name of ["commitment", "server_seed", "previous", "head"]) {
    if (!isHex(proof[name], 32)) return `proof.${name} is not 64 hexadecimal digits`;
  }
  if (!isText(proof["table"]) || !isCount(proof["number"])) return "it names no table and number";
  const seeds = proof["seat_seeds"];
  if (!isPart(seeds)) return "it has no seat seeds";
  for (const [seat, seed] of Object.entries(seeds)) {
    if (!/^[1-9]\d?$/.test(seat) || !(seed === "" || isHex(seed, 16))) return `the seed of seat ${seat} is not 16 bytes or none`;
  }
  if (!Array.isArray(events)) return "it has no events";
  for (const [i, event] of events.entries()) {
    if (!isPart(event) || !isText(event["k"]) || !Object.hasOwn(EVENTS, event["k"]) || !EVENTS[event["k"]]?.(event)) return `event ${i + 1} cannot be read`;
  }
  if (events.filter((event) => isPart(event) && event["k"] === "deal").length > 1) return "cards were dealt twice";
  return value as unknown as Receipt;
}
