// The sentences of the log. Who is "You" is you; every other name is the table's.

const VOIDS: Record<string, string> = {
  exposed: "more cards were exposed than may show",
  malfunction: "the cards or the machine failed",
  "cannot go on": "the round cannot go on",
};

export const INSTRUCTIONS: Record<string, string> = {
  "away rule": "the table's away rule",
  "away fold": "your instruction to fold",
  "away optimal": "your instruction to play by the odds",
};

/** "Ante $15, Pair Plus $15 and Progressive $1". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Somebody who does something: "You play", "Ann plays". */
export interface Who {
  name: string;
  you: boolean;
}

function does(who: Who, yours: string, theirs: string): string {
  return `${who.name} ${who.you ? yours : theirs}`;
}

export const LOG = {
  label: "Table log",
  you: "You",
  youAt: (seat: number) => `You (seat ${seat})`,
  nobody: (seat: number) => `Seat ${seat}`,
  round: (round: number) => `Round ${round}.`,
  open: (round: number) => `Round ${round}: bets are open.`,
  bets: (who: Who, wagers: string) => `${does(who, "bet", "bets")} ${wagers}.`,
  betsBack: (who: Who) => `${does(who, "take", "takes")} the bets back.`,
  bank: (who: Who, stake: string) => `${does(who, "are", "is")} the bank, with ${stake}.`,
  bankUp: (who: Who) => `${does(who, "give", "gives")} the bank up.`,
  bankOffer: (who: Who) => (who.you ? "The bank is offered to you." : `The bank is offered to ${who.name}.`),
  bankPassed: "The bank was not taken.",
  bankResult: (label: string, net: string, left: string) => `${label}: ${net} on the round; ${left} of the stake was not used.`,
  bankOut: (seat: number) => `The bank is exhausted at seat ${seat}: what it does not cover goes back.`,
  dealt: "The cards are dealt.",
  cards: (cards: string, hand: string | null) => `Your cards: ${cards}${hand ? `: ${hand}` : ""}.`,
  up: (label: string, cards: string) => `${label} shows ${cards}.`,
  play: (who: Who, cost: string) => `${does(who, "play", "plays")} for ${cost}`,
  fold: (who: Who) => does(who, "fold", "folds"),
  draw: (who: Who) => does(who, "draw a card", "draws a card"),
  traded: (discard: string, drawn: string) => `: discard ${discard}, get ${drawn}`,
  byPlatform: (by: string) => ` (decided by ${INSTRUCTIONS[by] ?? by})`,
  forYou: (by: string) => `Your hand was decided by ${INSTRUCTIONS[by] ?? by}.`,
  holds: (who: Who, cards: string, hand: string | null) => `${who.name}: ${cards}${hand ? `, ${hand}` : ""}.`,
  reveal: (label: string, cards: string, hand: string | null, stands: boolean) => `${label}: ${cards}${hand ? `, ${hand}` : ""}${stands ? "; stands" : ""}.`,
  dealerDraws: (label: string, cards: string, drawn: string) => `${label}: ${cards}; draws ${drawn}.`,
  best: (label: string, cards: string, hand: string | null) => `${label} plays ${cards}${hand ? `, ${hand}` : ""}.`,
  qualifies: (label: string, yes: boolean) => `${label} ${yes ? "qualifies" : "does not qualify"}.`,
  line: (label: string, word: string, pays: string, money: string) => `${label}: ${word}${pays}, ${money}`,
  paidAt: (pays: string) => ` ${pays}`,
  backTo: (money: string) => `, ${money} back`,
  net: (who: Who, money: string) => (who.you ? `Your round: ${money}.` : `${who.name}: ${money}.`),
  netAt: (seat: number, money: string) => `Seat ${seat}, your round: ${money}.`,
  part: (label: string, word: string, money: string) => `${label} ${word} ${money}`,
  netOf: (who: Who, parts: string, money: string) => `${who.name}: ${parts}; in all ${money}.`,
  meter: (now: string, won: boolean) => `The meter stands at ${now}${won ? " again: it was won" : ""}.`,
  voided: (cause: string) => `Round void: ${VOIDS[cause] ?? cause}. All wagers are returned.`,
  sit: (who: Who, seat: number) => `${does(who, "sit", "sits")} down at seat ${seat}.`,
  stand: (who: Who, seat: number) => `${does(who, "leave", "leaves")} seat ${seat}.`,
  leaving: (who: Who) => `${does(who, "get", "gets")} up after this hand.`,
  away: (who: Who) => `${does(who, "are", "is")} away; the seat is held.`,
  back: (who: Who) => `${does(who, "are", "is")} back.`,
  ready: (who: Who) => `${does(who, "are", "is")} ready.`,
  renamed: (who: Who, name: string) => `${does(who, "are", "is")} called ${name} now.`,
  gesture: (who: Who, words: string) => `${who.name}: ${words}`,
  moreTime: (who: Who) => `${does(who, "have", "has")} more time.`,
  frozen: "The operator has stopped the table.",
  thawed: "The table goes on.",
  eveningPaused: "The host has paused the evening.",
  eveningResumed: "The evening goes on.",
  resumed: "The house was away for a moment. Clocks start full again.",
} as const;
