// What decided a hand, and which bets are won or lost before the dealer's cards are seen: facts in, sentences out.

import type { EnvyPay, Jackpot, JudgedHand, PaidBy, Showdown, SideResult, SureBet } from "../generated/table.ts";
import { dollars } from "../shared/money.ts";
import { rankName } from "../shared/words.ts";
import type { Who } from "./log.ts";

/** The house's own words around a fact, and whose hand it is. */
export interface Names {
  readonly who: Who;
  /** What the house calls its dealer. */
  readonly dealer: string;
  /** A wager or a bonus by its key. */
  readonly wager: (id: string) => string;
  /** A pay as it is printed. */
  readonly pay: (by: PaidBy) => string;
  /** Ranks of cards in a row, to be read or to be heard. */
  readonly ranks: (cards: readonly string[]) => string;
  /** The house's word for a hand or a line of a pay table, where it has one. */
  readonly hand: (key: string) => string | undefined;
}

const KINDS: Record<string, string> = {
  high_card: "high card", pair: "pair", two_pair: "two pair", flush: "flush", straight: "straight", three_of_a_kind: "three of a kind", three_aces: "three aces", full_house: "full house",
  four_of_a_kind: "four of a kind", straight_flush: "straight flush", mini_royal: "mini royal", royal_flush: "royal flush",
  six_card_straight_flush: "six-card straight flush", six_card_royal_flush: "six-card royal flush",
  three_of_one_colour: "three of one colour", six_of_one_colour: "six of one colour",
};
const BEATS: Record<string, string> = { better: "beats", equal: "ties", worse: "loses to" };
const BEAT: Record<string, string> = { better: "beat", equal: "tie", worse: "lose to" }; // of three nines
const COVERED: Record<string, string> = { partial: "; the bank covers a part of it", none: "; the bank does not cover it" };
/** Hands whose ranks say what they are. */
const PLAIN = new Set(["high_card", "pair", "three_of_a_kind"]);
const MANY = new Set(["three_of_a_kind", "three_aces", "four_of_a_kind", "two_pair", "high_card", "three_of_one_colour", "six_of_one_colour"]);

const plural = (rank: string): string => `${rank}${rank === "six" ? "es" : "s"}`;
const whose = ({ name, you }: Who): string => (you ? "Your" : `${name}'s`);

/** A category within a sentence; the highest by the house's word, of which capitals stay. */
function kind(category: string, names: Names): string {
  if (category !== "mini_royal") return KINDS[category] ?? category;
  return (names.hand(category) ?? "mini royal").split(" ").map((word) => (word === word.toUpperCase() ? word : word.toLowerCase())).join(" ");
}

/** "pair of nines", "king high". */
function called(hand: JudgedHand, names: Names): string {
  const rank = rankName(hand.decide[0] ?? "");
  switch (hand.category) {
    case "high_card":
      return `${rank} high`;
    case "pair":
      return `pair of ${plural(rank)}`;
    case "three_of_a_kind":
      return `three ${plural(rank)}`;
    default:
      return kind(hand.category, names);
  }
}

const whatever = ({ dealer }: Names): string => `whatever the ${dealer.toLowerCase()} has`;

const one = (category: string, words: string): string => (MANY.has(category) || words !== words.toLowerCase() ? words : `a ${words}`);

/** "the queen decides", "the nines decide". */
function deciding({ decide }: JudgedHand): string {
  const rank = rankName(decide[0] ?? "");
  return decide.length === 1 ? `the ${rank} decides` : `the ${plural(rank)} decide`;
}

function compared({ versus, by, hand, dealer }: Showdown, names: Names): string {
  const [mine, beats] = [whose(names.who), BEATS[versus ?? "equal"]];
  if (by === "category") return `${mine} ${called(hand, names)} ${hand.category === "three_of_a_kind" ? BEAT[versus ?? "equal"] : beats} ${one(dealer.category, called(dealer, names))}`;
  const told = `${mine} ${PLAIN.has(hand.category) ? "" : `${kind(hand.category, names)} `}${names.ranks(hand.cards)} ${beats} ${names.ranks(dealer.cards)}`;
  return by === "tie" ? `${told}: the hands are equal` : `${told}: ${deciding(versus === "better" ? hand : dealer)}`;
}

/** The one sentence that decides a hand: "Your K-Q-5 beats K-9-2: the queen decides." */
export function showdownText(fact: Showdown, names: Names): string {
  const { how, hand, dealer, cover } = fact;
  const bank = COVERED[cover ?? ""] ?? "";
  switch (how) {
    case "folded":
      return `${names.who.name} folded ${names.ranks(hand.cards)}; the ${names.dealer.toLowerCase()} held ${names.ranks(dealer.cards)}${bank}.`;
    case "no_main":
      return `${fact.sides.map((each) => sideText(each, names)).join("; ")}.`;
    case "not_qualified":
      return `${names.dealer} does not qualify: ${called(dealer, names)}${fact.versus === null ? "" : `; ${compared(fact, names)}`}${bank}.`;
    case "compared":
      return `${compared(fact, names)}${bank}.`;
  }
}

/** A bet that goes by cards alone: "Pair Plus pays 3 to 1 whatever the dealer has". */
export function sideText({ id, result, judged, by, needs: least, folded }: SideResult, names: Names): string {
  const label = names.wager(id);
  const [paid] = by;
  if (result === "win" && paid) {
    return `${label} pays ${names.pay(paid)} ${reason(judged, paid.hand ?? "", names)}`;
  }
  if (result === "lose") return folded ? `${label} goes with the fold` : `${label} loses${needs(judged, least, names)}`;
  return result === "push" ? `${label} pushes` : `${label} is returned`;
}

/** Why a bet pays: the hand that it was judged by, where it is not the player's own. */
function reason(judged: SideResult["judged"], hand: string, names: Names): string {
  const made = one(hand, kind(hand, names));
  switch (judged) {
    case "three cards":
      return whatever(names);
    case "winning hand":
      return `for ${made} that wins`;
    case "six cards":
      return `for ${made} of six cards`;
    case "dealer's hand":
      return `for the ${names.dealer.toLowerCase()}'s ${kind(hand, names)}`;
    case "both hands":
      return `for ${made} or better in both hands`;
    case "beaten hand":
      return `for ${made} that was beaten`;
    case "equal hands":
      return `for two equal hands, each ${made}`;
    case "winner":
      return hand === "player_wins" ? "for the better hand" : hand === "dealer_wins" ? `for the ${names.dealer.toLowerCase()}'s better hand` : "for two equal hands";
    case "colours":
      return `for ${made}`;
  }
}

function needs(judged: SideResult["judged"], least: string | null, names: Names): string {
  if (least === null) return "";
  const made = one(least, kind(least, names));
  switch (judged) {
    case "dealer's hand":
      return `: the ${names.dealer.toLowerCase()} needs ${made} or better`;
    case "both hands":
      return `: it needs ${made} or better in both hands`;
    case "beaten hand":
      return `: it needs ${made} or better that is beaten`;
    case "equal hands":
      return `: it needs two equal hands, each ${made} or better`;
    case "colours":
      return `: it needs ${made}`;
    default:
      return `: it needs ${made} or better`;
  }
}

/** A bet that is won or lost already: "Flush: Pair Plus pays 3 to 1 whatever the dealer has."; beside the hand without its name. */
export function sureText({ id, judged, state, actions, always, by, least, needs: lowest, cover }: SureBet, names: Names, beside = ""): string {
  const label = names.wager(id);
  const when = always ? "" : ` if you ${actions.join(" or ")}`;
  const bank = cover === "partial" || cover === "none" ? ", as far as the bank covers it" : "";
  const [paid] = by;
  if (state === "lost" || !paid) return `${label} is lost${when}${needs(judged, lowest, names)}${bank}.`;
  const hand = paid.hand ?? "";
  const called = names.hand(hand) ?? kind(hand, names);
  const made = hand === beside ? "" : `${called.charAt(0).toUpperCase()}${called.slice(1)}: `;
  return `${made}${label} pays ${least ? "at least " : ""}${names.pay(paid)}${when || ` ${whatever(names)}`}${bank}.`;
}

/** The jackpot by its name: "You hit Progressive with A-K-Q of spades: $1,234.50 from the meter!" */
export function jackpotText({ id, line, cents }: Jackpot, names: Names): string {
  const { who } = names;
  return `${who.name} ${who.you ? "hit" : "hits"} ${names.wager(id)} with ${names.hand(line) ?? line}: ${dollars(cents)} from the meter!`;
}

/** Whose hand is envied: "Envy: you are paid $100 for Ann's A-K-Q of spades." */
export function envyText({ line, cents }: EnvyPay, names: Names, holder: Who): string {
  const { who } = names;
  return `Envy: ${who.you ? `${who.name.charAt(0).toLowerCase()}${who.name.slice(1)} are` : `${who.name} is`} paid ${dollars(cents)} for ${holder.you ? "your" : `${holder.name}'s`} ${names.hand(line) ?? line}.`;
}
