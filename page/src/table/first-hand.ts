// The first hand at a house: how far it has come, and what there is to say, from the view alone.

import { FIRST } from "../words/first-hand.ts";
import { rail } from "../words/rail.ts";
import type { SeatSeen, TableSeen } from "./seen.ts";

export type Step = 1 | 2 | 3 | 4;

export interface FirstHand {
  readonly step: Step;
  readonly text: string;
  /** There is something to look at before one goes on. */
  readonly looks: boolean;
}

/** Phases in which a player who has bet has cards, or is paid. */
const PLAYED: ReadonlySet<string> = new Set(["deal", "decisions", "reveal", "settled"]);

/** Where a person's first hand is. `looked`: they have seen their cards; `total`: what their chips come to. */
export function firstHand(view: TableSeen, seat: SeatSeen, looked: boolean, total: number): FirstHand {
  const at = (step: Step, text: string, looks = false): FirstHand => ({ step, text, looks });
  if (view.bank && seat.status === "bank") return at(1, FIRST.bank(view.bank.label));
  if (seat.cards.length === 0 && seat.net === null && PLAYED.has(view.phase)) return at(1, FIRST.satOut);
  switch (view.phase) {
    case "bets":
      return at(1, betText(view, seat, total));
    case "deal":
      return at(2, FIRST.coming);
    case "decisions":
      if (!looked) return at(2, FIRST.look(seat.words, view.dealer.label, view.dealer.cards), true);
      return at(3, decideText(view, seat));
    case "settled":
      return at(4, FIRST.result(seat.net ?? 0));
    case "void":
      return at(4, FIRST.void);
    default:
      return at(3, FIRST.decided);
  }
}

function betText(view: TableSeen, seat: SeatSeen, total: number): string {
  const alone = view.seats.every((each) => each.name === null || each.bot || each.you);
  if (view.me?.ready) return FIRST.waits;
  if (total > 0) return FIRST.betLies(total, alone ? rail.deal : rail.ready);
  const first = seat.spots.find((each) => each.enabled);
  if (!first) return FIRST.waits;
  const parts = [FIRST.bet(first.label, first.min, alone), seat.spots.length > 1 ? FIRST.sides : ""];
  return [...parts, view.bank?.name ? FIRST.holder(view.bank.name) : ""].filter(Boolean).join(" ");
}

/** Every way to decide once, with what it does; a card to give away is marked first. */
function decideText(view: TableSeen, seat: SeatSeen): string {
  const ways = new Map<string, string>();
  for (const each of view.actions) {
    if (each.seat !== seat.n || ways.has(each.id)) continue;
    ways.set(each.id, each.discard === null ? FIRST.way(each.label, each.consequence) : `${rail.drawPick}.`);
  }
  return ways.size > 0 ? FIRST.decide([...ways.values()]) : FIRST.decided;
}
