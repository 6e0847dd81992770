// The words of the pages that do not come from the server, in one place.

const RANKS: Record<string, string> = {
  "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "queen of spades". */
export function cardName(face: string): string {
  const [rank, suit] = [RANKS[face[0] ?? ""], SUITS[face[1] ?? ""]];
  return rank && suit ? `${rank} of ${suit}` : "face-down card";
}

/** "Q♠". */
export function cardSign(face: string): string {
  return `${rankSign(face)}${SIGNS[face[1] ?? ""] ?? "?"}`;
}

/** "queen". */
export const rankName = (face: string): string => RANKS[face[0] ?? ""] ?? "";

/** "Q", "10". */
export const rankSign = (face: string): string => (face[0] === "T" ? "10" : (face[0] ?? ""));

export type Result = "win" | "lose" | "push" | "returned" | "void" | "bonus";

/** Each result has a word, a sign and a class of its own; colour never stands alone. */
export const RESULTS: Record<Result, { word: string; sign: string }> = {
  win: { word: "Win", sign: "✔" },
  lose: { word: "Lose", sign: "✕" },
  push: { word: "Push", sign: "=" },
  returned: { word: "Returned", sign: "↩" },
  void: { word: "Void", sign: "⦸" },
  bonus: { word: "Bonus", sign: "★" },
};

/** A line with no stake that pays is a bonus. */
export function resultOf(line: { result: string; stake: number }): Result {
  return line.stake === 0 && line.result === "win" ? "bonus" : (line.result as Result);
}
