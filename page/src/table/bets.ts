// The bets a person is putting together at one seat: chips on, chips off, undo, redo. No rule is in here: what may
// lie where is the server's to say.

export type Wagers = Readonly<Record<string, number>>;

export class Draft {
  private past: Wagers[] = [];
  private future: Wagers[] = [];
  wagers: Wagers;

  constructor(wagers: Wagers = {}) {
    this.wagers = wagers;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get total(): number {
    return Object.values(this.wagers).reduce((sum, each) => sum + each, 0);
  }

  /** Replaces the whole bet; a step that can be undone. */
  set(wagers: Wagers): boolean {
    const next = Object.fromEntries(Object.entries(wagers).filter(([, cents]) => cents > 0));
    if (same(next, this.wagers)) return false;
    this.past.push(this.wagers);
    this.future = [];
    this.wagers = next;
    return true;
  }

  add(spot: string, cents: number): boolean {
    return this.set({ ...this.wagers, [spot]: Math.max(0, (this.wagers[spot] ?? 0) + cents) });
  }

  undo(): boolean {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.future.push(this.wagers);
    this.wagers = before;
    return true;
  }

  redo(): boolean {
    const after = this.future.pop();
    if (after === undefined) return false;
    this.past.push(this.wagers);
    this.wagers = after;
    return true;
  }
}

export function same(one: Wagers, other: Wagers): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => (one[key] ?? 0) === (other[key] ?? 0));
}

/** What a click puts on a spot: the chip, and on an empty spot at least the server's minimum. */
export function chipsOn(spot: { amount: number; min: number }, chip: number): number {
  return spot.amount === 0 ? Math.max(chip, spot.min) : chip;
}

/** What is taken off a spot: the chip, or all when less than the server's minimum would be left. */
export function chipsOff(spot: { amount: number; min: number }, chip: number): number {
  return spot.amount - chip < spot.min ? spot.amount : chip;
}
