// The words of the first hand. Labels, hands and what an action does come from the server.

import { dollars, signed } from "../shared/money.ts";
import { cardSign } from "../shared/words.ts";

/** "3 cards face down", "shows K♠; 2 cards face down". */
function dealerCards(cards: readonly string[]): string {
  const up = cards.filter((each) => each !== "??").map(cardSign);
  const down = cards.length - up.length;
  const hidden = down === 0 ? "" : `${down} ${down === 1 ? "card lies" : "cards lie"} face down`;
  return [up.length > 0 ? `shows ${up.join(" ")}` : "", hidden].filter(Boolean).join("; ");
}

export const FIRST = {
  region: "Your first hand",
  steps: ["Bet", "Look", "Decide", "Result"],
  of: (step: number): string => `Step ${step} of 4`,
  bet: (label: string, least: number, alone: boolean): string => `Pick a chip and put at least ${dollars(least)} on ${label}, ${alone ? "then press Deal" : "or sit this one out"}.`,
  sides: "The other spots are optional.",
  betLies: (total: number, go: string): string => `${dollars(total)} lies on the table. Press ${go} for the cards.`,
  waits: "Your bet stands. The cards come as soon as everybody is ready.",
  satOut: "You're sitting this one out.",
  coming: "The cards are on their way.",
  look: (words: string | null, dealer: string, cards: readonly string[]): string => {
    const own = words ? `You have: ${words}.` : "Your cards are face down.";
    const told = dealerCards(cards);
    return told ? `${own} ${dealer}: ${told}.` : own;
  },
  decide: (ways: readonly string[]): string => ways.join(" "),
  way: (label: string, consequence: string): string => `${label}: ${consequence.replace(/\.$/, "")}.`,
  decided: "Your decision stands. The cards are shown next.",
  result: (net: number): string => `Your round: ${signed(net)}. Beside each bet stands what it brought, and by which rule.`,
  void: "This round is void: every bet goes back. Bet again when you like.",
  bank: (label: string): string => `You are the ${label.toLowerCase()} this round. Your first hand comes with your next bet.`,
  holder: (name: string): string => `${name} holds the bank.`,
  looked: "Next",
  ranks: "Hand ranks",
  rules: "Rules",
  skip: "Skip",
  done: "Got it",
} as const;
