// Taking a seat without choosing one: the free seat nearest to the middle.

import { Refused } from "../shared/api.ts";
import type { SeatSeen } from "./seen.ts";
import type { Store } from "./store.ts";

/** Free seats, the one nearest to the middle first. */
export function freeSeats(seats: readonly Pick<SeatSeen, "n" | "name">[]): number[] {
  const middle = (seats.length + 1) / 2;
  return seats.filter((each) => each.name === null).map((each) => each.n).sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other);
}

/** Whether somebody has the whole table to themselves, with seats to spare. */
export function alone(seats: readonly Pick<SeatSeen, "name" | "you">[]): boolean {
  return seats.some((each) => each.you) && seats.every((each) => each.you || each.name === null) && seats.some((each) => each.name === null);
}

/** Comes as somebody, and has seen the table as they may. */
async function comeIn(store: Store): Promise<void> {
  const before = store.presentation.live;
  await store.join();
  await new Promise<void>((seen) => {
    const stop = store.watch(() => {
      if (store.presentation.live === before && store.link !== "ended") return;
      stop();
      seen();
    });
  });
}

/** Sits down; where somebody was faster, at the next free seat. */
export async function takeSeat(store: Store): Promise<void> {
  if (!store.me) await comeIn(store);
  for (const seat of freeSeats(store.view?.seats ?? [])) {
    const answer = await store.ask({ do: "sit", seat });
    if (!(answer instanceof Refused) || answer.body.code !== "taken") return;
  }
}

/** Who gets up after a round of their own sees what the sitting came to. */
export function tellSitting(store: Store): () => void {
  let played = false;
  return store.listen(({ beat: { view } }) => {
    const mine = view.seats.filter((each) => each.you);
    played ||= mine.some((each) => each.net !== null) || (view.phase === "settled" && view.bank?.you === true);
    const gone = mine.length === 0 || view.me === null; // a hand that was paid may still lie there
    if (played && gone) store.show("sitting");
    played &&= !gone;
  });
}
