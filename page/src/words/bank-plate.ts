// The words of the player bank on the felt.

import { dollars } from "../shared/money.ts";

export const BANK = {
  title: "Bank",
  none: (least: number) => `Nobody has the bank yet. It takes ${dollars(least)} or more.`,
  offered: (n: number) => `The bank is offered to seat ${n}.`,
  offeredToYou: "The bank is offered to you.",
  noBets: "no bets yet",
  covered: (cents: number) => `bets can use ${dollars(cents)} of it`,
  used: (cents: number) => `used ${dollars(cents)}`,
  left: (cents: number) => `left ${dollars(cents)}`,
  order: "covered clockwise",
  exhausted: (seat: number, cents: number, name: string | undefined) =>
    `Bank exhausted at seat ${seat}: ${dollars(cents)} of ${name === undefined ? "your" : `${name}'s`} wagers returned`,
};
