// The chips that a table takes, and the one in hand.

import type { SpotFrame } from "../generated/table.ts";
import type { TableSeen } from "./seen.ts";

/** The chips there are, in cents, from small to large. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000] as const;

/** The chips of which bets can be made: none below every step, none above what the table takes. */
export function chipsTaken(limits: TableSeen["limits"], spots: readonly Pick<SpotFrame, "shape" | "step">[]): number[] {
  const steps = spots.filter((each) => each.shape === "ring").map((each) => each.step);
  return CHIPS.filter((chip) => chip <= limits.high && (steps.length === 0 || steps.some((step) => chip % step === 0)));
}

/** The chip that was chosen, where the table takes it; else the largest one that is no more than the least bet. */
export function chipInHand(chosen: number | undefined, taken: readonly number[], low: number): number {
  if (chosen !== undefined && taken.includes(chosen)) return chosen;
  return taken.findLast((chip) => chip <= low) ?? taken[0] ?? low;
}

export class Tray {
  private chosen: number | undefined;
  private readonly table: { readonly view: TableSeen | undefined; readonly mySeats: readonly { readonly spots: readonly SpotFrame[] }[]; changed(): void };

  constructor(table: Tray["table"]) {
    this.table = table;
  }

  get chips(): number[] {
    const { view, mySeats } = this.table;
    return view ? chipsTaken(view.limits, mySeats.flatMap((each) => each.spots)) : [...CHIPS];
  }

  get chip(): number {
    return chipInHand(this.chosen, this.chips, this.table.view?.limits.low ?? 0);
  }

  choose(chip: number | undefined): void {
    if (chip === undefined || !this.chips.includes(chip)) return;
    this.chosen = chip;
    this.table.changed();
  }
}

const LITTLE = 5_000; // below this the server gives free chips

/** Whether somebody has so little that the server gives more. */
export function hasLittle(me: { funds: number; on_tables: number }): boolean {
  return me.funds + me.on_tables < LITTLE;
}
