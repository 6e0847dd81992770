// The words of the screen for the wall: few, and short.

import { plural } from "./evening.ts";

const HEADS: Record<string, string> = { listed: "Starting list", running: "Standings", ended: "Result", called_off: "Standings" };

export const WALL = {
  loading: "Looking at the evening…",
  lost: "Reconnecting…",
  head: (phase: string): string => HEADS[phase] ?? "",
  people: (n: number): string => plural(n, "player", "players"),
  stillIn: (playing: number, all: number): string => `${playing} of ${all} in`,
  page: (page: number, pages: number): string => `page ${page} of ${pages}`,
  more: (n: number): string => `and ${n} more`,
  nobody: "Nobody has entered yet.",
  round: (n: number, of: number | null): string => (of === null ? `round ${n}` : `round ${n} of ${of}`),
  begins: "It begins with",
  chips: (chips: string): string => `${chips} in chips for everybody`,
  over: { ended: "The evening is over", called_off: "Called off" } as Record<string, string>,
  paused: "Paused",
  next: "Then",
  tables: "Tables",
  seated: (n: number): string => plural(n, "player", "players"),
  done: "waits",
  news: "News",
  enter: "Enter with your phone",
  enterLate: (round: number): string => `Enter until round ${round}`,
  qr: "QR code that leads to the entry",
} as const;
