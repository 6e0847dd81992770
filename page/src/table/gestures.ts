// Gestures at the table: which of them this person wants to see, and whose is to be seen at this moment.

import type { GestureNote, TableEvent } from "../generated/table.ts";
import { type Prefs, prefs, setPrefs } from "../shared/prefs.ts";
import type { Gesture } from "../words/company.ts";
import type { Store } from "./store.ts";

const SHOWN = 4_000; // ms
const MOST_MUTED = 100; // people who are remembered as muted

type Muting = Pick<Prefs, "muted" | "mutedAll">;

/** Whether a gesture is not to be seen; one's own always are. */
export function isMuted({ muted, mutedAll }: Muting, { person }: Pick<GestureNote, "person">, me: string | undefined): boolean {
  return person !== me && (mutedAll || person in muted);
}

/** The muted people with one more or one less; of too many the first are forgotten. */
export function muting(muted: Muting["muted"], person: string, name: string, mute: boolean): Muting["muted"] {
  const others = Object.entries(muted).filter(([id]) => id !== person);
  return Object.fromEntries(mute ? [...others.slice(1 - MOST_MUTED), [person, name]] : others);
}

export class GestureDesk {
  private readonly shown = new Map<number, Gesture>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** What is left when muted gestures are taken away; the others are shown for a while. */
  heard(events: readonly TableEvent[]): readonly TableEvent[] {
    const left = events.filter((each) => each.k !== "gesture" || !isMuted(prefs(), each, this.store.me?.id));
    for (const each of left) if (each.k === "gesture") this.show(each.seat, each.gesture);
    return left;
  }

  /** The gesture that is to be seen at a seat. */
  at(seat: number): Gesture | undefined {
    return this.shown.get(seat);
  }

  async make(gesture: Gesture): Promise<void> {
    await this.store.do({ do: "gesture", gesture });
  }

  mute(person: string, name: string, mute: boolean): void {
    setPrefs({ muted: muting(prefs().muted, person, name, mute) });
  }

  private show(seat: number, gesture: Gesture): void {
    clearTimeout(this.timers.get(seat));
    this.shown.set(seat, gesture);
    this.timers.set(seat, setTimeout(() => {
      this.shown.delete(seat);
      this.store.changed();
    }, SHOWN));
  }
}
