// How a paid hand ended, in accord with its net, and what else is to be said of it. Fetched once cards are dealt.

import type { CoveredSeat, CoveredWager, LineFrame, Showdown } from "../generated/table.ts";
import { dollars } from "../shared/money.ts";
import { listed } from "./log.ts";
import { type Names, showdownText, sideText } from "./showdown.ts";

/** What the sentence that decided a hand leads one to expect; nothing where it tells every bet itself. */
function promise({ how, versus }: Showdown): number | undefined {
  if (how === "no_main") return undefined;
  if (how === "folded") return -1;
  return versus === null || versus === "better" ? 1 : versus === "equal" ? 0 : -1;
}

/** Which bets earned and which cost how much: "Pair Plus won $20; Ante and Play lost $10". */
function accounts(lines: readonly LineFrame[], net: number): string[] {
  const part = (fits: (line: LineFrame) => boolean, words: (labels: string, cents: number, one: boolean) => string): string[] => {
    const found = lines.filter(fits);
    const cents = found.reduce((sum, each) => sum + Math.abs(each.profit), 0);
    return found.length > 0 ? [words(listed(found.map((each) => each.label)), cents, found.length === 1)] : [];
  };
  const won = part((each) => each.profit > 0, (labels, cents) => `${labels} won ${dollars(cents)}`);
  const lost = part((each) => each.profit < 0, (labels, cents) => `${labels} lost ${dollars(cents)}`);
  return [
    ...(net < 0 ? [...lost, ...won] : [...won, ...lost]),
    ...part((each) => each.result === "push", (labels, _, one) => `${labels} ${one ? "pushes" : "push"}`),
    ...part((each) => each.result === "returned", (labels, _, one) => `${labels} ${one ? "is" : "are"} returned`),
  ];
}

/** Why a paid hand ended as it did: where what decided it belies its net, the bets that made the net come first. */
export function verdictText(fact: Showdown, lines: readonly LineFrame[], names: Names): string {
  const net = lines.reduce((sum, each) => sum + each.profit, 0);
  const [told, expected] = [showdownText(fact, names), promise(fact)];
  return expected === undefined || expected === Math.sign(net) ? told : `${accounts(lines, net).join("; ")}. ${told}`;
}

interface Paid {
  readonly n: number;
  readonly net: number | null;
  readonly showdown: Showdown | null;
}

/** What else is to be said of a paid hand: bets that were won by more than its own cards, and what the bank could not cover. */
export function endNotes({ n, net, showdown: fact }: Paid, names: Names, bank: { readonly seats: readonly CoveredSeat[] } | null): string[] {
  if (net === null) return [];
  const wagers = bank?.seats.find((each) => each.n === n)?.wagers ?? [];
  const sides = fact && fact.how !== "no_main" ? fact.sides.filter((each) => each.result === "win" && each.judged !== "three cards") : [];
  return [...sides.map((each) => sideText(each, names)), ...wagers.flatMap(shortfall)].map((each) => `${each}.`);
}

function shortfall({ label, end }: CoveredWager): string[] {
  if (!end || end.uncovered === 0) return [];
  const [back, short] = [dollars(end.returned), dollars(Math.abs(end.uncovered))];
  if (end.result === "win") return [`${label} won only ${dollars(end.profit)}: the bank could not cover ${short} more`];
  if (end.result === "lose") return [`${label} lost only ${dollars(-end.profit)}: the bank had run out, and ${back} came back`];
  return [end.uncovered > 0 ? `${label} ${back} returned: the bank could not cover the ${short} win` : `${label} ${back} returned: the bank had run out`];
}
