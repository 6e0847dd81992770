// The bets that a person puts together: chips on and off at each hand of theirs, on their way to the table, and what
// the table has to say about them. What may lie where is the server's to say.

import type { Spot, SpotFrame } from "../generated/table.ts";
import { Refused } from "../shared/api.ts";
import { chipsOff, chipsOn, Draft, same, type Wagers } from "./bets.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";
import type { Store } from "./store.ts";

export class BetDesk {
  private readonly drafts = new Map<number, Draft>();
  /** How the spots would be with a bet that was refused. */
  private readonly drafted = new Map<number, readonly Spot[]>();
  private readonly refusals = new Map<number, string>();
  private readonly lastBets = new Map<number, Wagers>();
  /** Seats whose bet is to be placed. */
  private readonly queued = new Set<number>();
  private placing: Promise<boolean> = Promise.resolve(true);
  private underWay = 0;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  // What there is

  /** The draft of a seat follows the felt: what was accepted is what lies there. */
  follow(seat: SeatSeen, before: TableSeen | undefined): void {
    const placed = placedOn(seat);
    const was = before?.seats.find((each) => each.n === seat.n);
    if (this.store.view?.phase !== "bets") {
      if (Object.keys(placed).length > 0) this.lastBets.set(seat.n, placed);
      this.drafts.delete(seat.n);
      this.drafted.delete(seat.n);
      this.refusals.delete(seat.n);
    } else if (!this.drafts.has(seat.n) || (was && !same(placedOn(was), placed) && this.underWay === 0)) {
      if (!same(this.draft(seat.n).wagers, placed)) this.drafts.set(seat.n, new Draft(placed));
    }
  }

  /** The spots of a seat of mine, with the chips of the draft on them and the server's word about those. */
  spots(seat: SeatSeen): readonly SpotFrame[] {
    if (this.store.phase !== "bets") return seat.spots;
    const drafted = this.drafted.get(seat.n);
    const wagers = this.drafts.get(seat.n)?.wagers;
    return seat.spots.map((each) => ({
      ...each,
      ...drafted?.find((other) => other.id === each.id),
      amount: wagers ? (wagers[each.id] ?? 0) : each.amount,
    }));
  }

  draft(seat: number): Draft {
    let found = this.drafts.get(seat);
    if (found === undefined) {
      found = new Draft();
      this.drafts.set(seat, found);
    }
    return found;
  }

  /** Whether what the person has put together is what the table has accepted. */
  accepted(seat: SeatSeen): boolean {
    const draft = this.drafts.get(seat.n);
    return draft === undefined || same(draft.wagers, placedOn(seat));
  }

  last(seat: number): Wagers | undefined {
    return this.lastBets.get(seat);
  }

  // What a person does

  /** A chip on a spot, where it is empty at least the minimum; negative takes off. A sensor is on or off. */
  async put(seat: number, spot: string, cents: number): Promise<void> {
    if (!(await this.store.clearFelt())) return;
    const frame = this.store.view?.seats.find((each) => each.n === seat);
    const found = frame && this.spots(frame).find((each) => each.id === spot);
    if (!frame || !found) return;
    const draft = this.draft(seat);
    const sensor = found.lit !== null;
    const moved = sensor ? draft.set({ ...draft.wagers, [spot]: draft.wagers[spot] ? 0 : found.min }) : draft.add(spot, cents > 0 ? chipsOn(found, cents) : -chipsOff(found, -cents));
    if (moved) this.queue(seat);
  }

  async setBets(seat: number, wagers: Wagers): Promise<void> {
    if (!(await this.store.clearFelt())) return;
    if (this.draft(seat).set(wagers)) this.queue(seat);
  }

  undo(seat: number): void {
    if (this.store.canBet && this.draft(seat).undo()) this.queue(seat);
  }

  redo(seat: number): void {
    if (this.store.canBet && this.draft(seat).redo()) this.queue(seat);
  }

  /** The same bets as last time, at every hand of mine. */
  async rebet(times = 1): Promise<boolean> {
    if (!(await this.store.clearFelt())) return false;
    for (const seat of this.store.mySeats) {
      const before = times === 1 ? this.lastBets.get(seat.n) : this.draft(seat.n).wagers;
      if (before && this.draft(seat.n).set(multiplied(before, times, this.spots(seat)))) this.queue(seat.n);
    }
    return true;
  }

  async rebetAndDeal(): Promise<void> {
    if (await this.rebet()) await this.ready();
  }

  /** Done with the bets. What is still a draft is placed first, and must be accepted. */
  async ready(): Promise<void> {
    if (!(await this.flush()) || this.store.mySeats.some((each) => this.fault(each) !== undefined)) return;
    await this.store.do({ do: "ready" });
  }

  /** Why the bet that lies at a seat is not accepted: at which spot, or at none where it is about the whole bet. */
  fault(seat: SeatSeen): { spot: string | undefined; text: string } | undefined {
    if (this.store.phase !== "bets") return undefined;
    const spot = this.drafted.get(seat.n)?.find((each) => each.amount > 0 && each.why !== null);
    if (spot?.why) return { spot: spot.id, text: spot.why };
    const text = this.refusals.get(seat.n);
    return text === undefined ? undefined : { spot: undefined, text };
  }

  /** What lies there is placed once more, with another seed. */
  placeAgain(): void {
    for (const seat of this.store.mySeats) if (Object.keys(placedOn(seat)).length > 0) this.queue(seat.n);
  }

  // On the way to the table

  private queue(seat: number): void {
    this.queued.add(seat);
    this.refusals.delete(seat);
    this.store.forgetFault();
    void this.flush();
    this.store.changed();
  }

  /**
   * Places the changed bets, one after the other and after those under way; what is changed meanwhile goes together
   * in the next. False when one was not accepted.
   */
  private flush(): Promise<boolean> {
    const waits = this.underWay > 0;
    this.underWay += 1;
    this.placing = this.placing.then(async (before) => {
      let fine = this.queued.size > 0 || !waits || before;
      for (const seat of [...this.queued]) {
        this.queued.delete(seat);
        fine = (await this.place(seat)) && fine;
      }
      this.underWay -= 1;
      return fine;
    });
    return this.placing;
  }

  /** Places a bet: one command, and where it is refused the answer says what may lie where. */
  private async place(seat: number): Promise<boolean> {
    const wagers = this.draft(seat).wagers;
    const frame = this.store.view?.seats.find((each) => each.n === seat);
    if (frame && same(wagers, {}) && same(placedOn(frame), {})) {
      this.drafted.delete(seat); // nothing lies there, and nothing shall
      this.store.changed();
      return true;
    }
    const answer = await this.store.ask({ do: "bets", seat, wagers, seed: this.store.seed });
    const done = answer !== undefined && !(answer instanceof Refused);
    if (done || !same(this.draft(seat).wagers, wagers)) this.drafted.delete(seat);
    else if (answer) this.refused(seat, answer);
    this.store.changed();
    return done;
  }

  private refused(seat: number, { body }: Refused): void {
    const spots = body.spots ?? [];
    this.drafted.set(seat, spots);
    const fault = spots.find((each) => each.amount > 0 && each.why !== null);
    if (fault?.why) this.store.say(fault.why, "fault");
    else if (body.code !== "stale") this.refusals.set(seat, this.store.said.text);
  }
}

function placedOn(seat: SeatSeen): Wagers {
  return Object.fromEntries(seat.spots.filter((each) => each.amount > 0).map((each) => [each.id, each.amount]));
}

/** Twice a bet is twice every stack; a sensor stays what it is. */
function multiplied(wagers: Wagers, times: number, spots: readonly SpotFrame[]): Wagers {
  const sensors = new Set(spots.filter((each) => each.lit !== null).map((each) => each.id));
  return Object.fromEntries(Object.entries(wagers).map(([id, cents]) => [id, sensors.has(id) ? cents : cents * times]));
}
