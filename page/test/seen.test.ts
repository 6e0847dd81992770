import { describe, expect, it } from "vitest";
import type { HandView, SeatFrame, TableView, UpdateFrame } from "../src/generated/table.ts";
import { merged, seen } from "../src/table/seen.ts";

const HAND: HandView = {
  cards: ["??", "??", "??"], category: null, label: null, words: null, first_three: null, first_label: null, discard: null,
  by: null, by_clause: null, folded: false, made: [], sure: [], showdown: null, net: null,
};

function seat(n: number, more: Partial<SeatFrame> = {}): SeatFrame {
  return { n, name: `p${n}`, person: null, avatar: null, bot: false, here: true, leaving: false, ready: false, out: null, missed: null, stack: 100, status: "deciding", hand: HAND, spots: [], play: null, lines: [], ...more };
}

const MINE = seat(2, { hand: { ...HAND, cards: ["As", "Ks", "Qs"], words: "royal" } });

const WHOLE: TableView = {
  t: "view",
  rev: 7,
  table: {
    house: "napa-valley", name: "Napa Valley", table: "t", title: "Oak", limits: { low: 500, high: 50_000 }, clock: null, private: false, spectators: true, coach: true,
    own: false, purse: "house", epoch: 1, evening: null, felt: { colours: { cloth: "", deep: "", faded: "", back: "" }, spots: {}, short: {} }, tables: [], notices: [],
  },
  state: {
    round: 3, phase: "decisions", deadline: "soon", waits_until: null, paused: false, evening_paused: false, closing: false, closes_by: null, watching: 1,
    dealer: { label: "Dealer", caption: "", cards: ["??"], hand: null, plays: [], qualifies: null, words: null },
    bank: { label: "Bank", name: "p1", seat: 1, stake: 500, net: null, covered: 0, cover_left: null, exhausted_at: null, seats: [], held: 1, rounds: 2, offered_to: null, offer_until: null, least: 500 },
    meter: null, waiting_for: [], patience: [], host_seat: null, jackpots: [], envy: [], receipt: null, fair: { commitment: "c", chain_head: "h" },
  },
  seats: [seat(1), seat(2), seat(3)],
  you: { actions: [], bank: { yours: false, offered: true, worst: null, best: null, enough: 0, keeps: false }, host: false, invite: "in", bots: [], powers: [], me: null, seats: [MINE] },
};

function update(more: Partial<UpdateFrame>): UpdateFrame {
  return { t: "update", rev: 8, events: [], ...more };
}

describe("what has changed", () => {
  it("replaces keys and nothing else, and null is a value", () => {
    const after = merged(WHOLE, update({ state: { deadline: null, phase: "settled" }, you: { invite: null } }));
    expect(after).toEqual({ ...WHOLE, rev: 8, state: { ...WHOLE.state, deadline: null, phase: "settled" }, you: { ...WHOLE.you, invite: null } });
  });

  it("replaces seats by their numbers", () => {
    const third = seat(3, { name: null, status: "empty", hand: null });
    expect(merged(WHOLE, update({ seats: [third] })).seats).toEqual([WHOLE.seats[0], WHOLE.seats[1], third]);
  });

  it("without a change leaves all but the number", () => {
    expect(merged(WHOLE, update({}))).toEqual({ ...WHOLE, rev: 8 });
  });
});

describe("the table in one place", () => {
  it("has one's own seats as one sees them oneself", () => {
    const { seats, bank, invite, phase, house } = seen(WHOLE);
    expect(seats.map((each) => each.you)).toEqual([false, true, false]);
    expect(seats.map((each) => each.cards[0])).toEqual(["??", "As", "??"]);
    expect(bank).toMatchObject({ name: "p1", you: false, offered_to_you: true });
    expect([invite, phase, house]).toEqual(["in", "decisions", "napa-valley"]);
  });

  it("has no cards where nobody has bet", () => {
    const [free] = seen({ ...WHOLE, seats: [seat(1, { name: null, hand: null })] }).seats;
    expect(free).toMatchObject({ cards: [], net: null, folded: false, words: null });
  });

  it("has the free seats of a table, but of an evening only those that it uses", () => {
    const free = { ...WHOLE, seats: [seat(1), seat(2), seat(3, { name: null })] };
    expect(seen(free).seats.map((each) => each.n)).toEqual([1, 2, 3]);
    expect(seen({ ...free, table: { ...free.table, evening: "e" } }).seats.map((each) => each.n)).toEqual([1, 2]);
  });

  it("keeps a seat that has not changed, so that it is not drawn again", () => {
    const [first, , third] = seen(WHOLE).seats;
    const after = seen(merged(WHOLE, update({ seats: [seat(3, { ready: true })] }))).seats;
    expect(after[0]).toBe(first);
    expect(after[2]).not.toBe(third);
  });
});
