// A round in beats: what the table shows step by step on the way from one view to the next. Each beat starts from
// what was shown before it and adds only what it turns over or pays, so that nothing can be known before the cards
// show it: not even what a later view may hold that is not known here.

import type { CoveredSeat, DealerView, TableEvent } from "../generated/table.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";
import { TEMPO } from "./tempo.ts";

export const HIDDEN = "??";

/** What happens in a beat. The last one, `end`, is the view itself. */
export type BeatKind = "deal" | "up" | "turn" | "own" | "decided" | "card" | "hold" | "verdict" | "pay" | "jackpot" | "end";

export interface Beat {
  readonly kind: BeatKind;
  /** The table as it is shown meanwhile. */
  readonly view: TableSeen;
  /** What is told with it. */
  readonly events: readonly TableEvent[];
  /** How long the next one waits, at the normal pace. */
  readonly lasts: number;
  /** The seat that is paid. */
  readonly seat?: number;
}

type Fact<K extends TableEvent["k"]> = Extract<TableEvent, { k: K }>;

const PLAYED: ReadonlySet<string> = new Set(["deal", "decisions", "reveal", "settled"]);
const DECIDED: Readonly<Record<string, string>> = { fold: "folded", draw: "drew" };

/** The way from one view to the next; at least its end. */
export function beatsOf(before: TableSeen | undefined, after: TableSeen, events: readonly TableEvent[]): Beat[] {
  const unfolds = before?.round === after.round && PLAYED.has(after.phase) && !events.some((each) => each.k === "void");
  return unfolds && before ? new Unfolding(before, after, events).beats() : [{ kind: "end", view: after, events, lasts: 0 }];
}

/** Whether a view lies at the end of its way: the round is over. */
export function isOver(view: TableSeen | undefined): boolean {
  return view?.phase === "settled" || view?.phase === "void";
}

class Unfolding {
  private readonly found: Beat[] = [];
  private readonly after: TableSeen;
  private readonly ends: boolean;
  private rest: TableEvent[];
  private shown: TableSeen;

  constructor(before: TableSeen, after: TableSeen, events: readonly TableEvent[]) {
    this.after = after;
    this.ends = after.phase === "settled" || after.phase === "reveal";
    this.rest = [...events];
    this.shown = { ...before, rev: after.rev };
  }

  beats(): Beat[] {
    this.deal();
    this.up();
    this.own();
    if (this.ends) {
      this.decisions();
      this.reveal();
      this.pay();
    }
    this.found.push({ kind: "end", view: this.after, events: this.rest, lasts: 0 });
    return this.found;
  }

  private add(kind: BeatKind, lasts: number, events: readonly TableEvent[] = [], seat?: number): void {
    this.found.push({ kind, view: this.shown, events, lasts, ...(seat === undefined ? {} : { seat }) });
  }

  /** Takes what fits out of what is still to be told. */
  private take<K extends TableEvent["k"]>(kinds: readonly K[], fits: (fact: Fact<K>) => boolean = () => true): Fact<K>[] {
    const found = this.rest.filter((each): each is Fact<K> => (kinds as readonly string[]).includes(each.k) && fits(each as Fact<K>));
    this.rest = this.rest.filter((each) => !(found as TableEvent[]).includes(each));
    return found;
  }

  private later(n: number): SeatSeen | undefined {
    return this.after.seats.find((each) => each.n === n);
  }

  private change(change: (seat: SeatSeen) => Partial<SeatSeen>): void {
    this.shown = { ...this.shown, seats: this.shown.seats.map((each) => ({ ...each, ...change(each) })) };
  }

  /** The same, where bets are put down or come back: what is not on the table is in its person's hand, at all their seats. */
  private stake(change: (seat: SeatSeen) => Partial<SeatSeen>, paid?: { seat: number; net: number }): void {
    const before = this.shown.seats;
    this.change(change);
    const gained = new Map<string, number>();
    before.forEach((seat, i) => {
      const more = seat.n === paid?.seat ? staked(seat) + paid.net : staked(seat) - staked(this.shown.seats[i]);
      gained.set(personAt(seat), (gained.get(personAt(seat)) ?? 0) + more);
    });
    const stacks = before.map((seat) => (seat.stack === null ? null : seat.stack + (gained.get(personAt(seat)) ?? 0)));
    this.shown = { ...this.shown, seats: this.shown.seats.map((seat, i) => ({ ...seat, stack: stacks[i] ?? null })) };
  }

  private deals(cards: readonly string[]): void {
    this.shown = { ...this.shown, dealer: { ...this.shown.dealer, cards: [...cards] } };
  }

  /** All cards come face down; the bets are locked as they lie. */
  private deal(): void {
    const at = this.rest.findIndex((each) => each.k === "deal");
    const fact = this.rest[at];
    if (fact?.k !== "deal") return;
    const told = this.rest.splice(0, at + 1);
    this.shown = { ...this.shown, phase: "deal", actions: this.choices(), deadline: this.after.deadline, waiting_for: [] };
    this.stake((seat) => {
      const later = this.later(seat.n);
      if (!later || !fact.seats.includes(seat.n)) return { ready: false };
      const spots = later.spots.map((each) => ({ ...each, line: null }));
      const play = later.play && { ...later.play, amount: 0, reserve: later.play.reserve || (seat.play?.reserve ?? 0), line: null };
      return { ...NO_HAND, cards: later.cards.map(() => HIDDEN), spots, play, status: "dealt", ready: false };
    });
    this.deals(this.after.dealer.cards.slice(0, Math.max(3, this.shown.dealer.cards.length)).map(() => HIDDEN));
    const cards = (fact.seats.length + 1) * 3 * TEMPO.dealStep;
    const late = this.rest.some((each) => each.k === "up"); // one's own cards wait for that one
    this.add("deal", (late ? cards : Math.min(cards, TEMPO.dealWait)) + TEMPO.deal, told);
  }

  /** What may be chosen when the cards have turned: it can be read already, but names no card. */
  private choices(): TableSeen["actions"] {
    if (this.ends) return [];
    const plain = this.after.actions.filter((each, i, all) => each.id !== "draw" || all.findIndex((other) => other.id === "draw" && other.seat === each.seat) === i);
    return plain.map((each) => ({ ...each, discard: null }));
  }

  /** A card of the dealer that shows before the decisions (NAPA-4). */
  private up(): void {
    const told = this.take(["up"]);
    if (told.length === 0) return;
    const open = told.flatMap((each) => each.cards);
    this.deals(this.after.dealer.cards.slice(0, this.shown.dealer.cards.length).map((each) => (open.includes(each) ? each : HIDDEN)));
    this.add("up", TEMPO.reveal + TEMPO.revealGap, told);
  }

  /** One's own cards turn; what they are is said when they lie open. */
  private own(): void {
    const turns = (seat: SeatSeen): boolean => seat.you && seat.cards.includes(HIDDEN) && this.later(seat.n)?.cards.includes(HIDDEN) === false;
    const mine = this.shown.seats.filter(turns).map((each) => each.n);
    if (mine.length === 0) return;
    this.change((seat) => (mine.includes(seat.n) ? { cards: this.later(seat.n)?.cards ?? [] } : {}));
    this.add("turn", TEMPO.flip + 2 * TEMPO.flipStep);
    if (!this.ends) return; // the view itself says it
    this.change((seat) => (mine.includes(seat.n) ? named(this.later(seat.n)) : {}));
    this.add("own", TEMPO.decided, this.take(["hand", "sure"], (each) => mine.includes(each.seat)));
  }

  /** The last decisions: chips go out, a drawn card comes. */
  private decisions(): void {
    const told = this.take(["decision"]);
    const sure = this.take(["sure"]);
    this.shown = { ...this.shown, phase: "reveal", actions: [], waiting_for: [], deadline: this.after.deadline };
    if (told.length === 0) return;
    this.stake((seat) => {
      const fact = told.find((each) => each.seat === seat.n);
      if (!fact) return {};
      const play = seat.play && { ...seat.play, amount: fact.cost, reserve: 0 };
      const traded = fact.action === "draw" && seat.you ? named(this.later(seat.n)) : {};
      return { play, status: DECIDED[fact.action] ?? "played", folded: fact.action === "fold", by: fact.by, by_clause: fact.clause, ...traded };
    });
    this.add("decided", TEMPO.decided + (told.some((each) => each.drawn !== null) ? TEMPO.draw + TEMPO.flip : 0), [...told, ...sure]);
  }

  /** The dealer's cards, one by one, with a held beat before the last while somebody is still in. */
  private reveal(): void {
    const told = this.take(["dealer", "best", "qualifier"]);
    const dealer = told.find((each) => each.k === "dealer");
    if (dealer?.k !== "dealer") return;
    const faces = this.after.dealer.cards;
    const known = this.shown.dealer.cards;
    const turned = faces.map((_, i) => i).filter((i) => (known[i] ?? HIDDEN) === HIDDEN);
    const suspense = this.somebodyIsIn();
    for (const at of turned) {
      if (at === turned.at(-1) && suspense) this.add("hold", TEMPO.hold);
      const open = (i: number): boolean => i <= at || (known[i] ?? HIDDEN) !== HIDDEN;
      this.deals(faces.slice(0, Math.max(at + 1, dealer.cards.length)).map((each, i) => (open(i) ? each : HIDDEN)));
      this.add("card", TEMPO.reveal + TEMPO.revealGap);
    }
    this.shown = { ...this.shown, dealer: this.after.dealer satisfies DealerView };
    this.change((seat) => (seat.you ? { showdown: this.later(seat.n)?.showdown ?? null } : {}));
    this.add("verdict", TEMPO.verdict, [...told, ...this.take(["showdown"], (each) => this.later(each.seat)?.you === true)]);
  }

  /** Whether the last card can still change a main bet: of one's own, or of anybody where one only looks on. */
  private somebodyIsIn(): boolean {
    const dealt = this.shown.seats.filter((each) => each.cards.length > 0);
    const mine = dealt.filter((each) => each.you);
    return (mine.length > 0 ? mine : dealt).some((each) => (each.play?.amount ?? 0) > 0);
  }

  /** A bank's account, as far as seats are paid. */
  private cover(paid: ReadonlySet<number>): void {
    const { bank } = this.after;
    if (!bank) return;
    const seats = bank.seats.map((row) => (paid.has(row.n) ? row : unpaid(row)));
    const left = seats.findLast((row) => row.left !== null)?.left ?? bank.stake;
    const covered = (bank.stake ?? 0) - (left ?? 0);
    const out = bank.exhausted_at !== null && paid.has(bank.exhausted_at) ? bank.exhausted_at : null;
    this.shown = { ...this.shown, bank: { ...bank, seats, covered, cover_left: left, exhausted_at: out, net: null, keeps: false } };
  }

  /** Seat by seat in the order of the house; each turns its cards, and is paid. */
  private pay(): void {
    const nets = this.rest.filter((each) => each.k === "net");
    const lasts = Math.min(TEMPO.pay, TEMPO.pays / Math.max(1, nets.length));
    const done = new Set<number>();
    this.cover(done);
    for (const { seat: n, net } of nets) {
      const later = this.later(n);
      if (!later) continue;
      this.cover(done.add(n));
      const told = [...this.take(["hand", "showdown", "line", "net"], (each) => each.seat === n), ...this.take(["jackpot"], (each) => each.jackpot.seat === n), ...this.take(["envy"], (each) => each.envy.seat === n)];
      const jackpot = this.after.jackpots.some((each) => each.seat === n);
      this.stake((seat) => (seat.n === n ? later : {}), { seat: n, net });
      const paid = (each: { seat: number }): boolean => this.shown.seats.some((seat) => seat.n === each.seat && seat.net !== null);
      this.shown = { ...this.shown, jackpots: this.after.jackpots.filter(paid), envy: this.after.envy.filter(paid), ...(jackpot ? { meter: this.after.meter } : {}) };
      this.add(jackpot ? "jackpot" : "pay", jackpot ? TEMPO.jackpot : lasts, told, n);
    }
  }
}

/** A seat that the bank has not come to yet: what lies there, and nothing of what becomes of it. */
function unpaid(row: CoveredSeat): CoveredSeat {
  const wagers = row.wagers.map((each) => ({ ...each, end: null }));
  return { ...row, wagers, net: null, left: null };
}

const NO_HAND = { category: null, label: null, words: null, first_three: null, first_label: null, discard: null, by: null, by_clause: null, folded: false, made: [], sure: [], showdown: null, net: null, lines: [] } satisfies Partial<SeatSeen>;

/** A hand of one's own by its cards alone: nothing that the dealer's cards could change. */
function named(seat: SeatSeen | undefined): Partial<SeatSeen> {
  if (!seat) return {};
  const { cards, category, label, words, first_three, first_label, discard, sure } = seat;
  return { cards, category, label, words, first_three, first_label, discard, sure };
}

/** What of a seat's money is not in hand: on its spots, on Play, or kept for it. */
function staked(seat: SeatSeen | undefined): number {
  return seat?.spots.reduce((sum, each) => sum + each.amount, (seat.play?.amount ?? 0) + (seat.play?.reserve ?? 0)) ?? 0;
}

/** Who plays at a seat: several seats of one person are paid from one stack. */
function personAt(seat: SeatSeen): string {
  return seat.you ? "" : (seat.name ?? String(seat.n));
}
