// Plays that are raised by choice: an action whose id says how many Antes it is, like play_3x.

const RAISE = /^play_(\d+)x$/;

/** Whether an action is a Play that is raised. */
export function isRaise(id: string): boolean {
  return RAISE.test(id);
}

/** How many Antes a raised Play is. */
export function timesOf(id: string): number {
  return Number(RAISE.exec(id)?.[1] ?? 1);
}
