// The check of a receipt, from docs/fairness.md and docs/receipts.md alone: seeds, deck, cards, hash and end.
// Payments are not checked here: the page knows no rules. The server's check and `pitboss verify` do that.

import { CHECKS } from "../words/rounds.ts";
import { fields, fromHex, isHex, sha256, utf8 } from "./bytes.ts";
import { canonical, type Json, NotCanonical } from "./canonical.ts";
import { type Happened, type Receipt, readReceipt } from "./receipt.ts";
import { commitment, deal, shuffle } from "./shuffle.ts";

export interface Check {
  id: string;
  right: boolean;
  text: string;
}

/** What this browser wrote down while the bets were open. */
export interface Noted {
  commitment?: string | null;
  chain_head?: string;
  seed?: string;
}

export interface Verified {
  round: string | null;
  receipt: Receipt | null;
  checks: Check[];
  right: boolean;
}

const check = (id: string, right: boolean, good: string, bad: string): Check => ({ id, right, text: right ? good : bad });

export async function verify(text: string, noted?: Noted): Promise<Verified> {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return { round: null, receipt: null, right: false, checks: [check("text", false, "", CHECKS.notJson)] };
  }
  const receipt = readReceipt(parsed);
  if (typeof receipt === "string") {
    return { round: null, receipt: null, right: false, checks: [check("text", false, "", CHECKS.notReceipt(receipt))] };
  }
  const checks = [
    written(text, parsed),
    place(receipt),
    await opens(receipt),
    seeds(receipt),
    await deckCheck(receipt),
    cards(receipt),
    end(receipt),
    await head(receipt, parsed),
    ...(noted ? asNoted(receipt, noted) : []),
  ];
  return { round: receipt.round, receipt, checks, right: checks.every((each) => each.right) };
}

function written(text: string, parsed: Json): Check {
  try {
    return check("text", canonical(parsed) === text, CHECKS.canonical, CHECKS.notCanonical);
  } catch (fault) {
    if (!(fault instanceof NotCanonical)) throw fault;
    return check("text", false, "", CHECKS.unsure(fault.message));
  }
}

function place({ round, proof }: Receipt): Check {
  const right = round === `${proof.table}:${proof.number}`;
  return check("place", right, CHECKS.place(proof.number, proof.table), CHECKS.notPlace(round, proof.table, proof.number));
}

async function opens({ round, sheet, proof }: Receipt): Promise<Check> {
  const made = await commitment(round, sheet.hash, proof.server_seed);
  return check("commitment", made === proof.commitment, CHECKS.commitment, CHECKS.notCommitment(made));
}

/** The seats whose last bet is one, by ascending number. */
function seatsThatBet(events: readonly Happened[]): number[] {
  const bets = new Map<number, number>();
  for (const event of events) if (event.k === "bets") bets.set(event.seat, Object.keys(event.wagers).length);
  return [...bets].filter(([, wagers]) => wagers > 0).map(([seat]) => seat).sort((a, b) => a - b);
}

const seeded = ({ proof }: Receipt): number[] => Object.keys(proof.seat_seeds).map(Number).sort((a, b) => a - b);
const same = (one: readonly unknown[], other: readonly unknown[]): boolean => one.length === other.length && one.every((each, i) => each === other[i]);
const dealtIn = (receipt: Receipt): Extract<Happened, { k: "deal" }> | undefined => receipt.events.find((event) => event.k === "deal");

function seeds(receipt: Receipt): Check {
  const [bet, with_, dealt] = [seatsThatBet(receipt.events), seeded(receipt), dealtIn(receipt)?.seats];
  if (dealt && !same(dealt, bet)) return check("seeds", false, "", CHECKS.dealtSeats(dealt));
  const gave = bet.filter((seat) => receipt.proof.seat_seeds[String(seat)]);
  const rest = bet.filter((seat) => !gave.includes(seat));
  const bots = rest.filter((seat) => receipt.events.some((event) => event.k === "bets" && event.seat === seat && event.player.startsWith("bot:")));
  const others = rest.filter((seat) => !bots.includes(seat));
  return check("seeds", same(bet, with_), CHECKS.seeds(gave, bots, others), CHECKS.notSeeds(bet, with_));
}

async function deckCheck(receipt: Receipt): Promise<Check> {
  const dealt = dealtIn(receipt);
  if (!dealt) return check("deck", true, CHECKS.notDealt, "");
  const inOrder = seeded(receipt).map((seat) => receipt.proof.seat_seeds[String(seat)] ?? "");
  const { deck } = await shuffle(receipt.round, receipt.sheet.hash, receipt.proof.server_seed, inOrder);
  const other = deck.findIndex((card, i) => card !== dealt.deck[i]);
  const right = other === -1 && dealt.deck.length === deck.length;
  const at = other === -1 ? deck.length : other;
  return check("deck", right, CHECKS.deck, CHECKS.notDeck(at, dealt.deck[at] ?? CHECKS.none, deck[at] ?? CHECKS.none));
}

/** Every card that the events tell of, against its place in the deck. */
function cards(receipt: Receipt): Check {
  const dealt = dealtIn(receipt);
  const told = receipt.events.filter((event) => event.k === "up" || event.k === "decide" || event.k === "reveal");
  if (!dealt) return check("cards", told.length === 0, CHECKS.notDealt, CHECKS.notCard(CHECKS.dealer, told[0]?.k ?? "", CHECKS.none));
  const given = deal(dealt.deck, dealt.seats);
  let count = 3 * dealt.seats.length;
  const wrong = (what: string, said: string, made: string): Check => check("cards", false, "", CHECKS.notCard(what, said || CHECKS.none, made || CHECKS.none));
  for (const event of told) {
    if (event.k === "up") {
      const stranger = event.up_cards.find((card) => !given.dealer.includes(card));
      if (stranger !== undefined) return wrong(CHECKS.upCard, stranger, given.dealer.join(" "));
    } else if (event.k === "decide") {
      const seat = given.seats.find((each) => each.seat === event.seat);
      const drawn = event.action === "draw" ? (seat?.replacement ?? "") : null;
      if (event.drawn !== drawn) return wrong(CHECKS.drawn(event.seat), event.drawn ?? "", drawn ?? "");
      const discards = event.discard === null ? event.action !== "draw" : event.action === "draw" && seat?.cards.includes(event.discard);
      if (!discards) return wrong(CHECKS.discard(event.seat), event.discard ?? "", seat?.cards.join(" ") ?? "");
      if (drawn !== null) count += 1;
    } else {
      const all = event.cards.length > 3 ? [...given.dealer, given.fourth] : given.dealer;
      if (!same(event.cards, all)) return wrong(CHECKS.dealer, event.cards.join(" "), all.join(" "));
      const played = event.plays.length === 3 && new Set(event.plays).size === 3 && event.plays.every((card) => all.includes(card));
      if (!played) return wrong(CHECKS.dealer, event.plays.join(" "), all.join(" "));
      count += all.length;
    }
  }
  return check("cards", true, CHECKS.cards(count), "");
}

function end({ events }: Receipt): Check {
  const last = events.at(-1)?.k;
  const ended = last === "settle" || last === "void" || isUnused(events);
  const good = last === "settle" ? CHECKS.settled : last === "void" ? CHECKS.void : CHECKS.unused;
  return check("end", ended, good, CHECKS.notEnded);
}

/** Whether the table closed with nothing on it: whatever was bet or put up as the bank was taken back. */
function isUnused(events: readonly Happened[]): boolean {
  const bank = events.findLast((event) => event.k === "bank");
  const asked = events.every((event) => event.k === "bets" || event.k === "bank");
  return asked && seatsThatBet(events).length === 0 && (bank === undefined || bank.stake === 0);
}

async function head({ proof }: Receipt, parsed: Json): Promise<Check> {
  const whole = parsed as { proof: { [key: string]: Json }; [key: string]: Json };
  let text: string;
  try {
    text = canonical({ ...whole, proof: { ...whole.proof, head: "" } });
  } catch (fault) {
    if (!(fault instanceof NotCanonical)) throw fault;
    return check("head", false, "", CHECKS.unsure(fault.message));
  }
  const made = await sha256(fields(fromHex(proof.previous), utf8(text)));
  return check("head", made === proof.head, CHECKS.head(proof.head), CHECKS.notHead(made));
}

function asNoted({ proof }: Receipt, noted: Noted): Check[] {
  const found: Check[] = [];
  if (isHex(noted.commitment, 32)) found.push(check("noted", noted.commitment === proof.commitment, CHECKS.noted, CHECKS.notNoted));
  if (isHex(noted.chain_head, 32)) found.push(check("follows", noted.chain_head === proof.previous, CHECKS.follows, CHECKS.notFollows));
  if (isHex(noted.seed, 16)) found.push(check("my-seed", Object.values(proof.seat_seeds).includes(noted.seed), CHECKS.mySeed, CHECKS.notMySeed));
  return found;
}
