// The person's part of the shuffle: a seed of their own for each round, made after its seal was seen.

import { randomHex } from "../shared/api.ts";
import type { TableSeen } from "./seen.ts";

export class RoundSeed {
  value = "";
  private seal = "";

  /** A new seed where the view shows a seal that was not seen before. */
  follow(view: TableSeen): void {
    const seal = view.fair.commitment ?? "";
    if (seal === "" || seal === this.seal) return;
    this.seal = seal;
    this.choose(view, randomSeed());
  }

  /** Notes what was sealed, as this browser saw it: the check of the receipt asks for it. */
  choose(view: TableSeen, seed: string): void {
    this.value = seed;
    const noted = { commitment: view.fair.commitment, chain_head: view.fair.chain_head, seed };
    try {
      sessionStorage.setItem(`pitboss.seal.${view.table}:${view.round}`, JSON.stringify(noted));
    } catch {
      // the check then goes without it
    }
  }
}

export const randomSeed = randomHex;
