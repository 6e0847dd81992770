// The words of the Rail. What the server says (labels, reasons, consequences) is not in here.

import { dollars, signed } from "../shared/money.ts";

const COVERS: Record<string, string> = { full: "Covered", partial: "Partly covered", none: "Not covered by the bank" };

const BY: Record<string, string> = {
  "away rule": "Decided by the table's away rule",
  "away fold": "Folded by your away instruction",
  "away optimal": "Decided by your away instruction: best play",
};

function list(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const rail = {
  region: "Your hand",
  hands: "Your hands",
  hand: (seat: number): string => `Hand ${seat}`,
  spots: "Your bets",
  shortWhy: (code: string, values: Readonly<Record<string, string | number>>, label: (id: string) => string): string | undefined => {
    const cents = (key: string): string => dollars(Number(values[key]));
    switch (code) {
      case "needs":
        return `needs ${String(values["needs"]).split(" ").map(label).join(values["mode"] === "any" ? " or " : " and ")}`;
      case "too_low":
        return `at least ${cents("min")}`;
      case "too_high":
        return `at most ${cents("max")}`;
      case "no_room":
        return `no more than ${cents("max")} fits`;
      case "step":
        return `in steps of ${cents("step")}`;
      case "fixed":
        return `exactly ${cents("amount")}`;
      default:
        return undefined;
    }
  },
  range: (min: number, max: number | null): string => (max === null ? `from ${dollars(min)}` : min === max ? dollars(min) : `${dollars(min)}–${dollars(max)}`),
  spotName: (label: string, amount: number, min: number, adds: number): string =>
    `${label}, ${amount > 0 ? dollars(amount) : "no bet"}, minimum ${dollars(min)}. Adds ${dollars(adds)}`,
  lockedName: (label: string, amount: number): string => `${label}, ${amount > 0 ? dollars(amount) : "no bet"}`,
  sensorName: (label: string, amount: number): string => `${label}, ${dollars(amount)}`,
  playName: (label: string, amount: number): string => (amount > 0 ? `${label}, ${dollars(amount)}` : `${label}, no bet yet`),
  takeOff: (cents: number, label: string): string => `Take ${dollars(cents)} off ${label}`,
  on: "On",
  off: "Off",
  afterDeal: "after the deal",
  cover: (cover: string): string => COVERS[cover] ?? cover,

  chipsLeft: (cents: number): string => `You have ${dollars(cents)} left.`,
  belowMinimum: (cents: number, low: number): string => `You have ${dollars(cents)}; bets here start at ${dollars(low)}.`,
  otherTables: "Other tables",
  topUp: "Get free chips",
  toppedUp: (cents: number): string => `You have ${dollars(cents)} now.`,
  tray: "Chip in hand",
  chip: (cents: number): string => `${dollars(cents)} chip`,
  rebet: "Rebet",
  double: "Double",
  doubleSign: "2×",
  undo: "Undo",
  redo: "Redo",
  clear: "Clear",
  favourites: "Kept bets",
  keep: "Keep",
  useKept: (n: number, cents: number): string => `Play kept bet ${n}, ${dollars(cents)}`,
  forget: (n: number, cents: number): string => `Forget kept bet ${n}, ${dollars(cents)}`,

  deal: "Deal",
  ready: "Ready",
  sitOut: "Sit this one out",
  isReady: "You are ready",
  total: (cents: number): string => `${dollars(cents)} on the table`,
  place: "Place your bets",
  firstBet: (label: string, alone: boolean): string => (alone ? `Pick a chip, put it on ${label}, then press Deal.` : `Pick a chip and put it on ${label}, or sit this one out.`),
  moreBets: (go: string): string => `Add more, or press ${go}.`,
  checking: "The table looks at your bet…",
  refused: "This bet does not stand yet",
  notDone: "That was not done",
  paused: "The table is stopped for the moment",
  offline: "No connection: your seat is held",

  dealing: "No more bets",
  dealt: "The cards are dealt.",
  yourMove: "Your move",
  yourMoveAt: (seat: number): string => `Your move at hand ${seat}`,
  noDecision: "Nothing to decide",
  noDecisionWhy: "This hand has no Ante: its bets ride.",
  waiting: (names: readonly string[]): string => `Waiting for ${list(names)}`,
  waitingShort: "Waiting",
  decided: { folded: "You folded", played: "You play", drew: "You drew" } as Record<string, string>,
  revealing: (dealer: string): string => `${dealer} shows`,
  skip: "A tap or any key shows the end.",
  lastRound: "Last round",
  lastRoundName: (round: number, net: number): string => `Your result of round ${round}, ${signed(net)}: look at it again`,
  meanwhile: (round: number, phase: string, names: readonly string[], waits: boolean): string =>
    [
      phase === "bets" ? `Round ${round} is open for bets.` : phase === "decisions" ? `Round ${round} is being played.` : `Round ${round} is over.`,
      phase === "bets" && waits ? "The others wait for you." : names.length > 0 ? `Waiting for ${list(names)}.` : "",
    ].join(" ").trim(),
  lastTitle: "Your last result",
  roundOf: (round: number): string => `Round ${round}`,
  receipt: "The receipt of this round",
  bank: "You hold the bank",
  bankWaits: "Waiting for bets",
  bankHeld: (held: number, most: number): string => `Round ${held} of ${most}`,
  bankTaken: (stake: number): string => `You take the bank with ${dollars(stake)}, as you wished.`,
  bankNet: (net: number): string => `The bank: ${signed(net)}`,
  decisions: "Decision",
  pickCard: "Tap the card to discard, then press Draw.",
  drawPick: "Draw: pick a card",
  draw: (card: string): string => `Draw: discard ${card}`,
  discardMark: "Discard",
  discardName: (card: string): string => `Discard the ${card}`,
  firstThree: (hand: string): string => `First 3: ${hand}`,
  thrown: "Discarded",
  sure: "Won or lost already",
  by: (who: string): string => BY[who] ?? "",
  moreTime: (seconds: number, left: number): string => `+${seconds} s (${left} left)`,
  seconds: (left: number): string => `${left} s left`,

  results: "Results",
  wager: "Wager",
  result: "Result",
  odds: "Pays",
  profit: "Profit",
  clause: "Rule",
  clauseName: (clause: string): string => `Rule ${clause} (opens in a new tab)`,
  /** "You won $20"; of one hand among several, "Hand 3 won $20". */
  verdict: (net: number, hand?: number): string => {
    const who = hand === undefined ? "You" : rail.hand(hand);
    return net > 0 ? `${who} won ${dollars(net)}` : net < 0 ? `${who} lost ${dollars(-net)}` : hand === undefined ? "Even" : `${who}: even`;
  },
  voided: "Round void",
  voidWhy: "All wagers are returned.",
  satOut: "You sat this one out",
  net: (net: number): string => `Round net ${signed(net)}`,
  money: (bets: number, back: number): string => `bets ${dollars(bets)} → back ${dollars(back)}`,
  again: "Rebet & Deal",
  fresh: "New bets",

  standing: "Session",
  balance: "Balance",
  balanceWhy: "Bets, and what Play may cost, are taken off already",
  reserve: (cents: number, label: string): string => `+ ${dollars(cents)} for ${label}`,
  reserveWhy: (label: string): string => `Kept for ${label} until you decide; it comes back when you fold`,
  session: "Net",
  elapsed: "Time",
  limits: "Limits set",
};
