// The words of what opens over the table: settings, host, bank, fair deal, leaving.

export const SETTINGS = {
  title: "Settings",
  kept: "Kept in this browser.",
  theme: "Light or dark",
  themes: [
    ["system", "As my device"],
    ["light", "Light"],
    ["dark", "Dark"],
  ] as const,
  deck: "Deck",
  decks: [
    ["distinct", "High distinction", "Four colours that stay apart for every eye"],
    ["poker", "Poker", "Four colours"],
    ["classic", "Classic", "Two colours"],
  ] as const,
  motion: "Motion",
  motions: [
    ["normal", "Normal"],
    ["fast", "Fast"],
    ["instant", "None"],
  ] as const,
  sound: "Sound",
  soundMore: "Chips, cards and wins. Never for a loss.",
  keys: "Single keys act",
  keysMore: "A for Ante, P for Play and so on; ? lists them.",
  text: "Text table",
  textMore: "Headings, lists and forms instead of the felt.",
  aloud: "Read the table's log aloud",
  aloudMore: "For screen readers: what the others do, too.",
  stays: "My result stays until I go on",
  staysMore: "The others may begin the next round meanwhile; you join it when you like.",
} as const;

export const HOST = {
  title: "Host and company",
  link: "Link to this table",
  linkPrivate: "Only who has this link can sit down here.",
  linkPublic: "The table is in the lobby; this link leads straight to it.",
  copy: "Copy",
  copied: "The link is copied.",
  share: "Share",
  qr: "QR code of this table's invitation",
  qrMore: "Point a phone's camera at it: it opens the invitation.",
  noCopy: "The browser does not let the page copy: select the link and copy it.",
  bots: "Bots",
  add: "Add",
  addNamed: (label: string) => `Add a bot: ${label}`,
  noSeat: "Every seat is taken.",
  mayNot: "Who sits here, or has opened the table, may add bots.",
  remove: "Remove",
  removeNamed: (name: string, seat: number) => `Remove ${name} from seat ${seat}`,
  seatOf: (seat: number) => `Seat ${seat}`,
  watching: (n: number) => (n === 1 ? "One person looks on." : `${n} people look on.`),
  about: "The table",
  isPrivate: "Private: by invitation only",
  isPublic: "Public: in the lobby",
  spectators: "People may look on without a seat",
  noSpectators: "Nobody may look on",
  noClock: (isPrivate: boolean) => `No clock: the table waits for its people, ${isPrivate ? "a day" : "five minutes"} at the longest`,
  clock: (bets: number, decision: number, extension: number, times: number) => `Clock: bets ${bets} s, decisions ${decision} s, +${extension} s ${times === 1 ? "once" : `${times} times`}`,
} as const;

export const CLOSE = {
  title: "Close the table",
  ask: "Close after this round…",
  what: "No further round is played. A hand that was dealt is played to its end first; other bets go back. The table cannot be opened again.",
  yes: "Close the table",
  no: "Keep it open",
  closing: "The table closes after this round.",
} as const;

export const BANK = {
  title: "The bank",
  what: (least: string, rounds: number) =>
    `As the bank you pay the others when they win and take what they lose, up to the stake you put up, at least ${least}. It goes around clockwise; ${rounds === 2 ? "two" : rounds} rounds in a row are the most.`,
  noAct: "You cannot act on the bank's cards: the hand plays itself.",
  seatFirst: "Take a seat to be offered the bank.",
  is: (name: string, stake: string) => `${name} holds the bank with ${stake}.`,
  youAre: (stake: string) => `You hold the bank with ${stake}.`,
  none: "Nobody holds the bank yet.",
} as const;

export const FAIR = {
  title: "A fair deal",
  what: [
    "Before you bet, the table seals its half of the shuffle: the seal below fixes it and cannot be changed afterwards.",
    "Your seed is the other half, made in this browser after the seal was seen, so nobody could know the cards.",
    "When the round is over the seal is opened, and anybody can check that it made exactly these cards.",
  ],
  seal: "Seal of this round",
  noSeal: "The seal comes with the next round.",
  head: "Chain of the rounds before",
  seed: "Your seed",
  seedMore: "32 digits, 0-9 and a-f. It counts for bets placed from now on.",
  seedFault: "A seed has 32 digits, 0-9 and a-f.",
  seedSet: "Your seed goes with your next bet.",
  use: "Use this seed",
  fresh: "A new one",
  verify: (round: number) => `Check round ${round}`,
  later: "The link to check this round is here when it has ended.",
} as const;

export const LEAVE = {
  title: "Leave the table?",
  now: "Your seat becomes free. Your money stays with you.",
  after: "There are bets or cards of yours on the table: you get up when this hand is over.",
  stand: "Get up",
  standAfter: "Get up after this hand",
  stay: "Stay",
  leaving: "You get up after this hand.",
} as const;
