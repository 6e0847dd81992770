// What the coach says, read: money from exact fractions of cents, and the sum of a sitting. No rule is in here.

import type { CoachedAction, CoachFrame } from "../generated/table.ts";
import { decimal, exactly, type Fraction, fraction, plus, times, ZERO } from "../shared/fractions.ts";
import { COACH } from "../words/coach.ts";

const DOLLAR = fraction(1n, 100n);
const CENT = fraction(1n, 2n); // less than half of one rounds to nothing

/** "+$4.33", "−$10.00": a mean, to the cent. */
export function meanMoney(cents: string): string {
  const text = decimal(times(exactly(cents), DOLLAR), 2);
  if (text.startsWith("−")) return `−$${text.slice(1)}`;
  return /^[0.]+$/.test(text) ? `$${text}` : `+$${text}`;
}

/** "$2.10": what something costs. What rounds to nothing and is something says so. */
export function costMoney(cents: Fraction): string {
  const little = cents.n > 0n && cents.n * CENT.d < CENT.n * cents.d;
  return little ? COACH.underACent : `$${decimal(times(cents, DOLLAR), 2)}`;
}

/** The action of a name, as the answer has it. */
export function weighed(frame: CoachFrame, name: string | null): CoachedAction | undefined {
  return frame.actions.find((each) => each.name === name);
}

/** Which bets are in none of the means, in a sentence. */
export function leftOut(frame: CoachFrame): string {
  return COACH.leftOut(frame.left_out.map((each) => each.label));
}

/** Best first. */
export function ranked(frame: CoachFrame): CoachedAction[] {
  const worth = new Map(frame.actions.map((each) => [each.name, exactly(each.cost)]));
  return [...frame.actions].sort((one, other) => {
    const [a, b] = [worth.get(one.name) ?? ZERO, worth.get(other.name) ?? ZERO];
    const [left, right] = [a.n * b.d, b.n * a.d];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

/** Whether a level with a question of its own stops before this action. */
export function isWorthAsking(action: CoachedAction | undefined): action is CoachedAction {
  return action?.grade === "mistake" || action?.grade === "blunder";
}

/** One decision of the sitting, once its round is paid. */
export interface Decided {
  readonly round: number;
  readonly seat: number;
  readonly house: string;
  readonly cards: readonly string[];
  readonly up: readonly string[];
  readonly chosen: CoachedAction;
  readonly best: CoachedAction;
  readonly mine: number;
  readonly shadow: number;
}

/** What an answer says of a paid hand; undefined while it is not paid, or has no price. */
export function decided(frame: CoachFrame, hand: { house: string; cards: readonly string[]; up: readonly string[]; mine: number }): Decided | undefined {
  const [chosen, best] = [weighed(frame, frame.chosen), weighed(frame, frame.shadow?.name ?? null)];
  if (!chosen || !best || !frame.shadow) return undefined;
  const discards = frame.actions.flatMap((each) => (each.discard === null ? [] : [each.discard]));
  const cards = discards.length > 0 ? discards : hand.cards; // where one draws, the first three are what may go
  return { round: frame.round, seat: frame.seat, house: hand.house, cards, up: hand.up, chosen, best, mine: hand.mine, shadow: frame.shadow.net };
}

/** The decisions of this sitting. */
export class Sitting {
  readonly hands: Decided[] = [];

  /** Counts a decision once, however often it is told. */
  add(hand: Decided): void {
    if (!this.hands.some((each) => each.round === hand.round && each.seat === hand.seat)) this.hands.push(hand);
  }

  get givenUp(): Fraction {
    return this.hands.reduce((sum, each) => plus(sum, exactly(each.chosen.cost)), ZERO);
  }

  get perfect(): number {
    return this.hands.filter((each) => each.chosen.grade === "best").length;
  }

  get mine(): number {
    return this.hands.reduce((sum, each) => sum + each.mine, 0);
  }

  get shadow(): number {
    return this.hands.reduce((sum, each) => sum + each.shadow, 0);
  }

  /** The costliest decisions, worst first; those that cost nothing are none of them. */
  worst(most: number): Decided[] {
    const cost = (each: Decided): Fraction => exactly(each.chosen.cost);
    return this.hands
      .filter((each) => cost(each).n > 0n)
      .sort((one, other) => (cost(one).n * cost(other).d < cost(other).n * cost(one).d ? 1 : -1))
      .slice(0, most);
  }
}

/** Where the Lab shows a hand. */
export function labLink(hand: Decided): string {
  const asked = new URLSearchParams({ cards: hand.cards.join(" ") });
  if (hand.up.length > 0) asked.set("shown", hand.up.join(" "));
  return `/lab/${hand.house}?${asked}`;
}
