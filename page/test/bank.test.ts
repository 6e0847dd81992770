// The bank's account in words, and what its desk does by itself: offers answered as wished, the price asked for once.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BankPriceFrame, CoveredSeat, CoveredWager, WagerEnd } from "../src/generated/table.ts";
import { accountLines, priceText, shortText, wagerText } from "../src/table/bank-account.ts";
import { BankDesk } from "../src/table/bank-desk.ts";
import type { TableSeen } from "../src/table/seen.ts";
import type { Store } from "../src/table/store.ts";
import type { Command } from "../src/table/wire.ts";
import { bank, seat, spot, view } from "./table-views.ts";

function wager(id: string, label: string, stake: number, more: Partial<CoveredWager> = {}): CoveredWager {
  return { id, label, stake, end: null, ...more };
}

function ended(result: WagerEnd["result"], profit: number, more: Partial<WagerEnd> = {}): { end: WagerEnd } {
  return { end: { result, profit, returned: 0, uncovered: 0, left: 0, ...more } };
}

function row(n: number, wagers: CoveredWager[], more: Partial<CoveredSeat> = {}): CoveredSeat {
  return { n, wagers, can_win: 2_000, can_lose: 2_000, enough: 2_000, cover: "full", net: null, left: null, ...more };
}

function price(more: Partial<BankPriceFrame> = {}): BankPriceFrame {
  return { round: 41, stake: 50_000, cover: "full", ev: "9172560/508963", full: "9172560/508963", short: "0", win_frequency: null, stdev: null, why: null, ...more };
}

describe("the account in words", () => {
  it("says what lies there, then what it brought the bank, what went back and what was not covered", () => {
    expect(wagerText(wager("ante", "Ante", 1_000))).toBe("Ante $10");
    expect(wagerText(wager("ante", "Ante", 1_000, ended("lose", -700, { returned: 300, uncovered: -300 })))).toBe("Ante $10 taken +$7, $3 not covered, $3 back");
    expect(wagerText(wager("pair_plus", "Pair Plus", 500, ended("win", 1_000, { uncovered: 19_000 })))).toBe("Pair Plus $5 paid −$10, $190 not covered");
    expect(wagerText(wager("ante", "Ante", 1_000, ended("void", 0, { returned: 1_000 })))).toBe("Ante $10 void");
  });

  it("tells the price with what it assumes of the cover", () => {
    expect(priceText(undefined, 1)).toBeUndefined();
    expect(priceText(price(), 1)).toBe("+$0.18 with full cover");
    expect(priceText(price({ cover: "limited", ev: "-100", short: "1/8" }), 2)).toBe("−$1.00 with this stake");
    expect(shortText(price({ cover: "limited", short: "1/8" }))).toBe("Your stake runs short in 12.50 % of deals.");
    expect(shortText(price())).toBe("");
    expect(priceText(price({ cover: "limited", ev: null }), 3)).toBe("No exact price for 3 seats when the stake can run out; with full cover it is +$0.18.");
    expect(priceText(price({ why: "No exact price." }), 3)).toBe("No exact price.");
  });

  it("reads row by row, before the end and after it", () => {
    const seats = [seat(2, { name: "Ann" }), seat(5, { name: "Cat", you: true })];
    const open = bank({ you: true, worst: -2_000, best: 2_000, seats: [row(2, [wager("ante", "Ante", 1_000)])] });
    expect(accountLines(view({ seats, bank: open }), open, price())).toEqual([
      "You hold the bank with $500. Round 1 of 2.",
      "At worst −$20, at best +$20.",
      "On average +$0.18 with full cover.",
      "Seat 2, Ann: Ante $10. You can win $20 and lose $20; cover full.",
    ]);
    const lost = row(2, [wager("ante", "Ante", 1_000, ended("lose", -1_000, { left: 49_000 }))], { can_win: null, can_lose: null, net: 1_000, left: 49_000 });
    const paid = bank({ you: true, net: 1_000, covered: 1_000, cover_left: 49_000, seats: [lost] });
    expect(accountLines(view({ seats, bank: paid }), paid, price()).slice(1)).toEqual([
      "Seat 2, Ann: Ante $10 taken +$10. For you +$10; cover left $490.",
      "The bank: +$10. $10 of the stake was used, $490 was left.",
    ]);
  });
});

class Table {
  readonly said: Command[] = [];
  readonly questions: Command[] = [];
  readonly table = "t";
  view: TableSeen | undefined;
  readonly desk = new BankDesk(this as unknown as Store);

  get presentation() {
    return { live: this.view };
  }
  changed(): void {}
  say(): void {}
  async do(command: Command): Promise<boolean> {
    this.said.push(command);
    return true;
  }
  async question(command: Command) {
    this.questions.push(command);
    return { t: "done", id: "q", rev: 1, spots: null, coach: null, bank: price() };
  }
  async clearFelt(): Promise<boolean> {
    return this.do({ do: "next" });
  }
  show(more: Partial<TableSeen>): void {
    this.view = view({ ...this.view, ...more });
    this.desk.follow();
  }
}

const ME = { ready: false, more_time_left: 0, wants_bank: true, instruction: "away rule" } as const;
const OFFERED = bank({ name: null, seat: null, stake: null, offered_to: 5, offered_to_you: true, held: 0, enough: 0 });

describe("the desk of the bank", () => {
  let table: Table;

  beforeEach(() => {
    vi.useFakeTimers();
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
    table = new Table();
    table.show({ me: ME, seats: [seat(5, { you: true, name: "Cat", stack: 80_000 })] });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("asks first, and takes by itself only what is always wanted and can be paid", async () => {
    expect(table.desk.wish).toBe("ask");
    table.show({ round: 1, bank: OFFERED });
    expect(table.said).toEqual([]);
    await table.desk.choose("always");
    expect([table.desk.wish, table.said]).toEqual(["always", []]);
    table.show({ round: 2, seats: [seat(5, { you: true, stack: 40_000 })] });
    expect(table.said).toEqual([]); // less than the least stake
    table.show({ round: 3, seats: [seat(5, { you: true, stack: 80_000, spots: [spot("ante", "Ante", 500)] })] });
    expect(table.said).toEqual([]); // bets of one's own lie there
    table.show({ round: 4, seats: [seat(5, { you: true, stack: 80_000 })] });
    table.show({ round: 4 });
    expect(table.said).toEqual([{ do: "take_bank", stake: 50_000 }]);
    expect(new BankDesk(table as unknown as Store).wish).toBe("always"); // for this sitting
    await table.desk.choose("never");
    expect(table.said.at(-1)).toEqual({ do: "want_bank", want: false });
  });

  it("takes bets of one's own back first when the person takes the bank", async () => {
    table.show({ bank: OFFERED, seats: [seat(5, { you: true, stack: 80_000, spots: [spot("ante", "Ante", 500)] })] });
    expect(table.desk.hasBets).toBe(true);
    await table.desk.take(60_000);
    expect(table.said).toEqual([{ do: "bets", seat: 5, wagers: {} }, { do: "take_bank", stake: 60_000 }]);
    expect(table.desk.stakes(OFFERED)).toEqual({ least: 50_000, most: 80_000, stake: 60_000 });
  });

  it("keeps the bank with the same stake, or passes it on, when its round is over", async () => {
    table.show({ phase: "settled", bank: bank({ you: true, stake: 70_000, net: 0, cover_left: 70_000, keeps: true }) });
    await table.desk.goOn("keep");
    table.show({ round: 42, phase: "bets", bank: OFFERED });
    expect(table.said).toEqual([{ do: "next" }, { do: "take_bank", stake: 70_000 }]);
    table.show({ phase: "settled", bank: bank({ you: true, stake: 70_000, net: 0, cover_left: 70_000, keeps: true }) });
    await table.desk.goOn("pass");
    table.show({ round: 43, phase: "bets", bank: OFFERED });
    expect(table.said.slice(2)).toEqual([{ do: "next" }, { do: "pass_bank" }]);
  });

  it("asks for the price once for the same bets, when they have come to rest", async () => {
    const held = (stake: number) => bank({ you: true, seats: [row(2, [wager("ante", "Ante", stake)])] });
    table.show({ bank: held(500) });
    table.show({ bank: held(1_000) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(table.questions).toEqual([{ do: "bank_price" }]);
    expect(table.desk.price?.ev).toBe("9172560/508963");
    table.show({ phase: "decisions" });
    const played = bank({ you: true, seats: [row(2, [wager("ante", "Ante", 1_000), wager("play", "Play", 1_000)])] });
    table.show({ bank: played });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(table.questions.length).toBe(1); // Play changes nothing of it
    table.show({ bank: null });
    expect(table.desk.price).toBeUndefined();
  });
});
