// Where things lie on the felt. Seat 1 is at the dealer's left, which is the right of who looks at the page; the
// seats run clockwise along a rounded curve. Each step from seat to seat is equally long, measured in seats: along
// the sides by their height, along the bottom by their width. So the largest size at which nothing overlaps is
// found by trying.

import { inReadingOrder, type SpotPlace } from "./places.ts";

export interface Size {
  readonly w: number;
  readonly h: number;
}

/** The centre of a seat. */
export interface Place {
  readonly n: number;
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Layout {
  /** How large the seats are drawn; 1 is as designed. */
  readonly scale: number;
  /** The size of a seat so drawn. */
  readonly module: Size;
  readonly places: readonly Place[];
  /** What is free for the dealer and the print on the felt. */
  readonly centre: Box;
}

const EDGE = 10; // between the seats and the edge of the felt
const GAP = 8; // between the seats and the middle
const BEND = 3.2; // of the curve: 2 is an ellipse, more is squarer
const SAMPLES = 240;
const STEP = 0.04;

/** What is tried in turn: seats of these sizes, so far apart, that leave so much room in the middle. */
const WISHES = [
  { from: 1.4, to: 1, gap: 26, w: 540, h: 345 }, // the pay tables are printed there
  { from: 1.2, to: 0.96, gap: 16, w: 350, h: 170 },
  { from: 1.1, to: 0.8, gap: 7, w: 350, h: 160 }, // the dealer, at least
] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The curve from the viewer's right, over the bottom, to the left. */
function curve(felt: Size, module: Size, top: number): Point[] {
  const [rx, ry] = [(felt.w - module.w) / 2 - EDGE, felt.h - module.h / 2 - EDGE - top];
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const angle = (Math.PI * i) / SAMPLES;
    const [c, s] = [Math.cos(angle), Math.max(0, Math.sin(angle))];
    return { x: felt.w / 2 + rx * Math.sign(c) * Math.abs(c) ** (2 / BEND), y: top + ry * s ** (2 / BEND) };
  });
}

/** How far two seats are apart, in seats; from 1 on they do not overlap. */
function apart(one: Point, other: Point, module: Size): number {
  return Math.max(Math.abs(one.x - other.x) / module.w, Math.abs(one.y - other.y) / module.h);
}

/** The seats when each step is `step` long; fewer than `seats` where the curve is too short for that. */
function walk(points: readonly Point[], seats: number, step: number, module: Size): Point[] {
  const first = points[0];
  if (!first) return [];
  const found = [first];
  let last = first;
  for (const point of points) {
    if (found.length === seats) break;
    if (apart(last, point, module) >= step) {
      found.push(point);
      last = point;
    }
  }
  return found;
}

/** The seats at equal steps, as long as the curve allows. */
function spread(points: readonly Point[], seats: number, module: Size): Point[] {
  if (seats === 1) return [points[SAMPLES / 2] as Point];
  let [short, long] = [0, 4 * seats];
  for (let i = 0; i < 14; i++) {
    const middle = (short + long) / 2;
    if (walk(points, seats, middle, module).length === seats) short = middle;
    else long = middle;
  }
  const found = walk(points, seats, short, module);
  return found.map((point, i) => mirrored(point, found[seats - 1 - i] as Point, points));
}

/** The table is the same on both sides: what the sampling left over is shared. */
function mirrored(point: Point, twin: Point, points: readonly Point[]): Point {
  const middle = ((points[0] as Point).x + (points[points.length - 1] as Point).x) / 2;
  return { x: (point.x + 2 * middle - twin.x) / 2, y: (point.y + twin.y) / 2 };
}

export function boxOf(place: Point, module: Size): Box {
  return { left: place.x - module.w / 2, right: place.x + module.w / 2, top: place.y - module.h / 2, bottom: place.y + module.h / 2 };
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** What a box is worth: more height or width than the print can use is worth nothing. */
function worth(box: Box): number {
  return Math.min(box.bottom - box.top, 440) * Math.min(box.right - box.left, 760);
}

/** The best box between the seats at the top of the felt, symmetrical, and at least so wide. */
function between(felt: Size, boxes: readonly Box[], least: number): Box {
  const middle = felt.w / 2;
  const halves = [middle - EDGE, ...boxes.map((box) => Math.max(box.left - middle, middle - box.right) - 2 * GAP)];
  let best: Box = { left: middle, right: middle, top: EDGE, bottom: EDGE };
  for (const half of halves) {
    if (half * 2 < least) continue;
    const across = { left: middle - half, right: middle + half, top: EDGE, bottom: felt.h };
    const bottom = Math.min(felt.h - EDGE, ...boxes.filter((box) => overlap(box, across)).map((box) => box.top - GAP));
    if (worth({ ...across, bottom }) > worth(best)) best = { ...across, bottom };
  }
  return best;
}

/** The seats as large as they fit, or nothing where they do not: then they are a strip. */
export function lay(felt: Size, seats: readonly number[], design: Size): Layout | undefined {
  const least = WISHES[2].to;
  if (felt.w < design.w * least * 2 + WISHES[2].w || felt.h < design.h * least + WISHES[2].h) return undefined;
  for (const wish of WISHES) {
    for (let scale: number = wish.from; scale > wish.to - STEP / 2; scale -= STEP) {
      const module = { w: design.w * scale, h: design.h * scale };
      const highest = EDGE + module.h / 2;
      for (const top of [Math.max(highest, felt.h * 0.3), highest]) {
        const spaced = { w: module.w + wish.gap, h: module.h + wish.gap / 2 };
        const found = spread(curve(felt, module, top), seats.length, spaced);
        if (found.some((one, i) => found.some((other, k) => k > i && apart(one, other, spaced) < 0.999))) continue;
        const boxes = found.map((each) => boxOf(each, module));
        const centre = between(felt, boxes, wish.w);
        if (centre.right - centre.left < wish.w || centre.bottom - centre.top < wish.h) continue;
        return { scale, module, places: found.map((each, i) => ({ n: seats[i] ?? 0, x: each.x, y: each.y })), centre };
      }
    }
  }
  return undefined;
}

/** What is tried for a table that one person has to themselves: seats of these sizes under so high a middle. */
const ALONE = [
  { from: 1.6, to: 1.2, h: 320 },
  { from: 1.36, to: 1, h: 240 },
  { from: 1, to: 0.8, h: 170 },
] as const;

/** Nobody else is there: one's own seats side by side before the dealer, the first at the right as ever. */
export function layAlone(felt: Size, seats: readonly number[], design: Size): Layout | undefined {
  for (const wish of ALONE) {
    for (let scale: number = wish.from; scale > wish.to - STEP / 2; scale -= STEP) {
      const module = { w: design.w * scale, h: design.h * scale };
      const y = felt.h - EDGE - module.h / 2;
      const step = module.w + 3 * GAP;
      if (step * seats.length > felt.w - 2 * EDGE || felt.w < 640 || y - module.h / 2 - GAP - EDGE < wish.h) continue;
      const half = Math.min(felt.w / 2 - EDGE, 480);
      const centre = { left: felt.w / 2 - half, right: felt.w / 2 + half, top: EDGE, bottom: y - module.h / 2 - GAP };
      return { scale, module, centre, places: seats.map((n, i) => ({ n, x: felt.w / 2 + step * ((seats.length - 1) / 2 - i), y })) };
    }
  }
  return undefined;
}

/** Where a seat is, if it is drawn. */
export function placeAt(layout: Layout | undefined, n: number): Place | undefined {
  return layout?.places.find((each) => each.n === n);
}

/** The wagers of a seat in two rows: the one that lies below in the middle beside Play, the others nearer to the dealer. */
export function rowsOf<T extends { readonly place: SpotPlace | undefined }>(spots: readonly T[], play: T | undefined): [T[], T[]] {
  const main = spots.filter((each) => each.place === "bottom middle");
  return [inReadingOrder(spots.filter((each) => !main.includes(each))), [...main, ...(play ? [play] : [])]];
}

const SPOT = 47; // the width of a spot, as designed
const MODULE: Size = { w: 184, h: 140 };

/** How large a seat is, as designed: cards lie beside Ante and Play; many side bets make it wider. */
export function moduleOf(rows: readonly (readonly unknown[])[]): Size {
  return { w: Math.max(MODULE.w, SPOT * Math.max(0, ...rows.map((row) => row.length))), h: MODULE.h };
}
