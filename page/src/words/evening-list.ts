// The words of the list of evenings.

import { plural } from "./evening.ts";

export const LIST = {
  loading: "Looking for evenings…",
  lost: "No connection: trying again…",
  on: "Being played",
  coming: "To come",
  past: "Over",
  leagues: "Leagues",
  noneOn: "No evening is being played now.",
  noneComing: "None is announced. Put one on below, and send its link.",
  more: (n: number): string => `${n} more`,
  further: "Show more",
  private: "private",
  yours: "you host",
  round: (n: number): string => `round ${n}`,
  entered: (n: number, most: number): string => `${n} of ${most} places taken`,
  by: (host: string): string => `by ${host}`,
  enter: "Enter",
  see: "Look",
  desk: "To the desk",
  goOn: "Go on",
  result: "Result",
  table: "Table",
  league: (ended: number, all: number): string => (all === 0 ? "no evening yet" : `${ended} of ${plural(all, "evening", "evenings")} over`),
} as const;
