// The log of the table: what has happened, in sentences. Made from the events and the view that follows them.

import type { DecisionTold, SeatFrame, TableEvent, TableView } from "../generated/table.ts";
import { dollars, signed } from "../shared/money.ts";
import { cardName, cardSign, resultOf, RESULTS } from "../shared/words.ts";
import { listed, LOG, type Who } from "../words/log.ts";
import { isMeterPaid } from "./meter.ts";

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
}

export const READ: Cards = { one: cardSign, all: (cards) => cards.map(cardSign).join(" ") };
export const HEARD: Cards = { one: cardName, all: (cards) => cards.map(cardName).join(", ") };

/** The sentences of one batch of events; `before` still knows who has just got up. */
export function sentences(events: readonly TableEvent[], before: TableView | undefined, after: TableView, cards: Cards = READ): Told[] {
  const seatOf = (n: number) => after.seats.find((each) => each.n === n);
  const hands = after.seats.filter((each) => each.you).length;

  const who = (n: number): Who => {
    const seat = seatOf(n);
    if (seat?.you) return { name: hands > 1 ? LOG.youAt(n) : LOG.you, you: true };
    const name = seat?.name ?? before?.seats.find((each) => each.n === n)?.name;
    return { name: name ?? LOG.nobody(n), you: false };
  };
  const named = (name: string, seats: readonly number[] = []): Who => {
    const views = [after, ...(before ? [before] : [])];
    const you = views.some((view) => view.seats.some((each) => each.you && (seats.includes(each.n) || (seats.length === 0 && each.name === name))));
    return { name: you ? LOG.you : name, you };
  };
  const wagersOf = (n: number, wagers: Readonly<Record<string, number>>): string => {
    const labels = new Map(seatOf(n)?.spots.map((each) => [each.id, each.label]));
    return listed(Object.entries(wagers).map(([id, cents]) => `${labels.get(id) ?? id} ${dollars(cents)}`));
  };

  const tell = (event: TableEvent): Told[] => {
    switch (event.k) {
      case "open_round":
        return [told(LOG.open(after.round), { kind: "round", seal: after.fair.commitment })];
      case "bets": {
        const by = who(event.seat);
        const text = Object.keys(event.wagers).length > 0 ? LOG.bets(by, wagersOf(event.seat, event.wagers)) : LOG.betsBack(by);
        return [told(text, { once: `bets ${event.seat}` })];
      }
      case "bank": {
        const by = event.seat === null ? { name: after.bank?.name ?? after.bank?.label ?? "", you: false } : who(event.seat);
        return [told(event.stake > 0 ? LOG.bank(by, dollars(event.stake)) : LOG.bankUp(by), { mine: by.you, once: "bank" })];
      }
      case "deal":
        return [told(LOG.dealt, { mine: hands > 0 }), ...event.shown.flatMap((each) => myCards(seatOf(each.seat), cards))];
      case "up":
        return [
          ...(event.up_cards.length > 0 ? [told(LOG.up(after.dealer.label, cards.all(event.up_cards)), { mine: hands > 0 })] : []),
          ...event.shown.flatMap((each) => myCards(seatOf(each.seat), cards)),
        ];
      case "decide":
        return [decided(event, who(event.seat), cards)];
      case "reveal": {
        const text = LOG.reveal(after.dealer.label, cards.all(event.cards), after.dealer.words ?? event.hand);
        return [told(`${text}${LOG.qualifies(event.qualifies)}.`, { mine: hands > 0 })];
      }
      case "settle":
        return [...after.seats.flatMap((seat) => results(seat, who(seat.n), hands)), ...houseResults(event, after)];
      case "void":
        return [told(LOG.voided(event.cause), { kind: "platform", mine: hands > 0, clause: event.clause })];
      case "sit":
        return [told(LOG.sit(who(event.seat), event.seat))];
      case "stand":
        return [told(LOG.stand(named(event.name, [event.seat]), event.seat))];
      case "leaving":
        return [told(LOG.leaving(named(event.name, event.seats)))];
      case "away":
        return [told(LOG.away(named(event.name, event.seats)))];
      case "back":
        return [told(LOG.back(named(event.name, event.seats)))];
      case "ready":
        return [told(LOG.ready(named(event.name)), { once: `ready ${event.name}` })];
      case "more_time": {
        const by = named(event.name);
        return [told(LOG.moreTime(by), { mine: by.you })];
      }
      case "bank_offer": {
        const by = who(event.seat);
        return [told(LOG.bankOffer(by), { mine: by.you })];
      }
      case "bank_passed":
        return [told(LOG.bankPassed)];
      case "frozen":
        return [told(LOG.frozen, { kind: "table", mine: hands > 0 })];
      case "resumed":
        return [told(LOG.resumed, { kind: "table", mine: hands > 0 })];
      case "thawed":
        return [told(LOG.thawed, { kind: "table", mine: hands > 0 })];
      case "worn_out":
        return [told(`${event.text}.`, { kind: "table", mine: hands > 0 })];
      case "closing":
        return [told(LOG.closing, { kind: "table", mine: hands > 0 })];
      case "closed":
        return [told(LOG.closed, { kind: "table", mine: hands > 0 })];
      default:
        return []; // a kind that is not known yet
    }
  };
  return events.flatMap(tell);
}

function myCards(seat: SeatFrame | undefined, cards: Cards): Told[] {
  return seat?.you ? [told(LOG.cards(cards.all(seat.cards), seat.words), { mine: true })] : [];
}

function decided(event: DecisionTold, who: Who, cards: Cards): Told {
  const platform = event.by !== "player";
  const what = { play: LOG.play(who, dollars(event.cost)), fold: LOG.fold(who), draw: LOG.draw(who) }[event.action];
  const traded = event.discard && event.drawn ? LOG.traded(cards.one(event.discard), cards.one(event.drawn)) : "";
  const text = `${what}${traded}${platform ? LOG.byPlatform(event.by) : ""}.`;
  return told(text, { kind: platform ? "platform" : "event", mine: who.you && (platform || traded !== ""), clause: event.clause });
}

/** A hand of one's own that the platform has decided. */
function byPlatform(seat: SeatFrame, who: Who): Told[] {
  if (!who.you || seat.by === null || seat.by === "player") return [];
  return [told(LOG.forYou(seat.by), { kind: "platform", mine: true, clause: seat.by_clause })];
}

/** Each line of one's own; of the others their sum, their envy and their jackpots. */
function results(seat: SeatFrame, who: Who, hands: number): Told[] {
  if (seat.net === null || seat.lines.length === 0) return [];
  const found: Told[] = [];
  for (const line of seat.lines) {
    const result = resultOf(line);
    if (line.by.some((each) => each.payer === "meter")) found.push(told(LOG.jackpot(who, line.label, line.pays ?? "", signed(line.profit)), { kind: "result", mine: who.you, clause: line.clause }));
    else if (who.you) {
      const back = line.returned > 0 && result !== "returned" ? LOG.backTo(dollars(line.returned)) : "";
      const text = LOG.line(line.label, RESULTS[result].word.toLowerCase(), line.pays ? LOG.paidAt(line.pays) : "", signed(line.profit));
      found.push(told(`${text}${back}.`, { kind: "result", clause: line.clause }));
    } else if (line.id === "envy") found.push(told(LOG.envy(who, signed(line.profit)), { clause: line.clause }));
  }
  const net = who.you && hands > 1 ? LOG.netAt(seat.n, signed(seat.net)) : LOG.net(who, signed(seat.net));
  return [...found, told(net, { kind: who.you ? "net" : "event", mine: who.you })];
}

function houseResults(event: Extract<TableEvent, { k: "settle" }>, after: TableView): Told[] {
  const found: Told[] = [];
  const { bank, meter } = after;
  if (bank?.net != null && event.bank) {
    if (bank.exhausted_at !== null) found.push(told(LOG.bankOut(bank.exhausted_at), { mine: true }));
    found.push(told(LOG.bankResult(bank.name ?? bank.label, signed(bank.net), dollars(event.bank.cover_left)), { mine: bank.you }));
  }
  if (meter && event.meter && isMeterPaid(event.meter)) found.push(told(LOG.meter(dollars(meter.value))));
  return found;
}

/** The last sentences of the table. Of things that are said again in a round (a bet that grows) only the last stays. */
export class Log {
  lines: readonly LogLine[] = [];
  private counted = 0;
  private readonly once = new Map<string, number>();

  add(events: readonly TableEvent[], before: TableView | undefined, after: TableView): void {
    const heard = sentences(events, before, after, HEARD);
    this.keep(sentences(events, before, after).map((each, i) => ({ ...each, heard: heard[i]?.text ?? each.text })), after.round);
  }

  /** What a first look, or the first after a break, finds on the table and the log has not told yet. */
  arrive(view: TableView): void {
    const known = this.lines.filter((each) => each.round === view.round);
    const hands = view.seats.filter((each) => each.you).length;
    const who = (seat: SeatFrame): Who => ({ name: seat.you ? LOG.you : (seat.name ?? ""), you: seat.you });
    const found: Told[] = [];
    if (known.length === 0) found.push(told(LOG.round(view.round), { kind: "round", seal: view.fair.commitment }));
    if (!known.some((each) => each.kind === "net")) found.push(...view.seats.flatMap((seat) => [...byPlatform(seat, who(seat)), ...results(seat, who(seat), hands)]));
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
