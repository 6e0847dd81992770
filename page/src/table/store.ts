// What the page knows of the table, and what a person can do with it. Components read it and are told when it
// changes; everything they show is in the view as it is presented now, the draft of the bets, or a choice of the person.

import type { Action, DoneFrame, TableEvent } from "../generated/table.ts";
import { call, type Me, Refused, somebody } from "../shared/api.ts";
import { prefs } from "../shared/prefs.ts";
import { BankDesk } from "./bank-desk.ts";
import { BetDesk } from "./bet-desk.ts";
import { CoachDesk } from "./coach-desk.ts";
import { GestureDesk } from "./gestures.ts";
import { Log } from "./log.ts";
import { speed } from "./motion.ts";
import { NoticeBoard } from "./notice-board.ts";
import { paint } from "./places.ts";
import { Presentation, type Step } from "./presentation.ts";
import { timesOf } from "../shared/raises.ts";
import { RoundSeed } from "./round-seed.ts";
import { Tray } from "./tray.ts";
import { type Command, type Link, Wire } from "./wire.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

const TRY_AGAIN = 3_000; // ms until the next attempt to become somebody

export class Store extends NoticeBoard {
  me: Me | undefined;
  link: Link = "connecting";
  /** Why the connection has ended for good: a sentence, and the code of the refusal. */
  ended = "";
  endedCode = "";
  lostAt = 0;
  /** The card that is marked for a discard, per seat. */
  readonly discards = new Map<number, string>();
  /** A command is under way: buttons that would send another wait. */
  busy = false;

  /** What has happened, in sentences. */
  readonly log = new Log();
  /** The bets that the person puts together at each hand. */
  readonly bets = new BetDesk(this);
  /** The bank, where players hold it in turn. */
  readonly bank = new BankDesk(this);
  /** The chips to bet with. */
  readonly tray = new Tray(this);
  /** Gestures that pass by. */
  readonly gestures = new GestureDesk(this);
  /** What the coach says, where the table has one. */
  readonly coach = new CoachDesk(this);
  /** What is shown of the table now, and what is still to be shown. */
  readonly presentation = new Presentation(
    {
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
      pace: () => (document.hidden ? 0 : speed()),
      stays: () => prefs().resultStays,
    },
    (step) => this.presented(step),
  );

  private wire: Wire | undefined;
  private unseen: TableEvent[] = [];
  private activeSeat: number | undefined;
  private readonly ownSeed = new RoundSeed();
  /** How the person stands is to be asked for, once nothing is told by it. */
  private outdated = false;
  /** When the session began by this browser's clock; it does not move while it is the same session. */
  private since = Date.now();
  private timed: Me | undefined;

  readonly table: string;
  readonly invite: string;

  constructor(table: string, invite: string) {
    super();
    this.table = table;
    this.invite = invite;
  }

  // The connection

  connect(me: Me | undefined): void {
    this.me = me;
    this.wire?.stop();
    this.wire = new Wire(this.table, this.invite, me === undefined, {
      view: (view) => this.seen(view),
      events: (events) => this.happened(events),
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

  /** The first view after a break: a server may have taken the table up meanwhile, this one anew or another. */
  private returned(before: TableSeen, view: TableSeen): void {
    this.say(view.epoch !== before.epoch ? `Table restored at round ${view.round}.` : `Back at round ${view.round}.`);
  }

  private happened(told: readonly TableEvent[]): void {
    const events = this.gestures.heard(told);
    this.unseen.push(...events);
    if (events.some((each) => each.k === "closed")) this.endedCode = "closed"; // the paid round still lies there
  }

  /** The table as the server has it now: it is presented from here on, at once after a break. */
  private seen(view: TableSeen): void {
    const before = this.presentation.live;
    const events = this.unseen;
    this.unseen = [];
    if (!before) paint(view.felt.colours);
    if (before && this.lostAt === 0) this.presentation.take(view, events);
    else {
      if (before) this.returned(before, view);
      this.presentation.jump(view);
      this.log.arrive(view);
    }
    this.lostAt = 0;
    this.coach.foresee(view);
    this.bank.follow();
    this.changed();
  }

  /** A step of the presentation: all that is told of it is told now. */
  private presented(step: Step): void {
    const { beat: { view, events }, before, meanwhile } = step;
    this.log.add(events, before, view);
    if (meanwhile) return this.changed();
    this.tell(step);
    if (before?.round !== view.round || before.phase !== view.phase) {
      this.discards.clear();
      this.forgetFault();
      if (view.phase === "bets") this.ownSeed.follow(view);
      this.outdated ||= this.betweenRounds;
    }
    if (this.outdated && !this.presentation.playing) void this.refreshMe();
    for (const seat of this.mySeats) this.bets.follow(seat, before);
    if (!this.mySeats.some((each) => each.n === this.activeSeat)) this.activeSeat = this.mySeats[0]?.n;
    this.nextToDecide();
    this.coach.follow(view);
    this.bank.follow();
    this.changed();
  }

  /** A seed of the person's own for this round. */
  setSeed(seed: string): void {
    if (this.view) this.ownSeed.choose(this.view, seed);
    this.bets.placeAgain();
    this.changed();
  }

  /** Asks how the person stands. While a round unfolds that would tell its end: it is asked again then. */
  async refreshMe(): Promise<void> {
    if (!this.me) return;
    this.outdated = false;
    try {
      const me = await call<Me>("GET", "/api/me");
      if (this.presentation.playing) return void (this.outdated = true);
      this.me = me;
    } catch {
      return; // the link tells of what is wrong
    }
    this.changed();
  }

  // What there is

  /** How long the person plays: a session is told of only once it has begun; until then the time at the table counts. */
  get sessionTime(): number {
    const { me, timed } = this;
    if (me && me !== timed) {
      const told = Date.now() - me.session_elapsed;
      const another = timed !== undefined && timed.session_since !== null && timed.session_since !== me.session_since;
      this.since = another ? told : Math.min(this.since, told);
      this.timed = me;
    }
    return Date.now() - this.since;
  }

  /** The table as it is presented. */
  get view(): TableSeen | undefined {
    return this.presentation.shown;
  }

  /** The seed of this round's bets. */
  get seed(): string {
    return this.ownSeed.value;
  }

  /** The table whose clock runs for the person: as it is, where a result lies still over it. */
  get clocked(): TableSeen | undefined {
    return this.presentation.holding ? this.presentation.live : this.view;
  }

  get phase(): string {
    return this.view?.phase ?? "";
  }

  get mySeats(): SeatSeen[] {
    return this.view?.seats.filter((each) => each.you) ?? [];
  }

  /** The hand in the Rail. */
  get seat(): SeatSeen | undefined {
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

  /** No further round is played here. */
  get closed(): boolean {
    return (this.phase === "closed" && this.view?.closing === true) || this.endedCode === "closed";
  }

  /** A paid round lies on the felt, and the next has not begun. */
  get betweenRounds(): boolean {
    return this.phase === "settled" || this.phase === "void";
  }

  get canBet(): boolean {
    return this.phase === "bets" && !this.view?.paused && this.link === "live";
  }

  /** Own cards lie open, and a decision would be taken now. */
  get canDecide(): boolean {
    return this.phase === "decisions" && !this.busy && !this.view?.paused && this.link === "live";
  }

  private nextToDecide(): void {
    const view = this.view;
    if (view?.phase !== "decisions" || view.actions.some((each) => each.seat === this.activeSeat)) return;
    const next = view.actions[0]?.seat;
    if (next !== undefined) this.activeSeat = next;
  }

  // What a person does

  /** A decision; one that would cost much may have to be made twice, the second time for sure. */
  async decide(action: Action, sure = false): Promise<void> {
    if (!sure && !(await this.coach.allows(action))) return;
    if (action.id === "draw") await this.do({ do: "draw", seat: action.seat, discard: action.discard ?? "" });
    else if (action.id === "fold" || action.id === "play") await this.do({ do: action.id, seat: action.seat });
    else await this.do({ do: "play", seat: action.seat, times: timesOf(action.id) });
  }

  /** Marks or clears a card for the discard; only one at a time. */
  toggleDiscard(seat: number, card: string): void {
    if (this.discards.get(seat) === card) this.discards.delete(seat);
    else this.discards.set(seat, card);
    this.changed();
  }

  /** Sends a command and says why when it is refused. True when it was done. */
  async do(command: Command): Promise<boolean> {
    const answer = await this.ask(command);
    return answer !== undefined && !(answer instanceof Refused);
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

  /** Sends a command; why it was refused is said, and given back. */
  async ask(command: Command): Promise<DoneFrame | Refused | undefined> {
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
      return fault;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /**
   * Goes on from a paid round, so that the seal of the next one is seen before a bet and its seed are made. Where
   * somebody has opened that round already, it is shown; else it is asked for.
   */
  async clearFelt(): Promise<boolean> {
    if (!this.betweenRounds) return this.phase === "bets";
    this.presentation.moveOn();
    if (this.betweenRounds) return this.do({ do: "next" });
    return this.phase === "bets";
  }
}
