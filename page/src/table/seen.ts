// The table as this viewer sees it: put together from the first view and from what has changed since.

import type { BankFrame, HandView, OwnBank, SeatFrame, StateFrame, TableFrame, TableView, UpdateFrame, YouFrame } from "../generated/table.ts";

/** A seat with its hand in one place; one's own with what only its person may see. */
export type SeatSeen = Omit<SeatFrame, "hand"> & HandView & { readonly you: boolean };
export type BankSeen = BankFrame & Omit<OwnBank, "yours" | "offered"> & { readonly you: boolean; readonly offered_to_you: boolean };
export type TableSeen = TableFrame &
  Omit<StateFrame, "bank"> &
  Omit<YouFrame, "bank" | "seats"> & { readonly rev: number; readonly bank: BankSeen | null; readonly seats: SeatSeen[] };

const NO_HAND: HandView = {
  cards: [], category: null, label: null, words: null, first_three: null, first_label: null, discard: null,
  by: null, by_clause: null, folded: false, made: [], sure: [], showdown: null, net: null,
};

/** A view with what has changed: keys of `state` and `you` are replaced, seats by their numbers. */
export function merged(view: TableView, update: UpdateFrame): TableView {
  const changed = new Map(update.seats?.map((each) => [each.n, each]));
  return {
    t: "view",
    rev: update.rev,
    table: update.table ?? view.table,
    state: { ...view.state, ...update.state },
    seats: update.seats ? view.seats.map((each) => changed.get(each.n) ?? each) : view.seats,
    you: { ...view.you, ...update.you },
  };
}

/** Everything in one place. A seat that has not changed stays the same object, so that it need not be drawn again. */
export function seen(view: TableView): TableSeen {
  const { bank, ...state } = view.state;
  const { bank: mine, seats: own, ...you } = view.you;
  const mySeats = new Map(own.map((each) => [each.n, each]));
  return {
    rev: view.rev,
    ...view.table,
    ...state,
    ...you,
    bank: bank && bankSeen(bank, mine),
    // an evening seats its players: nobody can take a seat that it leaves free
    seats: view.seats.filter((each) => view.table.evening === null || each.name !== null).map((each) => seatSeen(mySeats.get(each.n) ?? each, mySeats.has(each.n))),
  };
}

function bankSeen(bank: BankFrame, mine: OwnBank | null): BankSeen {
  const { yours, offered, ...own } = mine ?? { yours: false, offered: false, worst: null, best: null, enough: null, keeps: false };
  return { ...bank, ...own, you: yours, offered_to_you: offered };
}

/** No round is under way: one was paid or is void, or none was opened yet. */
export const overNow = ({ phase }: Pick<TableSeen, "phase">): boolean => phase === "settled" || phase === "void" || phase === "closed";

const seats = new WeakMap<SeatFrame, SeatSeen>();

function seatSeen(frame: SeatFrame, you: boolean): SeatSeen {
  let found = seats.get(frame);
  if (found?.you !== you) {
    const { hand, ...rest } = frame;
    found = { ...rest, ...(hand ?? NO_HAND), you };
    seats.set(frame, found);
  }
  return found;
}
