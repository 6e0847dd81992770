// Motion on the felt: decoration over a table that is complete without it. What moves is the difference between what
// was shown and what is shown now; everything moves by transform and opacity, and a skip finishes all of it.

import { prefs } from "../shared/prefs.ts";
import { HIDDEN } from "./beats.ts";
import type { Step } from "./presentation.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";
import { TEMPO } from "./tempo.ts";

const EASE = "cubic-bezier(.2,.8,.2,1)";
const COINS = 9; // that fly out of the meter

const SPEEDS = { normal: 1, fast: 0.5, instant: 0 } as const;

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What every duration is multiplied by; 0 is no motion at all. */
export function speed(): number {
  return still() ? 0 : SPEEDS[prefs().motion];
}

/** What runs, and can be ended. */
const running = new Set<{ finish(): void }>();

/** Ends all motion at once; true when there was any. */
export function finishMotion(): boolean {
  const some = running.size > 0;
  for (const each of [...running]) each.finish();
  return some;
}

/** A number that runs to another, drawn as it goes; without motion, or a first number, it is there at once. */
export function count(from: number | undefined, to: number, lasts: number, draw: (value: number) => void): void {
  const whole = lasts * speed();
  if (from === undefined || whole === 0 || document.hidden) return draw(to);
  const start = performance.now();
  const run = {
    finish: () => {
      running.delete(run);
      draw(to);
    },
  };
  const tick = (now: number): void => {
    if (!running.has(run)) return;
    const part = Math.max(0, (now - start) / whole);
    if (part >= 1) return run.finish();
    draw(Math.round(from + (to - from) * part));
    requestAnimationFrame(tick);
  };
  running.add(run);
  requestAnimationFrame(tick);
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
function flip(element: Element, lasts: number, after = 0): void {
  const at = element.classList.contains("lifted") ? "translateY(-8px) " : "";
  move(element, [{ transform: `${at}scaleX(1)` }, { transform: `${at}scaleX(0.02)`, offset: 0.5 }, { transform: `${at}scaleX(1)` }], { lasts, after, easing: "ease-in-out" });
  move(element, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { lasts, after, easing: "linear", part: "::after" });
}

/** Plays what has changed since the last call over the felt as it now is. */
export class Motion {
  private from: TableSeen | undefined;
  private step: Step | undefined;
  private readonly felt: HTMLElement;

  constructor(felt: HTMLElement) {
    this.felt = felt;
  }

  /** A step that is shown now; one that was hurried is not played. */
  hear(step: Step): void {
    if (step.hurried) return this.end();
    if (this.step === undefined) this.from = step.before;
    this.step = step;
  }

  private end(): void {
    this.step = undefined;
    finishMotion();
  }

  /** After the view was drawn, before it is painted. */
  play(): void {
    const { step, from } = this;
    this.step = undefined;
    if (!step || !from || speed() === 0 || document.hidden) return;
    const now = step.beat.view;
    if (step.beat.kind === "deal") this.deal(now);
    else this.turns(from, now);
    this.bets(step, from, now);
    if (step.beat.kind === "pay" || step.beat.kind === "jackpot") this.pay(step);
    start();
  }

  private seat(n: number): HTMLElement | null {
    return this.felt.querySelector(`[data-seat="${n}"]`);
  }

  private all(selector: string, under: ParentNode | null = this.felt): HTMLElement[] {
    return under ? [...under.querySelectorAll<HTMLElement>(selector)] : [];
  }

  /** Chips come from the plate of who bets or plays; a drawn card comes from the shoe. */
  private bets(step: Step, from: TableSeen, now: TableSeen): void {
    for (const each of step.beat.events) {
      if (each.k === "bets") this.chips(each.seat, ".wager:not(.w-play) .chip");
      if (each.k === "decision" && each.action !== "fold") this.chips(each.seat, ".wager.w-play .chip");
    }
    const shoe = this.felt.querySelector(".shoe");
    if (!shoe) return;
    for (const seat of now.seats) {
      for (const face of drawn(seatOf(from, seat.n), seat)) {
        const cards = [...this.all(`.seat-cards [data-card="${face}"]`, this.seat(seat.n)), ...this.hero(`[data-card="${face}"]`)];
        for (const card of cards) fly(card, shoe, { lasts: TEMPO.draw }, 20);
      }
    }
  }

  private chips(n: number, which: string): void {
    const seat = this.seat(n);
    const plate = seat?.querySelector(".nameplate");
    if (seat && plate) for (const chip of this.all(which, seat)) fly(chip, plate, { lasts: TEMPO.chip });
  }

  /** Out of the shoe, seat by seat, the dealer last. */
  private deal(now: TableSeen): void {
    const shoe = this.felt.querySelector(".shoe");
    if (!shoe) return;
    const hands = now.seats.filter((each) => each.cards.length > 0).map((each): [HTMLElement[], boolean] => [this.all(".seat-cards .card", this.seat(each.n)), each.you]);
    let after = 0;
    for (const [hand, own] of [...hands, [this.all(".dealer-cards .card:not(.place)"), false] as const]) {
      if (own) this.hero(".card.hero").forEach((card, i) => show(card, after + i * TEMPO.dealStep));
      for (const card of hand) {
        fly(card, shoe, { lasts: TEMPO.deal, after }, 40);
        after += TEMPO.dealStep;
      }
    }
  }

  private hero(selector: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(`pit-rail ${selector}`)];
  }

  /** Cards that lay face down and lie open now; a fourth card of the dealer comes from the shoe first. */
  private turns(from: TableSeen, now: TableSeen): void {
    const dealer = this.all(".dealer-cards .card:not(.place)");
    const shoe = this.felt.querySelector(".shoe");
    now.dealer.cards.forEach((face, i) => {
      const [card, before] = [dealer[i], from.dealer.cards[i]];
      if (!card || face === HIDDEN || before === face) return;
      if (before === undefined && shoe && from.dealer.cards.length > 0) fly(card, shoe, { lasts: TEMPO.draw }, 20);
      else flip(card, TEMPO.reveal);
    });
    for (const seat of now.seats) {
      if (!turned(seatOf(from, seat.n), seat)) continue;
      this.flipAll(this.all(".seat-cards .card", this.seat(seat.n)));
      if (seat.you) this.flipAll(this.hero(".card.hero"));
    }
  }

  private flipAll(cards: readonly HTMLElement[]): void {
    cards.forEach((card, i) => flip(card, TEMPO.flip, i * TEMPO.flipStep));
  }

  /** Lost chips go to the rack, won ones come from it; the jackpot runs out of the meter. */
  private pay({ beat }: Step): void {
    const seat = this.seat(beat.seat ?? 0);
    const rack = this.felt.querySelector(".rack, .shoe");
    if (!seat || !rack) return;
    let after = 0;
    for (const chip of this.all(".wager .chip.paid, .wager .chip.taken, .extra .chip", seat)) {
      if (chip.classList.contains("taken")) this.slide(chip, chip, rack, after);
      else fly(chip, rack, { lasts: TEMPO.payout, after });
      after += TEMPO.payoutStep;
    }
    const paid = beat.view.seats.find((each) => each.n === beat.seat);
    if (beat.kind === "jackpot" && (paid?.net ?? 0) > 0) this.jackpot(seat); // no feast for a round that lost
  }

  private jackpot(seat: HTMLElement): void {
    const [meter, plate, sweep] = [this.felt.querySelector(".meter-value"), seat.querySelector(".nameplate"), this.felt.querySelector(".sweep")];
    if (sweep) move(sweep, [{ opacity: 0, transform: "translateX(-60%)" }, { opacity: 1, offset: 0.3 }, { opacity: 0, transform: "translateX(60%)" }], { lasts: TEMPO.jackpot / 2 });
    if (!meter || !plate) return;
    for (let i = 0; i < COINS; i++) {
      const coin = document.createElement("span");
      coin.className = "chip coin";
      this.slide(coin, meter, plate, (i * TEMPO.jackpot * 0.6) / COINS);
    }
  }

  /** A twin of a chip goes its way over the felt, and is gone. */
  private slide(chip: HTMLElement, from: Element, to: Element, after: number): void {
    const layer = this.felt.querySelector(".flights");
    if (!layer) return;
    const twin = chip.cloneNode(true) as HTMLElement;
    const [origin, begin, end] = [layer.getBoundingClientRect(), centreOf(from), centreOf(to)];
    twin.classList.remove("taken");
    twin.classList.add("flying");
    const at = (point: { x: number; y: number }): string => `translate(${point.x - origin.left}px, ${point.y - origin.top}px) translate(-50%, -50%)`;
    waiting.push(() => layer.append(twin));
    move(twin, [{ transform: at(begin), opacity: 0 }, { opacity: 1, offset: 0.05 }, { opacity: 1, offset: 0.8 }, { transform: at(end), opacity: 0 }], { lasts: TEMPO.payout * 1.6, after, ended: () => twin.remove() });
  }
}

function show(element: Element, after: number): void {
  move(element, [{ opacity: 0 }, { opacity: 1 }], { lasts: TEMPO.deal, after });
}

function seatOf(view: TableSeen, n: number): SeatSeen | undefined {
  return view.seats.find((each) => each.n === n);
}

function turned(before: SeatSeen | undefined, now: SeatSeen): boolean {
  return before?.cards.includes(HIDDEN) === true && now.cards.length > 0 && !now.cards.includes(HIDDEN);
}

/** Open cards that were not there before, among others that were. */
function drawn(before: SeatSeen | undefined, now: SeatSeen): string[] {
  if (!before || before.cards.length === 0 || before.cards.includes(HIDDEN)) return [];
  return now.cards.filter((each) => !before.cards.includes(each));
}
