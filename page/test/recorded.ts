// Rounds as the server has sent them: the golden files of the floor, made whole again where they leave things out.

import { readFileSync } from "node:fs";
import type { HandView, LineFrame, SeatFrame, SpotFrame, TableEvent, TableView } from "../src/generated/table.ts";
import { seen, type TableSeen } from "../src/table/seen.ts";
import { view } from "./table-views.ts";

export const HOUSES = ["pechanga", "atlantic-city", "napa-valley", "shine", "rivers"] as const;
export const PHASES = ["bets", "decisions", "decided", "settled"] as const;
type Phase = (typeof PHASES)[number] | "void";

export interface Recorded {
  readonly phase: Phase;
  readonly view: TableSeen;
  /** What has happened since the phase before. */
  readonly events: readonly TableEvent[];
}

type Golden = { ann: Omit<TableView, "t" | "table">; "events for ann": TableEvent[] };

const NO_HAND: HandView = {
  by: null, by_clause: null, cards: [], category: null, discard: null, first_label: null, first_three: null, folded: false, label: null, made: [], net: null, showdown: null, sure: [], words: null,
};

function spot(each: Partial<SpotFrame>, lines: readonly LineFrame[]): SpotFrame {
  const line = lines.find((other) => other.id === each.id) ?? null;
  return { cover: null, lit: null, max: null, why: null, why_clause: null, why_code: null, why_values: {}, ...each, line } as SpotFrame;
}

/** A seat with what the golden file leaves out because it is empty. */
function whole(each: Partial<SeatFrame>): SeatFrame {
  const lines = each.lines ?? [];
  return {
    name: null, play: null, stack: null, ...each,
    lines, hand: each.hand ? { ...NO_HAND, ...each.hand } : null, spots: (each.spots ?? []).map((other) => spot(other, lines)),
  } as SeatFrame;
}

/** What became of the bets, in the order of the lines: it stands in the view. */
function paid(seat: SeatFrame): TableEvent[] {
  if (seat.lines.length === 0) return [];
  const lines = seat.lines.map(({ label: _, pays: __, ...line }): TableEvent => ({ k: "line", seat: seat.n, line }));
  return [...lines, { k: "net", seat: seat.n, net: seat.hand?.net ?? 0 }];
}

/** A phase of a house's round as Ann sees it. */
export function recorded(house: string, phase: Phase): Recorded {
  const file = new URL(`../../tests/table/golden/${house}-${phase}.json`, import.meta.url);
  const { ann, "events for ann": told } = JSON.parse(readFileSync(file, "utf-8")) as Golden;
  const seats = ann.seats.map(whole);
  const { rev: _, seats: __, ...table } = view({ house });
  const frame = { t: "view", rev: ann.rev, table, state: ann.state, seats, you: { ...ann.you, bots: [], seats: ann.you.seats.map(whole) } };
  const ends = told.findIndex((each) => ["bank_out", "bank_net", "jackpot", "envy", "meter"].includes(each.k));
  const at = ends < 0 ? told.length : ends;
  return { phase, view: seen(frame as unknown as TableView), events: [...told.slice(0, at), ...seats.flatMap(paid), ...told.slice(at)] };
}
