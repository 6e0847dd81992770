// The coach at this table: when it is asked, what it has said, and whether a decision waits for a second word.

import type { Action, CoachFrame } from "../generated/table.ts";
import { Refused } from "../shared/api.ts";
import { exactly } from "../shared/fractions.ts";
import { type Level, prefs } from "../shared/prefs.ts";
import { COACH } from "../words/coach.ts";
import { costMoney, decided, isWorthAsking, leftOut, meanMoney, ranked, Sitting, weighed } from "./coach.ts";
import type { Store } from "./store.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

/** A decision that would cost much, before it is made. */
export interface Doubt {
  readonly action: Action;
  readonly text: string;
}

/** A hand before its decision, after it, and when it is paid: the coach is asked once in each. */
type State = "open" | "decided" | "paid";
const STATES: Record<string, State> = { deciding: "open", played: "decided", folded: "decided", drew: "decided", settled: "paid" };

export class CoachDesk {
  readonly sitting = new Sitting();
  /** The decision that waits for a second word. */
  doubt: Doubt | undefined;
  private readonly answers = new Map<number, CoachFrame>();
  private readonly refusals = new Map<number, string>();
  private readonly asked = new Map<string, Promise<void>>();
  private readonly opened = new Set<number>();
  private readonly counted = new Set<number>();
  private round = 0;
  private up: readonly string[] = [];
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  get level(): Level {
    return this.store.view?.coach ? prefs().coach : "off";
  }

  /** What the coach has said of a hand, as far as the person wants to see it now. */
  shown(seat: SeatSeen): CoachFrame | undefined {
    const { level } = this;
    const found = this.answers.get(seat.n);
    if (!found || level === "off") return undefined;
    if (this.opened.has(seat.n) || level === "before") return found;
    return found.chosen !== null && level !== "request" ? found : undefined;
  }

  /** Whether there is something to ask that is not shown yet. */
  canAsk(seat: SeatSeen): boolean {
    return this.level !== "off" && STATES[seat.status] !== undefined && !this.refusals.has(seat.n) && this.shown(seat) === undefined;
  }

  /** After every view, and after a change of the level: asks what the level wants to know. */
  follow(view: TableSeen): void {
    if (view.round !== this.round) this.clear(view.round);
    if (view.phase === "decisions") this.up = view.dealer.cards.filter((each) => each !== "??");
    if (this.doubt && !view.actions.some((each) => each.seat === this.doubt?.action.seat)) this.doubt = undefined;
    const { level } = this;
    if (level === "off") return;
    for (const seat of this.store.mySeats) {
      const state = STATES[seat.status];
      const early = level === "before" || level === "ask";
      if (state === "paid") void this.ask(seat, state).then(() => this.count(seat, view));
      else if ((state === "open" && early) || (state === "decided" && (level !== "request" || this.opened.has(seat.n)))) void this.ask(seat, state);
    }
  }

  /** A round that is paid, though not shown yet: asked of while the table still knows it. */
  foresee(live: TableSeen): void {
    if (this.level === "off" || live.round !== this.round) return;
    for (const seat of live.seats) if (seat.you && STATES[seat.status] === "paid") void this.ask(seat, "paid");
  }

  private clear(round: number): void {
    this.round = round;
    this.doubt = undefined;
    for (const each of [this.answers, this.refusals, this.asked, this.opened, this.counted]) each.clear();
  }

  /** The person asks. */
  async open(seat: SeatSeen): Promise<void> {
    const state = STATES[seat.status];
    if (this.level === "off" || !state) return this.store.say(this.store.view?.coach ? COACH.notNow : COACH.none);
    this.opened.add(seat.n);
    await this.ask(seat, state);
    const frame = this.answers.get(seat.n);
    this.store.say(frame ? spoken(frame) : (this.refusals.get(seat.n) ?? COACH.notNow));
  }

  /** Whether a decision may be made without a second word; else the doubt is there to be shown. */
  async allows(action: Action): Promise<boolean> {
    if (this.level !== "ask") return true;
    const seat = this.store.mySeats.find((each) => each.n === action.seat);
    if (seat) await this.ask(seat, "open");
    const frame = this.answers.get(action.seat);
    const found = frame?.actions.find((each) => each.id === action.id && each.discard === action.discard);
    if (!isWorthAsking(found)) return true;
    const text = COACH.sure(COACH.action(found), costMoney(exactly(found.cost)));
    this.doubt = { action, text };
    this.store.say(text);
    return false;
  }

  /** The person thinks again. */
  drop(): void {
    this.doubt = undefined;
    this.store.say("");
  }

  /** Asks once for each state of a hand; who asks again waits for the same answer. */
  private ask(seat: SeatSeen, state: State): Promise<void> {
    const key = `${seat.n} ${state}`;
    let under = this.asked.get(key);
    if (under === undefined) {
      under = this.answer(seat.n, state);
      this.asked.set(key, under);
    }
    return under;
  }

  private async answer(seat: number, state: State): Promise<void> {
    const { round } = this;
    const told = await this.store.question({ do: "coach", seat });
    if (this.round !== round || told === undefined) return;
    if (told instanceof Refused) this.refusals.set(seat, told.message);
    else if (told.coach?.round === round) {
      this.answers.set(seat, told.coach);
      const wanted = this.level === "before" || (this.level === "after" && state !== "open");
      if (wanted && state !== "paid") this.store.say(spoken(told.coach));
    }
    this.store.changed();
  }

  /** A hand counts for the sitting once, when its result is shown. */
  private count(seat: SeatSeen, { round, house }: TableSeen): void {
    const frame = this.answers.get(seat.n);
    if (frame?.round !== round || seat.net === null || this.counted.has(seat.n)) return;
    const hand = decided(frame, { house, cards: seat.cards, up: this.up, mine: seat.net });
    if (!hand) return;
    this.counted.add(seat.n);
    this.sitting.add(hand);
    this.store.changed();
  }
}

/** For who listens: the actions, best first, or how the one that was taken is graded. */
export function spoken(frame: CoachFrame): string {
  if (frame.why) return frame.why;
  const chosen = weighed(frame, frame.chosen);
  if (!chosen) {
    const worths = COACH.spoken(ranked(frame).map((each) => `${each.label} ${meanMoney(each.cents)}, ${COACH.grades[each.grade].toLowerCase()}`));
    return frame.left_out.length ? `${worths} ${leftOut(frame)}` : worths;
  }
  return COACH.spoken([chosen.grade === "best" ? COACH.chosenBest(chosen.label) : `${COACH.chose(chosen.label, COACH.grades[chosen.grade])}, ${COACH.cost(costMoney(exactly(chosen.cost)))}`]);
}
