// What the Lab knows: the state in the address, the printed sheet, and the answers to what is asked about the what-if.

import { exactly, type Fraction, same } from "../shared/fractions.ts";
import { EDGES } from "../words/lab.ts";
import { Ask } from "./ask.ts";
import { holds, type LinearLine, meanOf, payText, readPay } from "./linear.ts";
import { edge } from "./numbers.ts";
import type { BankrollPanel, CellHands, Chart, ExploredHand, Knob, LabWager, Overview, Sitting, TablePanel } from "./shapes.ts";
import { addressOf, betsOf, betsText, freshState, type LabState, readSet, readState, whatIfQuery } from "./state.ts";

/** A mean, and whether the server still has to say it. */
export interface Mean {
  readonly ev: Fraction;
  readonly pending: boolean;
}

const HAND = 3; // cards that are typed before the server is asked

export class LabStore {
  state: LabState;
  readonly printed: Ask<Overview>;
  readonly now: Ask<Overview>;
  readonly chart: Ask<Chart>;
  /** The cut-offs against all up cards, where one shows. */
  readonly cutOffs: Ask<Chart>;
  readonly cell: Ask<CellHands>;
  readonly hand: Ask<ExploredHand>;
  readonly sitting: Ask<Sitting>;
  readonly bankroll: Ask<BankrollPanel>;
  readonly risk: Ask<TablePanel>;
  /** Printed sheets of other houses, as they were first asked for. */
  private readonly others = new Map<string, Ask<Overview>>();
  /** What is said to who cannot see the numbers move. */
  said = "";
  /** What went wrong with a button, or what it did. */
  note = "";
  private heard: ReadonlyMap<string, string> = new Map();
  private lastKey = "";
  private readonly watchers = new Set<() => void>();

  constructor(house: string, query: string) {
    this.state = readState(house, query);
    const ask = <T>(wait?: number): Ask<T> => new Ask<T>(() => this.answered(), wait);
    this.printed = ask();
    this.now = ask();
    this.chart = ask();
    this.cutOffs = ask();
    this.cell = ask();
    this.hand = ask();
    this.sitting = ask(400);
    this.bankroll = ask(400);
    this.risk = ask(400);
    this.sync();
  }

  watch(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  tell(): void {
    for (const each of this.watchers) each();
  }

  /** Moves something without a trace in the history, as while a slider is dragged. */
  move(change: Partial<LabState>): void {
    this.state = { ...this.state, ...change };
    this.sync();
    this.tell();
  }

  /** Changes something; several changes of one thing in a row are one step of the back button. */
  change(change: Partial<LabState>, key: string): void {
    this.state = { ...this.state, ...change };
    const address = addressOf(this.state);
    if (address !== location.pathname + location.search) {
      if (key === this.lastKey) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
      this.lastKey = key;
    }
    this.sync();
    this.tell();
  }

  /** The address has changed under us: back or forward. */
  back(): void {
    this.lastKey = "";
    this.state = readState(this.state.house, location.search);
    this.sync();
    this.tell();
  }

  /** The printed sheet again; what is looked at stays. */
  reset(): void {
    const { sets, players, meter, strategy } = freshState(this.state.house);
    this.change({ sets, players, meter, strategy }, "reset");
  }

  get changes(): number {
    const { sets, players, meter, strategy } = this.state;
    return sets.size - this.needed.size + Number(players !== 1) + Number(meter !== null) + Number(strategy !== "optimal");
  }

  /** The sets with one key moved, or without it; a key that is as printed is left out, and so is what only its values needed. */
  withSet(key: string, value: string | undefined): ReadonlyMap<string, string> {
    const sets = new Map(this.state.sets);
    const knob = this.knob(key);
    for (const needs of Object.values(knob?.also ?? {})) for (const each of needs) sets.delete(readSet(each)[0]);
    sets.delete(key);
    if (value === undefined || value === this.printedValue(key)) return sets;
    for (const each of knob?.also?.[value] ?? []) sets.set(...readSet(each));
    return sets.set(key, value);
  }

  /** Sets that are there only because another one needs them. */
  get needed(): ReadonlySet<string> {
    return new Set([...this.state.sets].flatMap(([key, value]) => (this.knob(key)?.also?.[value] ?? []).map((each) => readSet(each)[0])));
  }

  /** The knob as printed where it is: its list of needs is the whole one. */
  private knob(key: string): Knob | undefined {
    const find = (from: Overview | undefined): Knob | undefined => from?.knobs.find((each) => each.key === key);
    return find(this.printed.answer) ?? find(this.now.answer);
  }

  printedValue(key: string): string | undefined {
    const found = this.printed.answer?.knobs.find((each) => each.key === key);
    return found && String(found.value);
  }

  /** The odds of a line as they stand now, moved or not. */
  odds(line: LinearLine): Fraction {
    const text = this.state.sets.get(line.key) ?? this.printedValue(line.key);
    return (text === undefined ? undefined : readPay(text))?.odds ?? exactly(line.odds);
  }

  /** The mean of a wager now: at once where the sum holds, else the last one until the server answers. */
  mean(wager: LabWager): Mean {
    const ev = exactly(wager.ev);
    if (!this.now.pending) return { ev, pending: false };
    const odds = (line: LinearLine): Fraction => this.odds(line);
    const moved = wager.linear.lines.filter((line) => !same(odds(line), exactly(line.odds)));
    if (moved.length === 0 || !holds(wager.linear, odds)) return { ev, pending: true };
    return { ev: meanOf(wager.linear, odds), pending: !this.onlyMoved(wager) };
  }

  /** Whether nothing but lines of this wager is different from what was answered. */
  private onlyMoved(wager: LabWager): boolean {
    const told = this.now.answer;
    const { players, meter, strategy, sets } = this.state;
    if (!told || told.players !== players || told.strategy !== strategy) return false;
    if (meter !== null && told.meter !== meter) return false;
    const was = new Map(told.sets.map(readSet));
    const mine = new Set(wager.linear.lines.map((line) => line.key));
    return [...new Set([...was.keys(), ...sets.keys()])].every((key) => mine.has(key) || was.get(key) === sets.get(key));
  }

  /** How a moved line is written in `set=`. */
  payOf(line: LinearLine, odds: Fraction): string {
    return payText({ odds, kind: line.kind });
  }

  api(path: string, more: Readonly<Record<string, string>> = {}): string {
    const query = whatIfQuery(this.state);
    for (const [key, value] of Object.entries(more)) if (value !== "") query.set(key, value);
    const text = query.toString();
    return `/api/lab/${this.state.house}${path}${text ? `?${text}` : ""}`;
  }

  private answered(): void {
    this.sync();
    this.announce();
    this.tell();
  }

  /** Says which edges an answer has moved. */
  private announce(): void {
    if (this.now.pending || !this.now.answer) return;
    const heard = new Map(this.now.answer.wagers.map((wager) => [wager.id, wager.ev]));
    const moved = this.now.answer.wagers.filter((wager) => this.heard.size > 0 && this.heard.get(wager.id) !== wager.ev);
    if (moved.length > 0) this.said = moved.map((wager) => EDGES.said(wager.label, edge(exactly(wager.ev)))).join(". ");
    this.heard = heard;
  }

  /** Asks what is now to be known. What rests on the what-if is asked once that has an answer. */
  private sync(): void {
    const { state } = this;
    this.printed.want(`/api/lab/${state.house}`);
    this.now.want(this.api(""));
    const told = this.now.answer;
    if (!told || this.now.pending || this.now.refusal) return;
    const up = told.shows === 1 ? state.up : "";
    this.chart.want(this.api("/chart", { up }));
    this.cutOffs.want(told.shows === 1 ? this.api("/chart") : "");
    this.cell.want(state.cell && (told.shows !== 1 || up) && told.shows < 2 ? this.api("/hands", { cell: state.cell, up }) : "");
    const whole = state.cards.length === HAND && state.shown.length === told.shows;
    this.hand.want(whole ? this.api("/hand", { cards: state.cards.join(" "), up: state.shown.join(" ") }) : "");
    const bets = betsText(betsOf(state, told.bets));
    this.bankroll.want(this.api("/bankroll", { bets, bankroll: String(state.bankroll), pace: String(state.pace), rebate: state.rebate === null ? "" : String(state.rebate) }));
    this.risk.want(state.risk ? this.api("/risk", { bets, pace: String(state.tablePace), hours: String(state.hours) }) : "");
    this.sitting.want(
      this.api("/session", {
        bets,
        bankroll: String(state.bankroll),
        rounds: String(state.rounds),
        stop_win: state.stopWin === null ? "" : String(state.stopWin),
        stop_loss: state.stopLoss === null ? "" : String(state.stopLoss),
      }),
    );
    for (const each of state.beside) {
      if (!this.others.has(each)) this.others.set(each, new Ask<Overview>(() => this.answered()));
      this.others.get(each)?.want(`/api/lab/${each}`);
    }
  }

  /** The houses that are shown beside this what-if. */
  get beside(): Ask<Overview>[] {
    return this.state.beside.flatMap((each) => (each === this.state.house ? [] : (this.others.get(each) ?? [])));
  }
}
