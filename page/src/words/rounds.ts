// The words of the replay and of the check of receipts.

const short = (hex: string): string => `${hex.slice(0, 12)}…`;
const list = (seats: readonly number[]): string => seats.join(", ");
const gave = (seats: readonly number[], who: string, what: string): string[] => (seats.length ? [`seat${seats.length > 1 ? "s" : ""} ${list(seats)}${who} gave ${what}`] : []);

export const CHECKS = {
  notJson: "This is not a receipt: the text is not JSON.",
  notReceipt: (what: string): string => `This is not a receipt of Pitboss: ${what}.`,
  canonical: "The text is complete, and written the one way a receipt is written.",
  notCanonical: "The text is not written the way a receipt is: blanks, another order, or something twice. Give it as it was.",
  unsure: (why: string): string => `The text cannot be hashed here: ${why}. Use “pitboss verify”.`,
  place: (number: number, table: string): string => `It is round ${number} of table ${table}.`,
  notPlace: (round: string, table: string, number: number): string => `The round is called ${round}, which is not round ${number} of table ${table}.`,
  commitment: "The commitment opens: it is that of this server seed, round and rules.",
  notCommitment: (made: string): string => `The commitment was to something else: this seed, round and rules make ${short(made)}`,
  seeds: (people: readonly number[], bots: readonly number[], others: readonly number[]): string => {
    const told = [...gave(people, "", people.length > 1 ? "seeds" : "a seed"), ...gave(bots, bots.length > 1 ? " (bots)" : " (a bot)", "none"), ...gave(others, "", "none")];
    return told.length ? `Exactly the seats that bet are in the shuffle: ${told.join("; ")}.` : "Nobody bet, and no seat has a seed.";
  },
  notSeeds: (bet: readonly number[], seeded: readonly number[]): string => `Seats ${list(bet) || "none"} bet, but seeds are there for ${list(seeded) || "none"}.`,
  dealtSeats: (dealt: readonly number[]): string => `Cards were dealt to seats ${list(dealt)}, which are not the seats that bet.`,
  deck: "The deck of 52 cards is the one that all the seeds together make.",
  notDeck: (place: number, told: string, made: string): string => `The deck is another one: at place ${place} the receipt has ${told}, the seeds give ${made}.`,
  notDealt: "No card was dealt.",
  cards: (count: number): string => `All ${count} cards that were shown lie where the deck puts them.`,
  notCard: (what: string, told: string, made: string): string => `${what}: the receipt says ${told}, the deck gives ${made}.`,
  upCard: "Up card",
  drawn: (seat: number): string => `Seat ${seat}, drawn card`,
  discard: (seat: number): string => `Seat ${seat}, discard`,
  dealer: "The dealer’s cards",
  none: "none",
  settled: "The round has an end: it was settled.",
  void: "The round has an end: it was void, and its seeds are open all the same.",
  unused: "The round has an end: the table closed without a bet on it.",
  notEnded: "The round has no end.",
  head: (head: string): string => `The head ${short(head)} is that of this text and of the head before it.`,
  notHead: (made: string): string => `Something was changed after the head was made: this text gives another one, ${short(made)}`,
  noted: "The commitment is the one this browser noted when the bets were open.",
  notNoted: "This browser noted another commitment when the bets were open.",
  follows: "It follows the head that this browser saw when the bets were open.",
  notFollows: "This browser saw another head when the bets were open: the rounds before were changed.",
  mySeed: "A seat has the seed that this browser made.",
  notMySeed: "No seat has the seed that this browser made.",
};

export const CHAIN = {
  links: (table: string, from: number, to: number): string => `Table ${table}: rounds ${from} to ${to} follow one another.`,
  gap: (table: string, from: number, to: number): string => `Table ${table}: nothing is known of the rounds between ${from} and ${to}.`,
  broken: (table: string, number: number): string => `Table ${table}: round ${number} does not follow the head of the round before it.`,
};

export const VERIFY = {
  button: "Verify in this browser",
  again: "Verify again",
  busy: "Checking…",
  good: "✔ Everything fits",
  bad: "✕ Something does not fit",
  byBrowser: "Checked here, by code of this page’s own",
  byServer: "Checked by the server: rules and payments",
  serverQuiet: "The server did not answer. “pitboss verify” on your own machine checks the payments, too.",
  noted: "While the bets were open, this browser noted the commitment",
  ownSeed: "and made the seed",
  noNote: "This browser noted nothing about this round. Compare the commitment with what you saw before you bet.",
  file: "Or choose a file",
  drop: "Drop a receipt file anywhere on this page, or paste its text.",
  empty: "There is no text to check.",
  tooMany: (most: number): string => `A file has at most ${most} receipts here.`,
  results: "What was found",
  chain: "How the rounds follow one another",
  receipt: (round: string): string => `Round ${round}`,
};

export const REPLAY = {
  first: "First",
  back: "Back",
  next: "Next",
  last: "Last",
  step: (now: number, of: number): string => `Step ${now} of ${of}`,
  keys: "The arrow keys step, too.",
  seat: (seat: number, name: string): string => `Seat ${seat}, ${name}`,
  meter: "Meter",
  tale: "What happened, sentence by sentence",
  failed: "The replay could not be loaded; what happened is told below.",
};
