// The clock of presentation. Views come in as the server sends them; what everybody on the page reads (felt, Rail, log,
// panel, text table, title, sounds, voice) is the table as it is presented now. A round unfolds beat by beat, is ended
// by a skip for all of them together, and one's own result stays until one goes on oneself.

import type { TableEvent } from "../generated/table.ts";
import { type Beat, beatsOf, isOver } from "./beats.ts";
import type { TableSeen } from "./seen.ts";

/** What the clock is wound by: in the page, timers; in tests, a hand. */
export interface Winding {
  /** Calls once after so many milliseconds. Gives back how not to. */
  after(ms: number, act: () => void): () => void;
  /** What every duration is multiplied by; 0 shows the end at once. */
  pace(): number;
  /** Whether results stay until their person goes on. */
  stays(): boolean;
}

/** Told with each step: what is shown now, what was shown before, and what there is to tell. */
export interface Step {
  readonly beat: Beat;
  readonly before: TableSeen | undefined;
  /** Nothing is shown of it: a result lies there, and the table has gone on meanwhile. */
  readonly meanwhile: boolean;
  /** It was not played: shown at once, with others. */
  readonly hurried: boolean;
}

interface Batch {
  readonly before: TableSeen | undefined;
  readonly view: TableSeen;
  readonly events: readonly TableEvent[];
}

export class Presentation {
  /** The table as it is presented now. */
  shown: TableSeen | undefined;
  /** The table as the server has last told it. */
  live: TableSeen | undefined;
  /** The round before, as it was paid to this person: to be looked at again. */
  last: TableSeen | undefined;
  /** What is happening now, while something is. */
  beat: Beat | undefined;

  private readonly beats: Beat[] = [];
  private readonly waiting: Batch[] = [];
  private stop: (() => void) | undefined;
  private movedOn = "";
  private readonly winding: Winding;
  private readonly tell: (step: Step) => void;

  constructor(winding: Winding, tell: (step: Step) => void) {
    this.winding = winding;
    this.tell = tell;
  }

  /** Something is being shown that is not at its end. */
  get playing(): boolean {
    return this.beat !== undefined || this.beats.length > 0;
  }

  /** One's own result lies there, and the table has gone on to another round. */
  get holding(): boolean {
    return !this.playing && this.keeps && this.live !== undefined && this.live.round !== this.shown?.round;
  }

  private get keeps(): boolean {
    const { shown } = this;
    return shown !== undefined && hasResult(shown) && this.movedOn !== nameOf(shown) && this.winding.stays();
  }

  /** The table as it is now, with what has happened since the view before. */
  take(view: TableSeen, events: readonly TableEvent[]): void {
    const batch = { before: this.live, view, events };
    this.live = view;
    if (!this.playing) return this.begin(batch);
    this.waiting.push(batch);
    if (view.round !== this.beats.at(-1)?.view.round && this.unfoldsNext()) this.play(true);
  }

  /** The first view, or the first after a break: nothing unfolds, and nothing is waited for. */
  jump(view: TableSeen): void {
    this.skip();
    this.live = view;
    if (!this.staysFor(view)) this.step(endOf(view), true);
  }

  /** Everything at its end, everywhere; false where it was there already. */
  skip(): boolean {
    if (!this.playing) return false;
    while (this.playing) this.play(true);
    return true;
  }

  /** The person goes on: the result is put away, and the table is shown as it is. What was not seen yet is shown first. */
  moveOn(): void {
    if (this.skip()) return;
    const { shown, live } = this;
    if (!shown || !isOver(shown)) return;
    this.movedOn = nameOf(shown);
    if (live && live.round !== shown.round) this.step(endOf(live), true);
  }

  /** Whether the result that lies there stays, whatever the table does now. */
  private staysFor(view: TableSeen): boolean {
    return this.keeps && view.round !== this.shown?.round && hasMine(view) && !takesPart(view);
  }

  private begin({ before, view, events }: Batch): void {
    if (this.staysFor(view)) return this.tell({ beat: endOf(view, events), before, meanwhile: true, hurried: true });
    this.beats.push(...beatsOf(this.shown, view, events));
    this.play();
  }

  /** Beats until one lasts; hurried, all of them. Then what has come meanwhile. */
  private play(hurried = false): void {
    this.stop?.();
    this.stop = this.beat = undefined;
    for (let beat = this.beats.shift(); beat !== undefined; beat = this.beats.shift()) {
      const pace = hurried ? 0 : this.winding.pace();
      this.beat = beat.lasts * pace > 0 ? beat : undefined;
      this.step(beat, pace === 0);
      if (this.beat) {
        this.stop = this.winding.after(beat.lasts * pace, () => this.play());
        return;
      }
    }
    const batch = this.waiting.shift();
    if (batch) this.begin(batch);
  }

  private step(beat: Beat, hurried: boolean): void {
    const before = this.shown;
    if (before && before.round !== beat.view.round && hasResult(before)) this.last = before;
    this.shown = beat.view;
    this.tell({ beat, before, meanwhile: false, hurried });
  }

  /** Whether something that waits would unfold: then what is shown now is hurried to its end. */
  private unfoldsNext(): boolean {
    return this.waiting.some(({ events }) => events.some((each) => each.k === "deal" || each.k === "dealer"));
  }
}

/** Whether there is a result for who looks: of a hand, or of the bank. */
export function hasResult(view: TableSeen): boolean {
  return isOver(view) && (view.seats.some((each) => each.you && each.lines.length > 0) || (view.bank?.you === true && view.bank.net !== null));
}

/** Whether the viewer still sits there; at a closed table nobody does, and the last result stays. */
function hasMine(view: TableSeen): boolean {
  return view.phase === "closed" || view.seats.some((each) => each.you);
}

/** Whether the viewer has bet there, or banks: then they have gone on, maybe in another tab. */
function takesPart(view: TableSeen): boolean {
  const bets = view.seats.some((each) => each.you && each.spots.some((spot) => spot.amount > 0));
  return bets || view.actions.length > 0 || (view.bank?.you === true && view.bank.stake !== null);
}

function endOf(view: TableSeen, events: readonly TableEvent[] = []): Beat {
  return { kind: "end", view, events, lasts: 0 };
}

function nameOf(view: TableSeen): string {
  return `${view.table}:${view.round}`;
}
