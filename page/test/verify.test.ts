// The check of receipts: frozen vectors of the shuffle, the receipt of docs/receipts.md, and every way to tamper.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { textOf, toHex } from "../src/rounds/bytes.ts";
import { canonical, type Json } from "../src/rounds/canonical.ts";
import { chains } from "../src/rounds/chain.ts";
import type { Receipt } from "../src/rounds/receipt.ts";
import { commitment, deal, shuffle } from "../src/rounds/shuffle.ts";
import { type Noted, type Verified, verify } from "../src/rounds/verify.ts";

interface Case {
  case: string;
  round: string;
  sheet: string;
  server_seed: string;
  seats: { seat: number; seed: string }[];
  commitment: string;
  stream: string[];
  bytes_used: number;
  choices: string;
  deck: string;
  deal: { seats: { seat: number; cards: string; replacement: string }[]; dealer: string; fourth: string };
}

const docs = join(import.meta.dirname, "../../docs");
const vectors = JSON.parse(readFileSync(join(docs, "vectors/shuffle.json"), "utf8")) as { cases: Case[] };
const page = readFileSync(join(docs, "receipts.md"), "utf8");
const GREEN = /```json\n(\{"events".*\})\n```/.exec(page)?.[1] ?? "";

const failed = (found: Verified): string[] => found.checks.filter((each) => !each.right).map((each) => each.id);

for (const each of vectors.cases) {
  test(`vector: ${each.case}`, async () => {
    assert.equal(await commitment(each.round, each.sheet, each.server_seed), each.commitment);
    const made = await shuffle(each.round, each.sheet, each.server_seed, each.seats.map((seat) => seat.seed));
    assert.deepEqual(made.stream.map(toHex), each.stream);
    assert.equal(made.used, each.bytes_used);
    assert.equal(made.choices.join(" "), each.choices);
    assert.equal(made.deck.join(" "), each.deck);
    const dealt = deal(made.deck, each.seats.map((seat) => seat.seat));
    assert.deepEqual(dealt.seats.map((seat) => ({ ...seat, cards: seat.cards.join(" ") })), each.deal.seats);
    assert.equal(dealt.dealer.join(" "), each.deal.dealer);
    assert.equal(dealt.fourth, each.deal.fourth);
  });
}

test("the receipt of the documentation is good, in every check", async () => {
  const found = await verify(GREEN);
  assert.deepEqual(failed(found), []);
  assert.deepEqual(found.checks.map((each) => each.id), ["text", "place", "commitment", "seeds", "deck", "cards", "end", "head"]);
  assert.equal(found.round, "green:1");
});

test("a change of any value is found out, wherever it is", async () => {
  let tried = 0;
  const walk = async (whole: Json, value: Json, put: (changed: Json) => Json): Promise<void> => {
    if (Array.isArray(value)) {
      for (const [i, part] of value.entries()) await walk(whole, part, (changed) => put(value.with(i, changed)));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) await walk(whole, part, (changed) => put({ ...value, [key]: changed }));
    } else {
      const other = typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : value === null ? "x" : bumped(value);
      const found = await verify(canonical(put(other)));
      assert.equal(found.right, false, `${JSON.stringify(value)} became ${JSON.stringify(other)} unseen`);
      tried += 1;
    }
  };
  const whole = JSON.parse(GREEN) as Json;
  await walk(whole, whole, (changed) => changed);
  assert.ok(tried > 100);
});

/** The same text with its last letter changed: digits stay digits, cards stay cards now and then. */
function bumped(text: string): string {
  const last = text.at(-1) ?? "";
  return text.slice(0, -1) + (last === "0" ? "1" : last >= "0" && last <= "9" ? String(Number(last) - 1) : last === "a" ? "b" : "a");
}

/** A receipt made here with Node's own hashes: changed as told, then committed to, shuffled and sealed anew. */
function sealed(change: (receipt: Built) => void, after: (receipt: Built) => void = () => {}): string {
  const receipt = JSON.parse(GREEN) as Built;
  change(receipt);
  const field = (bytes: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const told = Buffer.concat([field(Buffer.from(receipt.round)), field(Buffer.from(receipt.sheet.hash, "hex"))]);
  const server = Buffer.from(receipt.proof.server_seed, "hex");
  receipt.proof.commitment = createHash("sha256").update(Buffer.concat([told, field(server)])).digest("hex");
  const dealt = receipt.events.find((event) => event["k"] === "deal");
  if (dealt) {
    const seats = Object.keys(receipt.proof.seat_seeds).map(Number).sort((a, b) => a - b);
    const seeds = seats.map((seat) => field(Buffer.from(receipt.proof.seat_seeds[seat] ?? "", "hex")));
    const bytes = Buffer.concat([0, 1, 2].map((counter) => {
      const eight = Buffer.alloc(8);
      eight.writeBigUInt64BE(BigInt(counter));
      return createHmac("sha256", server).update(Buffer.concat([told, ...seeds, field(eight)])).digest();
    }));
    const deck: string[] = [];
    for (const rank of "23456789TJQKA") for (const suit of "cdhs") deck.push(`${rank}${suit}`);
    let at = 0;
    for (let i = 51; i > 0; i--) {
      const limit = Math.floor(256 / (i + 1)) * (i + 1);
      while ((bytes[at] ?? 0) >= limit) at += 1;
      const j = (bytes[at] ?? 0) % (i + 1);
      at += 1;
      const held = deck[i] as string;
      deck[i] = deck[j] as string;
      deck[j] = held;
    }
    dealt["deck"] = deck;
  }
  after(receipt);
  receipt.proof.head = "";
  const text = canonical(receipt as unknown as Json);
  receipt.proof.head = createHash("sha256").update(Buffer.concat([field(Buffer.from(receipt.proof.previous, "hex")), field(Buffer.from(text))])).digest("hex");
  return canonical(receipt as unknown as Json);
}

interface Built {
  round: string;
  sheet: { hash: string };
  events: Record<string, unknown>[];
  proof: { table: string; number: number; commitment: string; server_seed: string; seat_seeds: Record<string, string>; previous: string; head: string };
}

const event = (receipt: Built, k: string): Record<string, unknown> => receipt.events.find((each) => each["k"] === k) ?? {};
const deckOf = (receipt: Built): string[] => event(receipt, "deal")["deck"] as string[];

test("the second sealing gives the receipt of the documentation, byte for byte", () => {
  assert.equal(sealed(() => {}), GREEN);
});

/** Seat 3 draws and the dealer takes a fourth card: with one seat, places 6 and 7 of the deck. */
const drawn = (receipt: Built): void => {
  const deck = deckOf(receipt);
  Object.assign(event(receipt, "decide"), { action: "draw", discard: deck[2], drawn: deck[6] });
  Object.assign(event(receipt, "reveal"), { cards: [deck[1], deck[3], deck[5], deck[7]], plays: [deck[1], deck[3], deck[7]] });
  Object.assign(event(receipt, "up"), { up_cards: [deck[5]] });
};

test("drawn cards, a fourth card and an up card lie where the deck puts them", async () => {
  assert.deepEqual(failed(await verify(sealed(() => {}, drawn))), []);
});

test("a receipt says which seats gave a seed, and that bots give none", async () => {
  const bet = (seat: number, player: string): Record<string, unknown> => ({ k: "bets", player, seat, wagers: { ante: 500 } });
  const text = sealed((receipt) => {
    receipt.events.unshift(bet(1, "bot:green:1"), bet(2, "bob"), bet(4, "bot:green:2"), bet(5, "eve"));
    Object.assign(event(receipt, "deal"), { seats: [1, 2, 3, 4, 5] });
    Object.assign(receipt.proof.seat_seeds, { "1": "", "2": "", "4": "", "5": "ab".repeat(16) });
  });
  const said = (await verify(text)).checks.find((each) => each.id === "seeds");
  assert.deepEqual(said, { id: "seeds", right: true, text: "Exactly the seats that bet are in the shuffle: seats 3, 5 gave seeds; seats 1, 4 (bots) gave none; seat 2 gave none." });
  assert.equal((await verify(GREEN)).checks.find((each) => each.id === "seeds")?.text, "Exactly the seats that bet are in the shuffle: seat 3 gave a seed.");
});

const LIES: Record<string, [string, (receipt: Built) => void]> = {
  "another drawn card": ["cards", (receipt) => Object.assign(event(receipt, "decide"), { drawn: deckOf(receipt)[8] })],
  "a discard the seat never had": ["cards", (receipt) => Object.assign(event(receipt, "decide"), { discard: deckOf(receipt)[9] })],
  "a card without a draw": ["cards", (receipt) => Object.assign(event(receipt, "decide"), { action: "play", discard: null })],
  "another fourth card": ["cards", (receipt) => ((event(receipt, "reveal")["cards"] as string[])[3] = deckOf(receipt)[8] as string)],
  "a dealer who plays a card twice": ["cards", (receipt) => ((event(receipt, "reveal")["plays"] as string[])[1] = deckOf(receipt)[1] as string)],
  "an up card of somebody else": ["cards", (receipt) => Object.assign(event(receipt, "up"), { up_cards: [deckOf(receipt)[0]] })],
  "two cards of the deck changed places": ["deck", (receipt) => ([deckOf(receipt)[50], deckOf(receipt)[51]] = [deckOf(receipt)[51] as string, deckOf(receipt)[50] as string])],
  "a deck of 53": ["deck", (receipt) => deckOf(receipt).push("As")],
  "a seat dealt in that did not bet": ["seeds", (receipt) => (event(receipt, "deal")["seats"] = [3, 4])],
  "a seat that bet and has no seed": ["seeds", (receipt) => receipt.events.unshift({ k: "bets", player: "bob", seat: 1, wagers: { ante: 500 } })],
  "another number": ["place", (receipt) => (receipt.proof.number = 2)],
  "no end": ["end", (receipt) => receipt.events.pop()],
};

for (const [what, [id, lie]] of Object.entries(LIES)) {
  test(`told in a text that was sealed anew: ${what}`, async () => {
    const found = await verify(sealed(() => {}, (receipt) => (drawn(receipt), lie(receipt))));
    assert.ok(failed(found).includes(id), `${failed(found)}`);
    assert.ok(!failed(found).includes("head") && !failed(found).includes("text"));
  });
}

test("a bet that was taken back needs no seed; void and unused rounds are checked, too", async () => {
  const back = sealed((receipt) => {
    receipt.events.unshift({ k: "bets", player: "bob", seat: 1, wagers: { ante: 500 } }, { k: "bets", player: "bob", seat: 1, wagers: {} });
  });
  assert.deepEqual(failed(await verify(back)), []);
  const void_ = sealed((receipt) => {
    receipt.events = [receipt.events[0] ?? {}, { k: "void", cause: "malfunction", clause: "STD-12", seats: [], bank: null }];
  });
  assert.deepEqual(failed(await verify(void_)), []);
  const unused = sealed((receipt) => {
    receipt.events = [];
    receipt.proof.seat_seeds = {};
  });
  assert.deepEqual(failed(await verify(unused)), []);
});

const BET = { k: "bets", player: "bob", seat: 1, wagers: { ante: 500 } };
const NO_BET = { ...BET, wagers: {} };
const BANK = { k: "bank", player: "bob", seat: null, stake: 50_000 };
const NO_BANK = { ...BANK, stake: 0 };
const unusedAfter = (...events: Record<string, unknown>[]): string =>
  sealed((receipt) => {
    receipt.events = events;
    receipt.proof.seat_seeds = {};
  });

test("a round is unused when all that was put down was taken back, and not before", async () => {
  for (const events of [[BET, NO_BET], [BANK, NO_BANK], [BANK, BET, NO_BET, NO_BANK]]) {
    assert.deepEqual(failed(await verify(unusedAfter(...events))), []);
  }
  assert.deepEqual(failed(await verify(unusedAfter(BET, NO_BET, BANK))), ["end"]);
  assert.deepEqual(failed(await verify(unusedAfter(BET))), ["seeds", "end"]);
});

test("what bytes say is judged with nothing left out", async () => {
  const bytes = (...parts: (string | number[])[]): ArrayBuffer => new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : part))).buffer;
  assert.deepEqual(failed(await verify(textOf(bytes(GREEN)))), []);
  assert.deepEqual(failed(await verify(textOf(bytes([0xef, 0xbb, 0xbf], GREEN)))), ["text"]);
  const [before = "", after = ""] = GREEN.split('"ann"');
  assert.deepEqual(failed(await verify(textOf(bytes(before, '"a', [0xff], '"', after)))), ["text"]);
});

test("names outside ASCII are hashed as they are written", async () => {
  const told = sealed((receipt) => {
    receipt.proof.table = "grün\u007f 🂡 é\u2028two\u2029three\u0085";
    receipt.round = `${receipt.proof.table}:1`;
  }, drawn);
  assert.ok(told.includes("grün\u007f 🂡 é\u2028two\u2029three\u0085"));
  assert.equal(told.split(/[\r\n]/).length, 1);
  assert.deepEqual(failed(await verify(told)), []);
});

test("keys are sorted by their UTF-16 units, as RFC 8785 has it", () => {
  assert.equal(canonical({ "\uffff": 1, "\u{1f0a1}": 2, b: "é\n", "10": 4, "2": 5 }), '{"10":4,"2":5,"b":"é\\n","\u{1f0a1}":2,"\uffff":1}');
});

test("what is not written as a receipt is written is refused", async () => {
  const pretty = JSON.stringify(JSON.parse(GREEN), null, 1);
  assert.deepEqual(failed(await verify(pretty)), ["text"]);
  assert.deepEqual(failed(await verify(GREEN.replace('"number":1', '"number":1,"number":1'))), ["text"]);
  assert.deepEqual(failed(await verify(GREEN.replace('"net":-2000', '"net":-2000.5'))), ["text", "head"]);
});

for (const [what, text] of Object.entries({
  "no JSON": "{",
  "a number": "7",
  nothing: "null",
  "another format": GREEN.replace("pitboss.round/2", "pitboss.round/9"),
  "another scheme": GREEN.replace("pitboss-shuffle/1", "pitboss-shuffle/9"),
  "no proof": canonical({ ...(JSON.parse(GREEN) as Record<string, Json>), proof: null }),
  "a short seed": GREEN.replace('"202653be0d9dcc1435b976103463918b"', '"2026"'),
  "digits in capitals": GREEN.replace('"server_seed":"23fda851', '"server_seed":"23FDA851'),
  "an unknown event": GREEN.replace('"k":"up"', '"k":"constructor"'),
})) {
  test(`refused at once: ${what}`, async () => {
    const found = await verify(text);
    assert.deepEqual(failed(found), ["text"]);
    assert.equal(found.receipt, null);
  });
}

test("what the browser noted before the bets is held against the receipt", async () => {
  const { proof } = JSON.parse(GREEN) as Built;
  const noted: Noted = { commitment: proof.commitment, chain_head: proof.previous, seed: proof.seat_seeds["3"] ?? "" };
  assert.deepEqual(failed(await verify(GREEN, noted)), []);
  for (const [key, id] of [["commitment", "noted"], ["chain_head", "follows"], ["seed", "my-seed"]] as const) {
    const other = { ...noted, [key]: "f".repeat((noted[key] ?? "").length) };
    assert.deepEqual(failed(await verify(GREEN, other)), [id]);
  }
});

test("receipts of a table hang together, and a gap is told", () => {
  const receipt = (number: number, previous: string, head: string, table = "green"): Receipt => {
    const made = JSON.parse(GREEN) as Receipt;
    return { ...made, proof: { ...made.proof, table, number, previous, head } };
  };
  const three = [receipt(1, "0", "a"), receipt(2, "a", "b"), receipt(3, "b", "c")];
  assert.deepEqual(chains([...three].reverse()).map((each) => [each.id, each.right]), [["chain", true]]);
  assert.deepEqual(chains([three[0], three[2]] as Receipt[]).map((each) => [each.id, each.right]), [["gap", true]]);
  const other = receipt(3, "x", "c");
  assert.deepEqual(chains([...three.slice(0, 2), other]).map((each) => [each.id, each.right]), [["chain", true], ["chain", false]]);
  assert.deepEqual(chains([receipt(1, "0", "a"), receipt(1, "0", "b")]).map((each) => each.right), [false]);
  assert.deepEqual(chains([receipt(1, "0", "a"), receipt(2, "q", "b", "oak")]), []);
});
