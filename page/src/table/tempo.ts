// How long things last on the table, in milliseconds at the normal pace.

export const TEMPO = {
  /** A chip goes to its spot. */
  chip: 180,
  /** A card flies out of the shoe; the next one follows so much later. */
  deal: 220,
  dealStep: 90,
  /** The longest that one's own cards wait for the cards of the others. */
  dealWait: 900,
  /** A card of one's own is turned over; the next one follows so much later. */
  flip: 260,
  flipStep: 80,
  /** After the last decision, before the first card of the dealer. */
  decided: 360,
  /** A drawn card comes from the shoe. */
  draw: 240,
  /** A card of the dealer is turned over, and is looked at. */
  reveal: 320,
  revealGap: 220,
  /** The held beat before the last card. */
  hold: 750,
  /** The dealer's hand lies open, and is named. */
  verdict: 1_000,
  /** A seat is paid; all of them take no longer than `pays`. */
  pay: 420,
  pays: 2_000,
  payout: 260,
  payoutStep: 90,
  /** The meter runs down into a stack. */
  jackpot: 2_800,
  meter: 600,
} as const;
