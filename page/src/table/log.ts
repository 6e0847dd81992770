// The log of the table: the facts that the server tells, in sentences. Names and the house's words are from the views.

import type { LineFact, TableEvent } from "../generated/table.ts";
import { dollars, signed } from "../shared/money.ts";
import { cardName, cardSign, rankName, rankSign, resultOf, RESULTS } from "../shared/words.ts";
import { GESTURES } from "../words/company.ts";
import { MISSED, NOTES, OUTS } from "../words/host.ts";
import { listed, LOG, type Who } from "../words/log.ts";
import { envyText, jackpotText, type Names, showdownText, sureText } from "../words/showdown.ts";
import { namesAt } from "./names.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

export const KEPT = 200;

export type LineKind = "round" | "event" | "result" | "net" | "platform" | "table";

export interface LogLine {
  /** Counts up; stays with the line. */
  n: number;
  round: number;
  text: string;
  /** The same to be heard: cards by their names. */
  heard: string;
  kind: LineKind;
  /** About the person who looks. */
  mine: boolean;
  clause: string | null;
  /** The seal of the round, where the line opens one. */
  seal: string | null;
}

type Told = Omit<LogLine, "n" | "round" | "heard"> & { once?: string };

function told(text: string, more: Partial<Told> = {}): Told {
  return { text, kind: "event", mine: false, clause: null, seal: null, ...more };
}

/** How cards are worded: by signs to be read, "Q♠", or by names to be heard, "queen of spades". */
interface Cards {
  one: (card: string) => string;
  all: (cards: readonly string[]) => string;
  rank: (card: string) => string;
}

export const READ: Cards = { one: cardSign, all: (cards) => cards.map(cardSign).join(" "), rank: rankSign };
export const HEARD: Cards = { one: cardName, all: (cards) => cards.map(cardName).join(", "), rank: rankName };

/** What the words of a fact are taken from: the views around it, and the house's own words in them. */
class Scene {
  /** How many hands of one's own there are. */
  readonly hands: number;
  /** What became of the bets of others, until their sum is told. */
  readonly parts = new Map<number, string[]>();
  /** The seats for which the platform says why it has decided, and by which clause it did. */
  readonly decided: ReadonlySet<number>;
  readonly clauses = new Map<number, string | null>();
  readonly after: TableSeen;
  readonly cards: Cards;
  private readonly before: TableSeen | undefined;

  constructor(before: TableSeen | undefined, after: TableSeen, cards: Cards, facts: readonly TableEvent[] = []) {
    this.decided = new Set(facts.flatMap((each) => (each.k === "decided_for" ? [each.seat] : [])));
    this.before = before;
    this.after = after;
    this.cards = cards;
    this.hands = after.seats.filter((each) => each.you).length;
  }

  /** About the person who plays here. */
  get mine(): boolean {
    return this.hands > 0;
  }

  seat(n: number): SeatSeen | undefined {
    return this.after.seats.find((each) => each.n === n);
  }

  who(n: number): Who {
    const seat = this.seat(n);
    if (seat?.you) return { name: this.hands > 1 ? LOG.youAt(n) : LOG.you, you: true };
    const name = seat?.name ?? this.before?.seats.find((each) => each.n === n)?.name;
    return { name: name ?? LOG.nobody(n), you: false };
  }

  names(n: number): Names {
    return namesAt(this.after, n, this.who(n), this.cards.rank);
  }

  named(name: string, seats: readonly number[] = []): Who {
    const views = [this.after, ...(this.before ? [this.before] : [])];
    const you = views.some((view) => view.seats.some((each) => each.you && (seats.includes(each.n) || (seats.length === 0 && each.name === name))));
    return { name: you ? LOG.you : name, you };
  }

  /** The house's word for a wager, a bonus or Play. */
  label(id: string): string {
    const seats = this.after.seats;
    const found = seats.flatMap((each) => [...each.spots, ...each.lines]).find((each) => each.id === id);
    return found?.label ?? (id === "play" ? seats.find((each) => each.play)?.play?.label : undefined) ?? id;
  }

  /** The odds of a line as the house prints them. */
  pays({ seat, line }: LineFact): string | null {
    return this.seat(seat)?.lines.find((each) => each.id === line.id)?.pays ?? null;
  }

  /** A hand as one says it, where the view has these cards. */
  hand(cards: readonly string[], seen: { cards: readonly string[]; words: string | null } | undefined): string | null {
    return seen && cards.length === seen.cards.length && cards.every((each) => seen.cards.includes(each)) ? seen.words : null;
  }

  dealerHand(cards: readonly string[]): string | null {
    const { plays, words } = this.after.dealer;
    return this.hand(cards, { cards: plays, words });
  }
}

type Fact<K extends TableEvent["k"]> = Extract<TableEvent, { k: K }>;
type Wording = { readonly [K in TableEvent["k"]]: (fact: Fact<K>, scene: Scene) => Told[] };

/** Each kind of fact, and each note of the table, in words. */
const WORDED: Wording = {
  bets: ({ seat, stakes }, scene) => {
    const wagers = listed(stakes.map((each) => `${scene.label(each.id)} ${dollars(each.cents)}`));
    return [told(stakes.length > 0 ? LOG.bets(scene.who(seat), wagers) : LOG.betsBack(scene.who(seat)), { once: `bets ${seat}` })];
  },
  bank: ({ seat, stake }, scene) => {
    const { bank } = scene.after;
    const by = seat === null ? { name: bank?.name ?? bank?.label ?? "", you: false } : scene.who(seat);
    return [told(stake > 0 ? LOG.bank(by, dollars(stake)) : LOG.bankUp(by), { mine: by.you, once: "bank" })];
  },
  deal: (_, scene) => [told(LOG.dealt, { mine: scene.mine })],
  hand: ({ seat, cards }, scene) => {
    const { you } = scene.who(seat);
    const [held, words] = [scene.cards.all(cards), scene.hand(cards, scene.seat(seat))];
    return [told(you ? LOG.cards(held, words) : LOG.holds(scene.who(seat), held, words), { mine: you })];
  },
  sure: ({ seat, bet }, scene) => [told(sureText(bet, scene.names(seat)), { mine: scene.who(seat).you, clause: bet.clause })],
  up: ({ cards, clause }, scene) => [told(LOG.up(scene.after.dealer.label, scene.cards.all(cards)), { mine: scene.mine, clause })],
  decision: (fact, scene) => {
    const who = scene.who(fact.seat);
    const platform = fact.by !== "player";
    if (platform && scene.decided.has(fact.seat)) {
      scene.clauses.set(fact.seat, fact.clause);
      return []; // told with why it was decided
    }
    const what = fact.action === "fold" ? LOG.fold(who) : fact.action === "draw" ? LOG.draw(who) : LOG.play(who, dollars(fact.cost));
    const traded = fact.discard && fact.drawn ? LOG.traded(scene.cards.one(fact.discard), scene.cards.one(fact.drawn)) : "";
    const text = `${what}${traded}${platform ? LOG.byPlatform(fact.by) : ""}.`;
    return [told(text, { kind: platform ? "platform" : "event", mine: who.you && (platform || traded !== ""), clause: fact.clause })];
  },
  dealer: ({ cards, drawn, clause }, scene) => {
    const { label } = scene.after.dealer;
    const held = scene.cards.all(cards);
    const text = drawn === null ? LOG.reveal(label, held, scene.dealerHand(cards), clause !== null) : LOG.dealerDraws(label, held, scene.cards.one(drawn));
    return [told(text, { mine: scene.mine, clause })];
  },
  best: ({ cards }, scene) => [told(LOG.best(scene.after.dealer.label, scene.cards.all(cards), scene.dealerHand(cards)), { mine: scene.mine })],
  qualifier: ({ qualifies, clause }, scene) => [told(LOG.qualifies(scene.after.dealer.label, qualifies), { mine: scene.mine, clause })],
  showdown: ({ seat, showdown }, scene) => [told(showdownText(showdown, scene.names(seat)), { kind: "result", mine: scene.who(seat).you, clause: showdown.clause })],
  line: (fact, scene) => {
    const who = scene.who(fact.seat);
    const { line } = fact;
    const [label, pays, money] = [scene.label(line.id), scene.pays(fact), signed(line.profit)];
    const result = resultOf(line);
    const word = RESULTS[result].word.toLowerCase();
    if (!who.you) {
      scene.parts.set(fact.seat, [...(scene.parts.get(fact.seat) ?? []), LOG.part(label, word, money)]);
      return []; // told with the sum
    }
    const back = line.returned > 0 && result !== "returned" ? LOG.backTo(dollars(line.returned)) : "";
    return [told(`${LOG.line(label, word, pays ? LOG.paidAt(pays) : "", money)}${back}.`, { kind: "result", clause: line.clause })];
  },
  net: ({ seat, net }, scene) => {
    const who = scene.who(seat);
    const parts = scene.parts.get(seat) ?? [];
    scene.parts.delete(seat);
    if (!who.you) return [told(parts.length > 0 ? LOG.netOf(who, parts.join(", "), signed(net)) : LOG.net(who, signed(net)))];
    return [told(scene.hands > 1 ? LOG.netAt(seat, signed(net)) : LOG.net(who, signed(net)), { kind: "net", mine: true })];
  },
  bank_out: ({ seat }) => [told(LOG.bankOut(seat), { mine: true })],
  bank_net: ({ net, cover_left: left }, { after: { bank } }) => [told(LOG.bankResult(bank?.name ?? bank?.label ?? "", signed(net), dollars(left)), { mine: bank?.you ?? false })],
  jackpot: ({ jackpot }, scene) => [told(jackpotText(jackpot, scene.names(jackpot.seat)), { kind: "result", mine: scene.who(jackpot.seat).you, clause: jackpot.clause })],
  envy: ({ envy }, scene) => [told(envyText(envy, scene.names(envy.seat), scene.who(envy.holder)), { kind: "result", mine: scene.who(envy.seat).you, clause: envy.clause })],
  meter: ({ cents, won }) => [told(LOG.meter(dollars(cents), won))],
  void: ({ cause, clause }, scene) => [told(LOG.voided(cause), { kind: "platform", mine: scene.mine, clause })],

  open_round: (_, { after }) => [told(LOG.open(after.round), { kind: "round", seal: after.fair.commitment })],
  sit: ({ seat }, scene) => [told(LOG.sit(scene.who(seat), seat))],
  stand: ({ name, seat }, scene) => [told(LOG.stand(scene.named(name, [seat]), seat))],
  leaving: ({ name, seats }, scene) => [told(LOG.leaving(scene.named(name, seats)))],
  away: ({ name, seats }, scene) => [told(LOG.away(scene.named(name, seats)))],
  back: ({ name, seats }, scene) => [told(LOG.back(scene.named(name, seats)))],
  renamed: ({ was, name, seats }, scene) => [told(LOG.renamed(scene.named(was, seats), name))],
  gesture: ({ seat, gesture }, scene) => [told(LOG.gesture(scene.who(seat), GESTURES[gesture]), { mine: scene.mine })],
  ready: ({ name }, scene) => [told(LOG.ready(scene.named(name)), { once: `ready ${name}` })],
  more_time: ({ name }, scene) => [told(LOG.moreTime(scene.named(name)), { mine: scene.named(name).you })],
  bank_offer: ({ seat }, scene) => [told(LOG.bankOffer(scene.who(seat)), { mine: scene.who(seat).you })],
  bank_passed: () => [told(LOG.bankPassed)],
  frozen: (_, scene) => [told(LOG.frozen, { kind: "table", mine: scene.mine })],
  thawed: (_, scene) => [told(LOG.thawed, { kind: "table", mine: scene.mine })],
  evening_paused: (_, scene) => [told(LOG.eveningPaused, { kind: "table", mine: scene.mine })],
  evening_resumed: (_, scene) => [told(LOG.eveningResumed, { kind: "table", mine: scene.mine })],
  resumed: (_, scene) => [told(LOG.resumed, { kind: "table", mine: scene.mine })],
  worn_out: ({ text }, scene) => [told(`${text}.`, { kind: "table", mine: scene.mine })],
  closing: ({ by }, scene) => [told(NOTES.closing(by), { kind: "table", mine: scene.mine })],
  closed: ({ by }, scene) => [told(NOTES.closed(by), { kind: "table", mine: scene.mine })],
  time_up: ({ why }, scene) => [told(NOTES.timeUp(why), { kind: "platform", mine: scene.mine })],
  decided_for: ({ seat, action, by, why }, scene) => {
    const who = scene.who(seat);
    return [told(MISSED.told(who.you ? MISSED.you : who.name, action, by, why), { kind: "platform", mine: who.you, clause: scene.clauses.get(seat) ?? null })];
  },
  sat_out: ({ name, seats, why }, scene) => {
    const who = scene.named(name, seats);
    return [told(OUTS.told(who.you ? MISSED.you : who.name, who.you, why), { kind: "platform", mine: who.you })];
  },
  nudge: ({ name, seat, by }, scene) => [told(NOTES.nudge(NOTES.by(by), name, scene.who(seat).you), { kind: "table", mine: scene.who(seat).you })],
  removed: ({ name, seats, by }, scene) => [told(NOTES.removed(NOTES.by(by), name, scene.named(name, seats).you), { kind: "table", mine: scene.named(name, seats).you })],
  deal_now: ({ by }, scene) => [told(NOTES.dealNow(NOTES.by(by)), { kind: "table", mine: scene.mine })],
  terms: ({ low, high, clock, coach, by }, scene) => [told(NOTES.terms(NOTES.by(by), dollars(low), dollars(high), clock, coach), { kind: "table", mine: scene.mine })],
  host: ({ seat }, scene) => [told(NOTES.host(scene.who(seat).name, scene.who(seat).you), { kind: "table", mine: scene.who(seat).you })],
  close_table: () => [],
};

function worded<K extends TableEvent["k"]>(fact: Fact<K>, scene: Scene): Told[] {
  const words = WORDED[fact.k as K] as ((fact: Fact<K>, scene: Scene) => Told[]) | undefined;
  return words?.(fact, scene) ?? []; // of a kind that is not known yet nothing is told
}

/** The sentences of one batch of facts; `before` still knows who has just got up. */
export function sentences(facts: readonly TableEvent[], before: TableSeen | undefined, after: TableSeen, cards: Cards = READ): Told[] {
  const scene = new Scene(before, after, cards, facts);
  return facts.flatMap((fact) => worded(fact, scene));
}

/** A hand of one's own that the platform has decided. */
function byPlatform(seat: SeatSeen): Told[] {
  if (!seat.you || seat.by === null || seat.by === "player") return [];
  return [told(LOG.forYou(seat.by), { kind: "platform", mine: true, clause: seat.by_clause })];
}

/** What became of a seat, as the facts would have told it. */
function paid({ n, net, lines, showdown }: SeatSeen): TableEvent[] {
  if (net === null || lines.length === 0) return [];
  const why: TableEvent[] = showdown ? [{ k: "showdown", seat: n, showdown }] : [];
  const facts = lines.map((line): LineFact => ({ k: "line", seat: n, line }));
  return [...why, ...facts, { k: "net", seat: n, net }];
}

/** The last sentences of the table. Of things that are said again in a round (a bet that grows) only the last stays. */
export class Log {
  lines: readonly LogLine[] = [];
  private counted = 0;
  private readonly once = new Map<string, number>();

  add(events: readonly TableEvent[], before: TableSeen | undefined, after: TableSeen): void {
    const heard = sentences(events, before, after, HEARD);
    this.keep(sentences(events, before, after).map((each, i) => ({ ...each, heard: heard[i]?.text ?? each.text })), after.round);
  }

  /** What a first look, or the first after a break, finds on the table and the log has not told yet. */
  arrive(view: TableSeen): void {
    const known = this.lines.filter((each) => each.round === view.round);
    const found: Told[] = [];
    if (known.length === 0) found.push(told(LOG.round(view.round), { kind: "round", seal: view.fair.commitment }));
    if (!known.some((each) => each.kind === "net")) found.push(...view.seats.flatMap((seat) => [...byPlatform(seat), ...sentences(paid(seat), undefined, view)]));
    this.keep(found.map((each) => ({ ...each, heard: each.text })), view.round);
  }

  private keep(found: readonly (Told & { heard: string })[], round: number): void {
    let kept = [...this.lines];
    for (const { once, ...each } of found) {
      const line = { ...each, n: ++this.counted, round };
      if (once !== undefined) {
        const key = `${round} ${once}`;
        const earlier = this.once.get(key);
        kept = kept.filter((old) => old.n !== earlier);
        this.once.set(key, line.n);
      }
      kept.push(line);
    }
    this.lines = kept.slice(-KEPT);
  }

  /** As text to take along. */
  get text(): string {
    return this.lines.map((each) => `${each.round}  ${each.text}${each.clause ? ` (${each.clause})` : ""}${each.seal ? ` Sealed ${each.seal}` : ""}`).join("\n");
  }
}
