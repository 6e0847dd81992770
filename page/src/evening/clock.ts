// How long the level lasts: what stands on the clock of an evening, by the server's time.

import { minutes } from "../shared/time.ts";
import { LEVELS } from "../words/evening.ts";
import type { Evening } from "./shapes.ts";

const SHORT = 30_000; // ms: the clock is about to run out

/** Milliseconds until the next level; undefined where no clock runs. */
export function msLeft({ level }: Pick<Evening, "level">, serverNow: number): number | undefined {
  return level?.ends_at == null ? undefined : Math.max(0, level.ends_at - serverNow);
}

/** What the clock shows: "4:05", "3 rounds", "Last level"; empty before the start and after the end. */
export function clockText(evening: Pick<Evening, "level" | "paused">, serverNow: number): string {
  const { level, paused } = evening;
  if (!level) return "";
  if (level.next === null) return LEVELS.last;
  const left = msLeft(evening, serverNow);
  if (left !== undefined) return minutes(left);
  if (level.rounds_left !== null) return LEVELS.rounds(level.rounds_left);
  return paused ? LEVELS.stands : "";
}

/** The level is about to end: its last half minute, or its last round. */
export function isShort(evening: Pick<Evening, "level" | "paused">, serverNow: number): boolean {
  if (evening.paused || !evening.level?.next) return false;
  const left = msLeft(evening, serverNow);
  return left === undefined ? evening.level.rounds_left === 1 : left <= SHORT;
}
