// The words of the Lab that the server does not write.

import { isRaise, timesOf } from "../shared/raises.ts";

export const LAB = {
  lost: "The server did not answer. Try again.",
  again: "Try again",
  waiting: "Counting every deal…",
  slow: (seconds: number): string => `${seconds} s so far. What takes longer than 4 s to count is simulated instead; you wait 30 s at most.`,
  cancel: "Cancel",
  cancelled: "Cancelled.",
  pending: "pending",
  how: "How",
  asTable: "As a table",
  csv: "CSV",
  png: "PNG",
  clauses: "Rests on",
  exact: "Exactly",
};

export type Look = "play" | "raise" | "fold" | "draw" | "mixed";

const ACTIONS: Readonly<Record<Exclude<Look, "raise">, { word: string; sign: string }>> = {
  play: { word: "Play", sign: "▲" },
  fold: { word: "Fold", sign: "✕" },
  draw: { word: "Draw", sign: "◆" },
  mixed: { word: "Depends", sign: "~" },
};

/** How an action is told and looks; a Play that is raised has its multiple for a sign. */
export function actionLook(id: string): { word: string; sign: string; look: Look } {
  if (isRaise(id)) return { word: STRATEGY.raised(timesOf(id)), sign: `${timesOf(id)}×`, look: "raise" };
  const look = id in ACTIONS ? (id as keyof typeof ACTIONS) : "mixed";
  return { ...ACTIONS[look], look };
}

export const BAR = {
  region: "This what-if",
  printed: "The printed sheet",
  changes: (n: number): string => (n === 1 ? "1 change to the printed sheet" : `${n} changes to the printed sheet`),
  reset: "Printed sheet",
  share: "Copy link",
  copied: "The link is copied. It shows just this.",
  address: "The address above is the link: it shows just this.",
  csv: "Figures (CSV)",
  toml: "Sheet (TOML)",
  open: "Open as a table",
  opening: "Opening…",
  title: (name: string): string => `${name} from the Lab`,
  undo: (label: string): string => `Undo: ${label}`,
  setting: (key: string, value: string): string => `${key}: ${value.length > 48 ? `${value.slice(0, 47)}…` : value}`,
};

export const EDGES = {
  title: "Edge per wager",
  lead: "What a bet loses on average, per dollar of it. Exact, over every possible deal, unless it is marked as simulated.",
  simulated: "simulated",
  between: (low: string, high: string): string => `between ${low} and ${high}, 95 times in 100`,
  favour: "house edge: below zero is in your favour",
  house: "house edge",
  risk: (share: string): string => `${share} of all that is staked`,
  wins: (share: string): string => `wins ${share}`,
  deviation: (value: string): string => `deviation ${value}`,
  worst: (one: string, hundred: string | null): string => `worst 1 % of rounds ${one}${hundred === null ? "" : `, of 100 rounds ${hundred}`}`,
  breakEven: (money: string): string => `even at a meter of ${money}`,
  head: ["Wager", "House edge", "Printed", "Per dollar staked", "Deviation", "Wins", "Pushes", "Loses", "Worst 1 % of rounds", "Worst 1 % of 100 rounds", "Expected, exactly"],
  said: (label: string, now: string): string => `${label}: house edge ${now}`,
  upHead: ["Up card", "Expected per Ante", "Exactly"],
  up: "By the card that shows",
  refused: (why: string): string => `Not priced: ${why}.`,
};

export const PAYS = {
  title: "Pay tables",
  lead: "Move a pay: the edge follows exactly. Where a pay could change how a hand is best played, the server counts again.",
  none: "This sheet has no pay table to move.",
  slider: (table: string, line: string, kind: string): string => `${table}, ${line}: odds ${kind} 1`,
  field: (table: string, line: string, kind: string): string => `${table}, ${line}: write the odds ${kind} 1`,
  count: (count: string, outcomes: string): string => `${count} of ${outcomes}`,
  back: (pay: string): string => `Back to ${pay}`,
  bad: "Write odds above 0, like 7, 1.5 or 3/2.",
  linear: "At once: ",
  asks: "Counted again by the server: ",
  fixed: "Paid in cash or from the meter, not moved here",
};

export const KNOBS = {
  title: "What if",
  lead: "Turn a rule of the sheet. Everything on this page follows.",
  strategy: "Played",
  meterHint: (least: string): string => `from ${least}`,
  anything: "Anything else on the sheet",
  example: "key=value, like table.seats=6",
  bad: "Write a key of the sheet, an equals sign and a value, like table.seats=6.",
  apply: "Set",
};

export const STRATEGY = {
  title: "Best play",
  waiting: "Working out the best play…",
  grid: (up: string): string => (up ? `High-card hands against ${up}` : "High-card hands"),
  gridLead: (draws: boolean, raises: boolean): string => {
    const gain = draws ? "the best draw gains over standing or folding" : raises ? "the best Play, raised or not, gains over folding" : "playing gains over folding";
    return `Rows: highest card. Columns: second card. The number is what ${gain}, per Ante. Open a cell for its hands.`;
  },
  raised: (times: number): string => `Play ${times}×`,
  notRaised: "not raised",
  keys: "Arrow keys move in the grid.",
  legend: "Colour and sign",
  cell: (label: string, best: string, gain: string, deals: string): string => `${label}: ${best}, gain ${gain}, ${deals} deals`,
  up: "Against each up card",
  upHead: ["Dealer shows", "Best play", "Played"],
  upRaised: "Raised",
  showGrid: (up: string): string => `Grid against ${up}`,
  hideGrid: "Close the grid",
  rules: "Counted",
  categories: "Better hands",
  head: ["Hands", "Deals", "Best", "Fold", "Play", "Draw", "Gain", "Discards"],
  totals: (word: string, deals: string, share: string): string => `${word} ${deals} (${share})`,
  cellTitle: (label: string, up: string): string => (up ? `${label} against ${up}` : label),
  cellHead: ["Hand", "Deals alike", "Best", "Worth of each action, per Ante"],
  more: (n: number): string => `${n} more hands are not listed.`,
  close: "Close",
  explore: "Look at this hand",
};

export const FOLK = {
  title: "What people do",
  lead: "Ways to play that are heard at tables, priced beside the best one, per Ante.",
  head: ["Strategy", "House edge", "Gives up", "Exactly"],
  price: (label: string): string => `Price the house so: ${label}`,
  priced: "priced so",
  use: "Use",
};

export const HAND = {
  title: "One hand",
  lead: "Type three cards or pick them.",
  cards: "Your cards",
  shown: (n: number): string => (n === 1 ? "The dealer's up card" : `The dealer's ${n} up cards`),
  typed: "like Qs 6h 4d",
  pick: "Pick cards",
  forDealer: "for the dealer",
  clear: "Clear",
  need: (n: number): string => (n === 1 ? "One more card." : `${n} more cards.`),
  needShown: (n: number): string => (n === 1 ? "One card of the dealer shows: pick it too." : `${n} cards of the dealer show: pick them too.`),
  head: ["Action", "Worth per Ante", "Costs", "Exactly"],
  best: "best",
  ends: "If you play, the dealer's hands",
  end: { win: "You win", tie: "Tie", lose: "You lose", not_qualified: "Dealer does not qualify" },
  endsHead: ["Ends", "Outcomes", "Share"],
};

export const SITTING = {
  title: "A sitting",
  lead: "The same bet, round after round, under its best play. Counted, unless it is marked as simulated.",
  bets: "Bet each round",
  bankroll: "Bankroll",
  rounds: "Rounds",
  stopWin: "Leave when ahead by",
  stopLoss: "Leave when behind by",
  none: "no stop",
  run: "Work it out",
  waiting: "Following every round…",
  ruin: "Broke before the end",
  ahead: "Ends ahead",
  behind: "Ends behind",
  median: "Middle result",
  mean: "Mean result",
  stopped: "Stopped ahead · behind",
  lasts: "Rounds played, on average",
  fan: "How the bankroll can go",
  fanLabel: (rounds: string, median: string, low: string, high: string): string =>
    `Bankroll over ${rounds} rounds: half of all sittings end above ${median}, nine in ten between ${low} and ${high}.`,
  fanHead: ["Rounds", "1 %", "5 %", "25 %", "50 %", "75 %", "95 %", "99 %", "Mean", "Broke", "Stopped ahead", "Stopped behind"],
  histogram: "Where it ends",
  histogramLabel: (ahead: string, behind: string): string => `Chance of every last bankroll: ${ahead} end ahead, ${behind} behind.`,
  histogramHead: ["From", "To below", "Chance"],
  money: (text: string): string => `“${text}” is not an amount of money: write dollars, like 20 or 12.50.`,
  legend: "Bands hold 98, 90 and 50 % of all sittings; the line is the middle, the dashes are the mean.",
};

export const FAN = { rounds: "rounds", left: "bankroll at the end" };

export const COMPARE = {
  title: "Beside other houses",
  lead: "The printed sheets of other houses beside this one.",
  choose: "Houses to put beside",
  this: "this what-if",
  what: "Rule or wager",
  caption: "Houses compared",
  none: "not offered",
  unpriced: "not priced",
};
