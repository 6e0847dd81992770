// Which cards decide a hand, as the server says: they are lit, at the seat and at the dealer's place.

import type { SeatSeen } from "./seen.ts";

/** The cards by which a hand and the dealer's were told apart; none where nothing was compared. */
export function decidingCards(seat: SeatSeen | undefined): ReadonlySet<string> {
  const found = seat?.showdown;
  if (!found || (found.how !== "compared" && found.how !== "not_qualified")) return new Set();
  const mine = found.versus === null || found.by === "tie" ? [] : found.hand.decide;
  return new Set([...mine, ...(found.by === "tie" ? [] : found.dealer.decide)]);
}

/** The cards of both hands that make a bonus on six cards, where it is won. */
export function bonusCards(seat: SeatSeen | undefined): ReadonlySet<string> {
  const won = seat?.showdown?.sides.filter((each) => each.judged === "six cards" && each.result === "win") ?? [];
  return new Set(won.flatMap((each) => each.cards));
}
