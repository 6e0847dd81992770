// Views for the tests of the words: small, by hand, with everything a view must have.

import type { SpotFrame } from "../src/generated/table.ts";
import type { BankSeen, SeatSeen, TableSeen } from "../src/table/seen.ts";

export function spot(id: string, label: string, amount = 0, more: Partial<SpotFrame> = {}): SpotFrame {
  return {
    id, label, amount, cover: null, enabled: true, line: null, lit: null, max: 50_000, min: 500, shape: "ring", step: 100,
    why: null, why_clause: null, why_code: null, why_values: {}, ...more,
  };
}

export function seat(n: number, more: Partial<SeatSeen> = {}): SeatSeen {
  return {
    n, person: null, avatar: null, bot: false, by: null, by_clause: null, folded: false, made: [], sure: [], showdown: null, cards: [], discard: null, first_three: null, first_label: null, category: null, here: true, label: null, leaving: false,
    lines: [], name: null, net: null, play: null, ready: false, out: null, missed: null, spots: [], stack: null, status: "empty", words: null, you: false, ...more,
  };
}

export function view(more: Partial<TableSeen> = {}): TableSeen {
  return {
    rev: 1, house: "rivers", name: "Rivers", table: "t", title: "Oak", round: 41, phase: "bets", deadline: null, waits_until: null, waiting_for: [], patience: [], host_seat: null, powers: [], jackpots: [], envy: [], receipt: null,
    paused: false, evening_paused: false, closing: false, closes_by: null, private: true, spectators: true, coach: true, own: false, purse: "house", epoch: 1, evening: null, watching: 0, host: true, invite: null, bots: [], clock: null,
    limits: { low: 500, high: 50_000 }, notices: [], tables: [], felt: { colours: { cloth: "#2b3a42", deep: "#223037", faded: "#a9b4c6", back: "#7a1f2b" }, spots: { ante: "bottom middle", play: "bottom right" }, short: {} }, actions: [], bank: null, meter: null, me: null,
    dealer: { label: "Dealer", caption: "Dealer plays with queen high or better", cards: [], hand: null, plays: [], qualifies: null, words: null },
    fair: { commitment: "5ea1", chain_head: "0" }, seats: [], ...more,
  };
}

export function bank(more: Partial<BankSeen> = {}): BankSeen {
  return {
    label: "Player/dealer", name: "Cat", seat: 5, you: false, stake: 50_000, net: null, covered: 0, cover_left: null, exhausted_at: null, seats: [], held: 1, rounds: 2,
    least: 50_000, offered_to: null, offered_to_you: false, offer_until: null, worst: null, best: null, enough: null, keeps: false, ...more,
  };
}
