// Motion on the felt: decoration over a view that is complete without it. Everything moves by transform and opacity,
// waits by its delay, and is finished by any click or Space.

import type { TableEvent } from "../generated/table.ts";
import { prefs } from "../shared/prefs.ts";

const EASE = "cubic-bezier(.2,.8,.2,1)";
const CHIP = 180;
const DEAL = { lasts: 220, stagger: 90 };
const FLIP = { lasts: 260, stagger: 80 };
const MUCK = 240;
const REVEAL = { lasts: 320, gap: 180 };
const SHOW = 200;
const PAYOUT = { lasts: 260, stagger: 120, most: 2_000 };
const SWEEP = 1_200;

const SPEEDS = { normal: 1, fast: 0.5, instant: 0 } as const;

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What every duration is multiplied by; 0 is no motion at all. */
export function speed(): number {
  return still() ? 0 : SPEEDS[prefs().motion];
}

const running = new Set<Animation>();

/** Ends all motion at once; true when there was any. */
export function finishMotion(): boolean {
  const some = running.size > 0;
  for (const each of [...running]) each.finish();
  return some;
}

interface Move {
  readonly lasts: number;
  readonly after?: number;
  readonly easing?: string;
  /** A part of the element instead of itself: "::after". */
  readonly part?: string;
  readonly ended?: () => void;
}

/** Moves wait here until all is measured: measuring between two of them would lay out the page each time. */
const waiting: (() => void)[] = [];

function move(element: Element, frames: Keyframe[], { lasts, after = 0, easing = EASE, part, ended }: Move): void {
  const pace = speed();
  const timing: KeyframeAnimationOptions = { duration: lasts * pace, delay: after * pace, easing, fill: "backwards" };
  if (part) timing.pseudoElement = part;
  waiting.push(() => {
    const made = element.animate(frames, timing);
    running.add(made);
    made.onfinish = made.oncancel = () => {
      running.delete(made);
      ended?.();
    };
  });
}

function start(): void {
  for (const each of waiting.splice(0)) each();
}

function centreOf(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** From where one element lies to where the other does. */
function way(from: Element, to: Element): { x: number; y: number } {
  const [a, b] = [centreOf(from), centreOf(to)];
  return { x: a.x - b.x, y: a.y - b.y };
}

function fly(element: Element, from: Element, timing: Move, turn = 0): void {
  const { x, y } = way(from, element);
  move(element, [
    { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { transform: "none", opacity: 1 },
  ], timing);
}

/** A card that lies face up already turns over: its back is seen until half way. */
function flip(element: Element, lasts: number, after: number): void {
  const at = element.classList.contains("lifted") ? "translateY(-8px) " : "";
  move(element, [{ transform: `${at}scaleX(1)` }, { transform: `${at}scaleX(0.02)`, offset: 0.5 }, { transform: `${at}scaleX(1)` }], { lasts, after, easing: "ease-in-out" });
  move(element, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { lasts, after, easing: "linear", part: "::after" });
}

function show(element: Element, after: number, lasts = SHOW): void {
  move(element, [{ opacity: 0 }, { opacity: 1 }], { lasts, after });
}

type Heard<K extends TableEvent["k"]> = Extract<TableEvent, { k: K }>;

function said<K extends TableEvent["k"]>(events: readonly TableEvent[], kind: K): Heard<K>[] {
  return events.filter((each): each is Heard<K> => each.k === kind);
}

/** Plays what has happened since the last call over the felt as it now is. */
export class Motion {
  private heard: TableEvent[] = [];
  private readonly felt: HTMLElement;

  constructor(felt: HTMLElement) {
    this.felt = felt;
  }

  hear(events: readonly TableEvent[]): void {
    this.heard.push(...events);
  }

  /** After the view was drawn, before it is painted. */
  play(): void {
    const events = this.heard;
    if (events.length === 0) return;
    this.heard = [];
    if (speed() === 0 || document.hidden) return;
    finishMotion();
    this.bets(events);
    let after = this.deal(events);
    after = this.decisions(events, after);
    after = this.reveal(events, after);
    this.settle(events, after);
    start();
  }

  private seat(n: number): HTMLElement | null {
    return this.felt.querySelector(`[data-seat="${n}"]`);
  }

  private all(selector: string, under: ParentNode | null = this.felt): HTMLElement[] {
    return under ? [...under.querySelectorAll<HTMLElement>(selector)] : [];
  }

  /** Chips come from the plate of who bets. */
  private bets(events: readonly TableEvent[]): void {
    for (const { seat } of said(events, "bets")) this.chips(seat, ".wager:not(.w-play) .chip", 0);
  }

  private chips(n: number, which: string, after: number): void {
    const seat = this.seat(n);
    const plate = seat?.querySelector(".nameplate");
    if (seat && plate) for (const chip of this.all(which, seat)) fly(chip, plate, { lasts: CHIP, after });
  }

  /** Out of the shoe, seat by seat, the dealer last; own cards turn over when they have arrived. */
  private deal(events: readonly TableEvent[]): number {
    const dealt = said(events, "deal")[0];
    const shoe = this.felt.querySelector(".shoe");
    if (!dealt || !shoe) return 0;
    let after = 0;
    const hands: [HTMLElement[], boolean][] = dealt.seats.map((n) => {
      const seat = this.seat(n);
      return [this.all(".seat-cards .card", seat), seat?.classList.contains("you") ?? false];
    });
    hands.push([this.all(".dealer-cards .card:not(.place)"), false]);
    const mine: HTMLElement[] = [];
    for (const [hand, own] of hands) {
      for (const card of hand) {
        fly(card, shoe, { lasts: DEAL.lasts, after }, 40);
        after += DEAL.stagger;
      }
      if (own) mine.push(...hand);
    }
    const late = said(events, "up").length > 0;
    const arrived = (late ? after : Math.min(after, 900)) + DEAL.lasts;
    this.turn(mine.filter(faceUp), arrived);
    this.turn(this.all(".dealer-cards .card").filter(faceUp), arrived);
    this.turn([...document.querySelectorAll<HTMLElement>("pit-rail .card.hero")].filter(faceUp), arrived);
    return after + DEAL.lasts;
  }

  private turn(cards: readonly HTMLElement[], after: number): void {
    cards.forEach((card, i) => flip(card, FLIP.lasts, after + i * FLIP.stagger));
  }

  /** The Play bet is put out; a drawn card comes from the shoe. */
  private decisions(events: readonly TableEvent[], start: number): number {
    const shoe = this.felt.querySelector(".shoe");
    let after = start;
    for (const each of said(events, "decision")) {
      if (each.action === "fold") continue;
      this.chips(each.seat, ".wager.w-play .chip", after);
      if (each.action === "draw" && shoe) {
        const cards = [...this.all(".seat-cards .card", this.seat(each.seat)), ...(each.drawn ? document.querySelectorAll<HTMLElement>(`pit-rail .card.hero[data-card="${each.drawn}"]`) : [])];
        const drawn = each.drawn ? cards.filter((card) => card.dataset["card"] === each.drawn) : cards.slice(-1);
        for (const card of drawn) fly(card, shoe, { lasts: MUCK, after }, 20);
      }
      after += 40;
    }
    return after;
  }

  /** The dealer turns card by card; the other hands turn with the last; results wait for that. */
  private reveal(events: readonly TableEvent[], start: number): number {
    if (said(events, "dealer").length === 0) return start;
    const dealer = this.all(".dealer-cards .card:not(.place)");
    const known = new Set(said(events, "up").flatMap((each) => each.cards));
    let after = start;
    for (const card of dealer) {
      if (known.has(card.dataset["card"] ?? "")) continue;
      flip(card, REVEAL.lasts, after);
      after += REVEAL.lasts + REVEAL.gap;
    }
    for (const seat of this.all(".seatbox:not(.you)")) this.turn(this.all(".seat-cards .card", seat).filter(faceUp), after - REVEAL.gap);
    for (const each of document.querySelectorAll("[data-after-reveal]")) show(each, after);
    return after + SHOW;
  }

  /** Lost chips go to the rack, won ones come from it; the jackpot sweeps over the felt. */
  private settle(events: readonly TableEvent[], start: number): void {
    const seats = said(events, "net").length;
    const rack = this.felt.querySelector(".rack");
    if (seats === 0 || said(events, "void").length > 0 || !rack) return;
    let after = start;
    for (const line of said(events, "line")) {
      const chip = this.seat(line.seat)?.querySelector(`[data-wager="${line.id}"] .chip`);
      if (!chip || line.profit === 0) continue;
      this.slide(chip, line.profit > 0 ? rack : chip, line.profit > 0 ? chip : rack, Math.min(after, start + PAYOUT.most));
      after += PAYOUT.stagger / Math.max(1, seats / 2);
    }
    if (said(events, "meter").some((each) => each.won)) {
      const sweep = this.felt.querySelector(".sweep");
      if (sweep) move(sweep, [{ opacity: 0, transform: "translateX(-60%)" }, { opacity: 1, offset: 0.3 }, { opacity: 0, transform: "translateX(60%)" }], { lasts: SWEEP, after: start });
    }
  }

  /** A twin of a chip goes its way over the felt, and is gone. */
  private slide(chip: Element, from: Element, to: Element, after: number): void {
    const layer = this.felt.querySelector(".flights");
    if (!layer) return;
    const twin = chip.cloneNode(true) as HTMLElement;
    const [origin, begin, end] = [layer.getBoundingClientRect(), centreOf(from), centreOf(to)];
    twin.classList.add("flying");
    const at = (point: { x: number; y: number }): string => `translate(${point.x - origin.left}px, ${point.y - origin.top}px) translate(-50%, -50%)`;
    waiting.push(() => layer.append(twin));
    move(twin, [{ transform: at(begin), opacity: 0 }, { opacity: 1, offset: 0.05 }, { opacity: 1, offset: 0.8 }, { transform: at(end), opacity: 0 }], { lasts: PAYOUT.lasts, after, ended: () => twin.remove() });
  }
}

function faceUp(card: HTMLElement): boolean {
  return card.dataset["card"] !== undefined && card.dataset["card"] !== "??";
}

/** A click or Space finishes motion. Space does only that, unless a control has the focus. */
export function skipByHand(): () => void {
  const click = (): void => void finishMotion();
  const key = (event: KeyboardEvent): void => {
    if (event.key !== " " || !finishMotion()) return;
    const on = event.target as HTMLElement | null;
    if (on?.closest("button, a, input, select, textarea, [role=switch]")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("pointerdown", click, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointerdown", click, true);
    removeEventListener("keydown", key, true);
  };
}
