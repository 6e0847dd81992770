// Evenings for the tests of their pages: small, by hand, with everything an evening must have.

import type { Evening, EveningYou, Level, RunningLevel, Standing } from "../src/evening/shapes.ts";

export function level(number: number, low: number, more: Partial<Level> = {}): Level {
  return { number, low, high: low * 10, rounds: 5, minutes: null, least: low * 2, ante: low, ...more };
}

export function running(number: number, low: number, more: Partial<RunningLevel> = {}): RunningLevel {
  return { ...level(number, low), ends_at: null, rounds_left: 3, next: level(number + 1, low * 2), ...more };
}

export function standing(name: string, more: Partial<Standing> = {}): Standing {
  return { place: null, tied: false, person: name.toLowerCase(), name, avatar: null, bot: false, you: false, chips: 100_000, table: "t1", seat: 1, state: "playing", leaves: false, out_round: null, rounds: 0, missed: 0, prizes: [], shares: false, ...more };
}

export function you(more: Partial<EveningYou> = {}): EveningYou {
  return { entered: false, host: false, operator: false, may_enter: true, may_leave: false, table: null, seat: null, ...more };
}

export function evening(more: Partial<Evening> = {}): Evening {
  return {
    id: "e1", name: "Friday night", house: "rivers", house_name: "Rivers", kind: "freeze_out", phase: "running", paused: false, calling_off: false, host: "Ann", private: false, league: null, entered: 3, playing: 3, most: 49, round: 4, made: 0, ended: null, you: null,
    revision: 7, chips: 100_000, rounds: null, level: running(1, 500), levels: [level(1, 500), level(2, 1_000)], late_until: 5, seats: 7, clock: { bets: 20, decision: 25, result: 6, extension: 15, extensions: 2, bank_offer: 10 }, standings: [],
    tables: [{ id: "t1", number: 1, open: true, name: "Friday night 1", round: 4, done: false, people: 3 }, { id: "t2", number: 2, open: true, name: "Friday night 2", round: 4, done: true, people: 3 }], prizes: [], tie_rule: "shared_place", absent_rule: "least_ante", league_name: null, now: 1_000_000, news: [], ...more,
  };
}
