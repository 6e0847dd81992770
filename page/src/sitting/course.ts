// The course of a balance as a line: where each point lies in a box, zero always among them.

export interface Course {
  /** After each round, the start first. */
  readonly sums: readonly number[];
  readonly low: number;
  readonly high: number;
}

export function courseOf(nets: readonly number[]): Course {
  const sums = [0];
  for (const each of nets) sums.push((sums.at(-1) ?? 0) + each);
  return { sums, low: Math.min(...sums), high: Math.max(...sums) };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** How high an amount lies in the box. */
export function heightOf({ low, high }: Course, cents: number, box: Box): number {
  const span = high - low || 1;
  return high === low ? box.y + box.h / 2 : box.y + box.h - ((cents - low) / span) * box.h;
}

export function pointsOf(course: Course, box: Box): [number, number][] {
  const last = Math.max(1, course.sums.length - 1);
  return course.sums.map((cents, i) => [box.x + (i / last) * box.w, heightOf(course, cents, box)]);
}
