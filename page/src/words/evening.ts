// The words of an evening that all of its pages share: levels, places, states, news.

import { dollars } from "../shared/money.ts";
import type { Evening, EveningListed, Kind, Level, Limits, News, Phase, Standing, State } from "../evening/shapes.ts";

export const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** "1st", "2nd", "3rd", "11th". */
export function ordinal(n: number): string {
  const tens = n % 100;
  const end = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${end}`;
}

/** "$5–$50". */
export const limits = (each: Limits): string => `${dollars(each.low)}–${dollars(each.high)}`;

export const KINDS: Record<Kind, { name: string; text: string }> = {
  freeze_out: { name: "Freeze-out", text: "Who cannot cover the lowest bet any more is out. The last one wins." },
  rounds: { name: "Fixed number of rounds", text: "Who has most chips after the last round wins." },
};

const PHASES: Record<Phase, string> = { listed: "Open for entries", running: "Being played", ended: "Over", called_off: "Called off" };
export const phaseText = ({ phase, paused, calling_off }: Pick<EveningListed, "phase" | "paused" | "calling_off">): string => (calling_off ? "Ends after this round" : phase === "running" && paused ? "Paused" : PHASES[phase]);

const STATES: Record<State, string> = { listed: "On the list", waiting: "Waits for a seat", playing: "Plays", absent: "Absent", out: "Out" };
export const stateText = (each: Standing): string => (each.state === "out" && each.out_round !== null ? `Out in round ${each.out_round}` : each.leaves ? "Out after this round" : STATES[each.state]);

export const LEVELS = {
  last: "Last level",
  stands: "Stands still",
  rounds: (n: number): string => plural(n, "round", "rounds"),
  lasts: (each: Level): string => (each.minutes !== null ? plural(each.minutes, "minute", "minutes") : each.rounds !== null ? plural(each.rounds, "round", "rounds") : "to the end"),
  of: (number: number, all: number): string => `Level ${number} of ${all}`,
} as const;

/** "Table 2"; of one that is closed no number is told. */
export function tableName({ tables }: Pick<Evening, "tables">, id: unknown): string {
  const found = tables.find((each) => each.id === id);
  return found ? `Table ${found.number}` : "another table";
}

/** "3rd of 12", "3rd of 12, shared". */
export const placeOf = (place: number, tied: boolean, all: number): string => `${ordinal(place)} of ${all}${tied ? ", shared" : ""}`;

export const ALOUD = {
  moved: (table: string, seat: number | null): string => `You move to ${table}${seat === null ? "" : `, seat ${seat}`}.`,
} as const;

type Tell = (values: News["values"], evening: Pick<Evening, "tables">) => string;
const who = (values: News["values"]): string => String(values["name"] ?? "Somebody");
const cents = (values: News["values"], key: string): string => dollars(Number(values[key] ?? 0));

const NEWS: Record<string, Tell> = {
  announced: (v) => `${who(v)} has put the evening on.`,
  entered: (v) => `${who(v)} has entered.`,
  left: (v) => `${who(v)} has left.`,
  removed: (v) => `${who(v)} was removed by the host.`,
  started: (v) => `It has begun: ${plural(Number(v["people"]), "person", "people")} at ${plural(Number(v["tables"]), "table", "tables")}.`,
  level: (v) => `Level ${v["number"]}: ${limits({ low: Number(v["low"]), high: Number(v["high"]) })}.`,
  late_over: () => "Late entry is over.",
  missed: (v) => `${who(v)} missed round ${v["round"]}: ${cents(v, "cents")}.`,
  out: (v) => `${who(v)} is out in round ${v["round"]}.`,
  moved: (v, e) => `${who(v)} moves to ${tableName(e, v["table"])}, seat ${v["seat"]}.`,
  table_opened: (v, e) => `${capital(tableName(e, v["table"]))} is opened.`,
  table_closed: () => "A table is closed.",
  jackpot: (v) => `${who(v)} wins the jackpot: ${cents(v, "cents")}.`,
  paused: () => "The evening is paused.",
  resumed: () => "The evening goes on.",
  calling_off: () => "The evening is called off after this round.",
  deserted: () => "Nobody was left at the tables: the evening is called off.",
  called_off: () => "The evening was called off.",
  ended: (v) => (v["name"] ? `${who(v)} has won the evening.` : "The evening is over."),
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A piece of news as a sentence; empty for what this page has no words for. */
export const newsText = (news: News, evening: Pick<Evening, "tables">): string => NEWS[news.what]?.(news.values, evening) ?? "";
