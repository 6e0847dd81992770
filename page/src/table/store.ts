// What the page knows of the table, and what a person can do with it. Components read it and are told when it
// changes; everything they show is in the server's view, the draft of the bets, or a choice of the person.

import type { Action, DoneFrame, EventsFrame, SeatFrame, Spot, SpotFrame, TableEvent, TableView } from "../generated/table.ts";
import { call, type Me, Refused, somebody } from "../shared/api.ts";
import { chipsOff, chipsOn, Draft, same, type Wagers } from "./bets.ts";
import { CoachDesk } from "./coach-desk.ts";
import { Log } from "./log.ts";
import { paint } from "./places.ts";
import { type Command, type Link, Wire } from "./wire.ts";

export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000] as const;
const TRY_AGAIN = 3_000; // ms until the next attempt to become somebody
const SETTLE_DRAFT = 120; // ms without a change before a draft is sent

/** A sentence for the status line and for who listens. */
export interface Said {
  text: string;
  kind: "status" | "fault";
}

/** What can be opened over the table. */
export type Dialog = "settings" | "host" | "bank" | "fair" | "leave" | "help" | "pays" | "log" | "me";

export class Store {
  view: TableView | undefined;
  me: Me | undefined;
  link: Link = "connecting";
  /** Why the connection has ended for good: a sentence, and the code of the refusal. */
  ended = "";
  endedCode = "";
  lostAt = 0;
  /** The chip in hand, in cents. */
  chip: number = CHIPS[1];
  /** The card that is marked for a discard, per seat. */
  readonly discards = new Map<number, string>();
  /** The last thing to tell the person. */
  said: Said = { text: "", kind: "status" };
  /** The seed of this round's bets, made after its seal was seen. */
  seed = "";
  /** A command is under way: buttons that would send another wait. */
  busy = false;

  /** What lies open over the table. */
  dialog: Dialog | undefined;
  /** What has happened, in sentences. */
  readonly log = new Log();
  /** What the coach says, where the table has one. */
  readonly coach = new CoachDesk(this);

  private wire: Wire | undefined;
  private unseen: TableEvent[] = [];
  private readonly drafts = new Map<number, Draft>();
  private readonly drafted = new Map<number, readonly Spot[]>();
  private readonly refusals = new Map<number, string>();
  private readonly lastBets = new Map<number, Wagers>();
  private activeSeat: number | undefined;
  private seedOf = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(events: readonly TableEvent[], view: TableView | undefined) => void>();
  private telling = false;

  readonly table: string;
  readonly invite: string;

  constructor(table: string, invite: string) {
    this.table = table;
    this.invite = invite;
  }

  // Watching

  /** Called after every change, at most once a frame. Gives back how to stop. */
  watch(heard: () => void): () => void {
    this.watchers.add(heard);
    return () => this.watchers.delete(heard);
  }

  /** Called with each batch of events, before the view that follows them is shown. */
  listen(heard: (events: readonly TableEvent[], view: TableView | undefined) => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  changed(): void {
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      for (const each of this.watchers) each();
    });
  }

  say(text: string, kind: Said["kind"] = "status"): void {
    this.said = { text, kind };
    this.changed();
  }

  /** Opens something over the table; without a name, closes it. */
  show(dialog?: Dialog): void {
    this.dialog = dialog;
    this.changed();
  }

  /** What was refused is no longer so: the person has gone on. */
  private forgetFault(): void {
    if (this.said.kind === "fault") this.said = { text: "", kind: "status" };
  }

  // The connection

  connect(me: Me | undefined): void {
    this.me = me;
    this.wire?.stop();
    this.wire = new Wire(this.table, this.invite, me === undefined, {
      view: (view) => this.seen(view),
      events: (frame) => this.happened(frame),
      link: (link, fault) => this.linked(link, fault),
    });
    void this.wire.open();
  }

  /** Comes as somebody, a guest if need be, who may take a seat. */
  async join(): Promise<void> {
    try {
      this.connect(await somebody());
    } catch (fault) {
      const why = fault instanceof Refused ? fault : undefined;
      if (why && why.status < 500 && why.body.code !== "busy") return this.linked("ended", why);
      this.linked("lost", why);
      setTimeout(() => void this.join(), TRY_AGAIN);
    }
  }

  private linked(link: Link, fault?: Refused): void {
    if (link === "lost" && this.link !== "lost") this.lostAt = Date.now();
    this.link = link;
    this.ended = fault?.message ?? "";
    this.endedCode = fault?.body.code ?? "";
    this.changed();
  }

  /** The first view after a break. A table that counts anew has been brought back by a server that was restarted. */
  private returned(before: TableView, view: TableView): void {
    this.say(view.rev < before.rev ? `Table restored at round ${view.round}.` : `Back at round ${view.round}.`);
  }

  private happened(frame: EventsFrame): void {
    this.unseen.push(...frame.list);
    if (frame.list.some((each) => each.k === "closed")) this.endedCode = "closed"; // the paid round still lies there
    for (const each of this.listeners) each(frame.list, this.view);
  }

  private seen(view: TableView): void {
    const before = this.view;
    this.view = view;
    if (!before) paint(view.felt.colours);
    if (this.lostAt > 0 && before) this.returned(before, view);
    this.log.add(this.unseen, before, view);
    if (this.lostAt > 0 || !before) this.log.arrive(view);
    this.lostAt = 0;
    this.unseen = [];
    if (before?.round !== view.round || before.phase !== view.phase) {
      this.discards.clear();
      this.forgetFault();
      if (view.phase === "bets") this.freshSeed(view);
      if (view.phase === "settled" || view.phase === "void") void this.refreshMe();
    }
    for (const seat of this.mySeats) this.follow(seat, before);
    if (!this.mySeats.some((each) => each.n === this.activeSeat)) this.activeSeat = this.mySeats[0]?.n;
    this.nextToDecide();
    this.coach.follow(view);
    this.changed();
  }

  /** The draft of a seat follows the felt: what was accepted is what lies there. */
  private follow(seat: SeatFrame, before: TableView | undefined): void {
    const placed = placedOn(seat);
    const was = before?.seats.find((each) => each.n === seat.n);
    if (this.view?.phase !== "bets") {
      if (Object.keys(placed).length > 0) this.lastBets.set(seat.n, placed);
      this.drafts.delete(seat.n);
      this.drafted.delete(seat.n);
      this.refusals.delete(seat.n);
    } else if (!this.drafts.has(seat.n) || (was && !same(placedOn(was), placed) && this.settled)) {
      if (!same(this.draft(seat.n).wagers, placed)) this.drafts.set(seat.n, new Draft(placed));
    }
  }

  private freshSeed(view: TableView): void {
    const seal = view.fair.commitment ?? "";
    if (seal === "" || seal === this.seedOf) return;
    this.seedOf = seal;
    this.seed = randomSeed();
    this.note();
  }

  /** A seed of the person's own for this round. */
  setSeed(seed: string): void {
    this.seed = seed;
    this.note();
    for (const seat of this.mySeats) if (Object.keys(placedOn(seat)).length > 0) this.queue(seat.n);
    this.changed();
  }

  /** What was sealed, as this browser saw it: the check of the receipt asks for it. */
  private note(): void {
    const view = this.view;
    if (!view) return;
    const noted = { commitment: view.fair.commitment, chain_head: view.fair.chain_head, seed: this.seed };
    try {
      sessionStorage.setItem(`pitboss.seal.${view.table}:${view.round}`, JSON.stringify(noted));
    } catch {
      // the check then goes without it
    }
  }

  async refreshMe(): Promise<void> {
    if (!this.me) return;
    try {
      this.me = await call<Me>("GET", "/api/me");
    } catch {
      return; // the link tells of what is wrong
    }
    this.changed();
  }

  // What there is

  get phase(): string {
    return this.view?.phase ?? "";
  }

  get mySeats(): SeatFrame[] {
    return this.view?.seats.filter((each) => each.you) ?? [];
  }

  /** The hand in the Rail. */
  get seat(): SeatFrame | undefined {
    return this.mySeats.find((each) => each.n === this.activeSeat) ?? this.mySeats[0];
  }

  choose(seat: number): void {
    this.activeSeat = seat;
    this.changed();
  }

  get actions(): Action[] {
    const seat = this.seat;
    return this.view?.actions.filter((each) => each.seat === seat?.n) ?? [];
  }

  /** The spots of a seat of mine, with the chips of the draft on them and the server's word about those. */
  spots(seat: SeatFrame): readonly SpotFrame[] {
    if (this.phase !== "bets") return seat.spots;
    const drafted = this.drafted.get(seat.n);
    const wagers = this.drafts.get(seat.n)?.wagers;
    return seat.spots.map((each) => ({
      ...each,
      ...drafted?.find((other) => other.id === each.id),
      amount: wagers ? (wagers[each.id] ?? 0) : each.amount,
    }));
  }

  /** A paid round lies on the felt, and the next has not begun. */
  get betweenRounds(): boolean {
    return this.phase === "settled" || this.phase === "void";
  }

  get canBet(): boolean {
    return this.phase === "bets" && !this.view?.paused && this.link === "live";
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
  accepted(seat: SeatFrame): boolean {
    const draft = this.drafts.get(seat.n);
    return draft === undefined || same(draft.wagers, placedOn(seat));
  }

  last(seat: number): Wagers | undefined {
    return this.lastBets.get(seat);
  }

  private nextToDecide(): void {
    const view = this.view;
    if (view?.phase !== "decisions" || view.actions.some((each) => each.seat === this.activeSeat)) return;
    const next = view.actions[0]?.seat;
    if (next !== undefined) this.activeSeat = next;
  }

  // What a person does

  /** A chip on a spot, where it is empty at least the minimum; negative takes off. A sensor is on or off. */
  async put(seat: number, spot: string, cents: number): Promise<void> {
    if (!(await this.clearFelt())) return;
    const frame = this.view?.seats.find((each) => each.n === seat);
    const found = frame && this.spots(frame).find((each) => each.id === spot);
    if (!frame || !found) return;
    const draft = this.draft(seat);
    const sensor = found.lit !== null;
    const moved = sensor ? draft.set({ ...draft.wagers, [spot]: draft.wagers[spot] ? 0 : found.min }) : draft.add(spot, cents > 0 ? chipsOn(found, cents) : -chipsOff(found, -cents));
    if (moved) this.queue(seat);
  }

  async setBets(seat: number, wagers: Wagers): Promise<void> {
    if (!(await this.clearFelt())) return;
    if (this.draft(seat).set(wagers)) this.queue(seat);
  }

  undo(seat: number): void {
    if (this.canBet && this.draft(seat).undo()) this.queue(seat);
  }

  redo(seat: number): void {
    if (this.canBet && this.draft(seat).redo()) this.queue(seat);
  }

  /** The same bets as last time, at every hand of mine. */
  async rebet(times = 1): Promise<boolean> {
    if (!(await this.clearFelt())) return false;
    for (const seat of this.mySeats) {
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
    if (!(await this.flush()) || this.mySeats.some((each) => this.fault(each) !== undefined)) return;
    await this.do({ do: "ready" });
  }

  /** Why the bet that lies at a seat is not accepted: at which spot, or at none where it is about the whole bet. */
  fault(seat: SeatFrame): { spot: string | undefined; text: string } | undefined {
    if (this.phase !== "bets") return undefined;
    const spot = this.drafted.get(seat.n)?.find((each) => each.amount > 0 && each.why !== null);
    if (spot?.why) return { spot: spot.id, text: spot.why };
    const text = this.refusals.get(seat.n);
    return text === undefined ? undefined : { spot: undefined, text };
  }

  /** A decision; one that would cost much may have to be made twice, the second time for sure. */
  async decide(action: Action, sure = false): Promise<void> {
    if (!sure && !(await this.coach.allows(action))) return;
    if (action.id === "draw") await this.do({ do: "draw", seat: action.seat, discard: action.discard ?? "" });
    else await this.do({ do: action.id, seat: action.seat });
  }

  /** Marks or clears a card for the discard; only one at a time. */
  toggleDiscard(seat: number, card: string): void {
    if (this.discards.get(seat) === card) this.discards.delete(seat);
    else this.discards.set(seat, card);
    this.changed();
  }

  /** Sends a command and says why when it is refused. True when it was done. */
  async do(command: Command): Promise<boolean> {
    return (await this.ask(command)) !== undefined;
  }

  /** Asks something that changes nothing: the answer, or why there is none. */
  async question(command: Command): Promise<DoneFrame | Refused | undefined> {
    try {
      return await this.wire?.send(command);
    } catch (fault) {
      if (fault instanceof Refused) return fault;
      throw fault;
    }
  }

  private async ask(command: Command): Promise<DoneFrame | undefined> {
    if (!this.wire) return undefined;
    this.busy = true;
    this.changed();
    try {
      return await this.wire.send(command);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      const stale = fault.body.code === "stale" || fault.body.code === "decided";
      const clause = fault.body.clause ? ` (${fault.body.clause})` : "";
      this.say(stale ? "Already decided, maybe in another tab: this is the table as it is now." : `${fault.message}${clause}`, "fault");
      return undefined;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** Sweeps a paid round away, so that the seal of the next one is seen before a bet and its seed are made. */
  async clearFelt(): Promise<boolean> {
    if (this.betweenRounds) return this.do({ do: "next" });
    return this.phase === "bets";
  }

  // Drafts on their way to the table

  private readonly queued = new Set<number>();
  private placing: Promise<boolean> = Promise.resolve(true);
  private underWay = 0;

  /** No draft waits or is under way: the felt shows what there is. */
  private get settled(): boolean {
    return this.timer === undefined && this.underWay === 0;
  }

  private queue(seat: number): void {
    this.queued.add(seat);
    this.refusals.delete(seat);
    this.forgetFault();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SETTLE_DRAFT);
    this.changed();
  }

  /** Places the changed drafts, one after the other and after those under way. False when one was not accepted. */
  private flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.underWay += 1;
    this.placing = this.placing.then(async () => {
      let fine = true;
      for (const seat of [...this.queued]) {
        this.queued.delete(seat);
        fine = (await this.place(seat)) && fine;
      }
      this.underWay -= 1;
      return fine;
    });
    return this.placing;
  }

  /** Asks the server what it thinks of a draft, and places it when it has nothing against it. */
  private async place(seat: number): Promise<boolean> {
    const wagers = this.draft(seat).wagers;
    const frame = this.view?.seats.find((each) => each.n === seat);
    if (frame && same(wagers, {}) && same(placedOn(frame), {})) {
      this.drafted.delete(seat); // nothing lies there, and nothing shall
      this.changed();
      return true;
    }
    const told = await this.ask({ do: "draft", seat, wagers });
    if (!told) return false;
    this.drafted.set(seat, told.spots ?? []);
    this.changed();
    const fault = told.spots?.find((each) => each.amount > 0 && each.why !== null);
    if (fault?.why) {
      this.say(fault.why, "fault");
      return false;
    }
    const done = await this.do({ do: "bets", seat, wagers, seed: this.seed });
    if (same(this.draft(seat).wagers, wagers)) {
      if (!done) this.refusals.set(seat, this.said.text);
      else this.drafted.delete(seat);
    }
    this.changed();
    return done;
  }
}

/** 16 random bytes as 32 digits. */
export function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function placedOn(seat: SeatFrame): Wagers {
  return Object.fromEntries(seat.spots.filter((each) => each.amount > 0).map((each) => [each.id, each.amount]));
}

/** Twice a bet is twice every stack; a sensor stays what it is. */
function multiplied(wagers: Wagers, times: number, spots: readonly SpotFrame[]): Wagers {
  const sensors = new Set(spots.filter((each) => each.lit !== null).map((each) => each.id));
  return Object.fromEntries(Object.entries(wagers).map(([id, cents]) => [id, sensors.has(id) ? cents : cents * times]));
}
