// The bank as this person runs it: whether they want it, what they answer to its offer, and what the round is worth
// to them. What is wished holds for this sitting at this table.

import type { BankPriceFrame } from "../generated/table.ts";
import { Refused } from "../shared/api.ts";
import type { Wish } from "../words/bank.ts";
import { rail } from "../words/rail.ts";
import type { BankSeen, SeatSeen, TableSeen } from "./seen.ts";
import type { Store } from "./store.ts";

const QUIET = 700; // ms without a new bet before the price is asked for
const OPEN: ReadonlySet<string> = new Set(["bets", "deal", "decisions"]);

interface Kept {
  readonly always: boolean;
  readonly stake: number;
}

export class BankDesk {
  /** What the round on the felt is worth to the bank, once it is reckoned. */
  price: BankPriceFrame | undefined;
  private askedFor = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What to answer to the next offer: chosen when the round before was over. */
  private plan: "keep" | "pass" | undefined;
  private answered = 0; // the round whose offer was answered
  private kept: Kept | undefined;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** The table as it is now, whatever lies on the felt: an offer does not wait for a result to be looked at. */
  private get live(): TableSeen | undefined {
    return this.store.presentation.live;
  }

  private get mySeats(): SeatSeen[] {
    return this.live?.seats.filter((each) => each.you) ?? [];
  }

  // What is wished

  private get key(): string {
    return `pitboss.bank.${this.store.table}`;
  }

  private get memory(): Kept {
    if (this.kept === undefined) {
      let found: Partial<Kept> = {};
      try {
        found = JSON.parse(sessionStorage.getItem(this.key) ?? "{}") as Partial<Kept>;
      } catch {
        found = {}; // a browser that keeps nothing
      }
      this.kept = { always: found.always === true, stake: typeof found.stake === "number" ? found.stake : 0 };
    }
    return this.kept;
  }

  private remember(change: Partial<Kept>): void {
    this.kept = { ...this.memory, ...change };
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // remembered until the page is closed
    }
  }

  /** What happens when the bank is this person's to take. */
  get wish(): Wish {
    if (!this.live?.me?.wants_bank) return "never";
    return this.memory.always ? "always" : "ask";
  }

  async choose(wish: Wish): Promise<void> {
    this.remember({ always: wish === "always" });
    const want = wish !== "never";
    if (this.live?.me?.wants_bank !== want) await this.store.do({ do: "want_bank", want });
    this.store.changed();
  }

  // The offer

  /** What can be put up: from the least to all that is in hand, in whole dollars; the last stake comes first. */
  stakes(bank: BankSeen): { least: number; most: number; stake: number } {
    const most = Math.floor((this.mySeats[0]?.stack ?? 0) / 100) * 100;
    const stake = Math.max(bank.least, Math.min(this.memory.stake, most));
    return { least: bank.least, most, stake };
  }

  /** Whether bets of one's own lie there: the bank bets on no seat. */
  get hasBets(): boolean {
    return this.live?.phase === "bets" && this.mySeats.some((seat) => seat.spots.some((spot) => spot.amount > 0));
  }

  /** Takes the bank; bets of one's own go back first. */
  async take(stake: number): Promise<boolean> {
    this.remember({ stake });
    for (const seat of this.hasBets ? this.mySeats : []) {
      if (seat.spots.some((spot) => spot.amount > 0) && !(await this.store.do({ do: "bets", seat: seat.n, wagers: {} }))) return false;
    }
    return this.store.do({ do: "take_bank", stake });
  }

  pass(): Promise<boolean> {
    return this.store.do({ do: "pass_bank" });
  }

  /** The round is over: the bank is kept for the next one, or goes on. */
  async goOn(plan: "keep" | "pass"): Promise<void> {
    const { bank, me } = this.store.view ?? {};
    this.plan = plan;
    if (bank?.stake) this.remember({ stake: bank.stake });
    if (plan === "keep" && me && !me.wants_bank) await this.store.do({ do: "want_bank", want: true });
    await this.store.clearFelt();
  }

  // Following the table

  /** After every view and every step: answers an offer as it was wished, and asks what the round is worth. */
  follow(): void {
    const view = this.live;
    if (!view) return;
    if (view.bank?.offered_to_you && this.answered !== view.round) this.answer(view, view.bank);
    if (view.bank?.you) this.follows(view, view.bank);
    else this.forget();
  }

  private answer(view: TableSeen, bank: BankSeen): void {
    const { plan } = this;
    const { most, stake } = this.stakes(bank);
    this.plan = undefined;
    if (plan === "pass") {
      this.answered = view.round;
      void this.pass();
    } else if ((plan === "keep" || this.wish === "always") && !this.hasBets && stake <= most) {
      this.answered = view.round;
      void this.take(stake).then((done) => done && this.store.say(rail.bankTaken(stake)));
    }
  }

  private follows(view: TableSeen, bank: BankSeen): void {
    const bets = bank.seats.map((row) => [row.n, ...row.wagers.filter((each) => each.id !== "play").map((each) => `${each.id} ${each.stake}`)].join(" "));
    const key = [view.round, bank.stake, ...bets].join();
    if (!OPEN.has(view.phase) || bets.length === 0 || key === this.askedFor) return;
    this.forget();
    this.askedFor = key;
    this.timer = setTimeout(() => void this.ask(key), view.phase === "bets" ? QUIET : 0);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.price = undefined;
    this.askedFor = "";
  }

  private async ask(key: string): Promise<void> {
    const told = await this.store.question({ do: "bank_price" });
    if (this.askedFor !== key || told === undefined) return;
    if (told instanceof Refused) this.price = { round: 0, stake: 0, cover: null, ev: null, full: null, short: null, win_frequency: null, stdev: null, why: told.message };
    else if (told.bank) this.price = told.bank;
    this.store.changed();
  }
}
