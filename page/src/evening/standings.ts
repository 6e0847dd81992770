// The standings as they are shown: who is where, in pages for a wall, and what of a change is said aloud.

import { ALOUD, newsText, tableName } from "../words/evening.ts";
import type { Evening, News, Standing } from "./shapes.ts";

type Placed = Pick<Standing, "place" | "tied">;

/** "1", or "=2" where others share the place; nothing before the first round. */
export const placeSign = ({ place, tied }: Placed): string => (place === null ? "" : `${tied ? "=" : ""}${place}`);

/** A place with everybody who has it, and who of them has won its prizes. */
export interface Rank {
  readonly place: number;
  readonly people: readonly Standing[];
  readonly winners: readonly Standing[];
}

/** The first places, and every further one that has won a prize. */
export function podiumOf(standings: readonly Standing[], first: number): Rank[] {
  const places = [...new Set(standings.map((each) => each.place))].filter((place) => place !== null);
  return places
    .map((place) => ({ place, people: standings.filter((each) => each.place === place) }))
    .map((rank) => ({ ...rank, winners: rank.people.filter((each) => each.prizes.length > 0) }))
    .filter(({ place, winners }) => place <= first || winners.length > 0);
}

/** A page of the standings for a wall. */
export interface Sheet {
  readonly rows: readonly Standing[];
  readonly page: number;
  readonly pages: number;
  readonly columns: 1 | 2;
  /** Lines in a column, the same on every page. */
  readonly lines: number;
}

export const PER_PAGE = 30;
const ONE_COLUMN = 10;
const FEWEST = 6; // lines: with fewer people the letters do not grow any more

/** One page of the standings; the pages go round. */
export function sheetOf(standings: readonly Standing[], turn: number): Sheet {
  const pages = Math.max(1, Math.ceil(standings.length / PER_PAGE));
  const page = turn % pages;
  const most = Math.min(standings.length, PER_PAGE);
  const columns = most <= ONE_COLUMN ? 1 : 2;
  return { rows: standings.slice(page * PER_PAGE, (page + 1) * PER_PAGE), page, pages, columns, lines: Math.max(FEWEST, Math.ceil(most / columns)) };
}

const HEARD = new Set(["out", "jackpot", "level", "paused", "resumed", "started", "ended", "calling_off", "called_off"]);

/** What of a change is said aloud, in one go, in the order in which it happened. Chips that change are not said. */
export function aloud(before: Evening | undefined, now: Evening): string {
  if (!before) return "";
  const said = unseen(before.news, now.news).filter((each) => HEARD.has(each.what));
  const mine = now.you?.table;
  const moved = mine && before.you?.table && mine !== before.you.table ? [ALOUD.moved(tableName(now, mine), now.you?.seat ?? null)] : [];
  return [...said.reverse().map((each) => newsText(each, now)), ...moved].filter(Boolean).join(" ");
}

/** The news that were not there before; the latest first. */
function unseen(before: readonly News[], now: readonly News[]): News[] {
  const key = (each: News): string => JSON.stringify([each.at, each.what, each.values]);
  const known = new Set(before.map(key));
  return now.filter((each) => !known.has(key(each)));
}

/** The table to which this person can go now; it stands a moment after the evening has drawn the seats. */
export function yourTable({ you, tables }: Pick<Evening, "you" | "tables">): string | undefined {
  return tables.find((each) => each.open && each.id === you?.table)?.id;
}

export const yourStanding = (evening: Evening): Standing | undefined => evening.standings.find((each) => each.you);
