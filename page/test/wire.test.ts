// Coming to a table, and coming back: a fake socket stands for the server's.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Wire } from "../src/table/wire.ts";

const PAGE = "http://127.0.0.1:8888";
const OTHER = "http://10.0.0.6:8888";

class FakeSocket {
  static made: FakeSocket[] = [];
  readonly url: string;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  hears(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  close(): void {}
  ends(code: number, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

/** What the server says to a request for a ticket, one answer after the other; the last one stays. */
let addresses: string[] = [];
let asked = 0;

beforeEach(() => {
  FakeSocket.made = [];
  asked = 0;
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // a page that comes back neither early nor late
  vi.stubGlobal("WebSocket", Object.assign(FakeSocket, { OPEN: 1, CONNECTING: 0 }));
  vi.stubGlobal("location", { origin: PAGE });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", async () => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? "";
    asked += 1;
    return new Response(JSON.stringify({ ticket: `t${asked}`, address }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function wire(spectator = false): { links: string[]; wire: Wire } {
  const links: string[] = [];
  const ears = { view: () => undefined, events: () => undefined, link: (link: string) => void links.push(link) };
  return { links, wire: new Wire("5f3a", "", spectator, ears, [OTHER]) };
}

const VIEW = { t: "view", rev: 1, table: {}, state: { phase: "bets", bank: null, actions: [] }, seats: [], you: { seats: [], actions: [] } };

const last = () => FakeSocket.made.at(-1)!;

test("the ticket says at which server the socket is", async () => {
  addresses = [OTHER];
  await wire().wire.open();
  expect(last().url).toBe("ws://10.0.0.6:8888/api/tables/5f3a/socket?ticket=t1");
});

test("at the wrong server one asks for a new ticket at once, and the second time after a pause", async () => {
  addresses = ["", OTHER, ""];
  const { links, wire: it } = wire();
  await it.open();
  last().ends(4001, OTHER);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.made.map((each) => each.url)).toEqual([
    "ws://127.0.0.1:8888/api/tables/5f3a/socket?ticket=t1",
    "ws://10.0.0.6:8888/api/tables/5f3a/socket?ticket=t2",
  ]);
  expect(links).toEqual([]);
  for (const [sockets, pause] of [[2, 500], [3, 500], [4, 500], [5, 750]] as const) {
    last().ends(4001, PAGE);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(FakeSocket.made.length).toBe(sockets);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.made.length).toBe(sockets + 1);
  }
  expect(links).toEqual(["lost", "lost", "lost", "lost"]);
});

test("who only looks on has no ticket, and goes where the server says", async () => {
  addresses = [""];
  const { wire: it } = wire(true);
  await it.open();
  last().ends(4001, OTHER);
  await vi.advanceTimersByTimeAsync(0);
  expect(last().url).toBe("ws://10.0.0.6:8888/api/tables/5f3a/socket?");
  last().ends(4001, "http://evil.example");
  await vi.advanceTimersByTimeAsync(500);
  expect(last().url).toBe("ws://127.0.0.1:8888/api/tables/5f3a/socket?");
});

test.each([1006, 1012, 1013])("a socket that ends with %i is come back to after a pause, with a new ticket", async (code) => {
  addresses = ["", OTHER];
  const { links, wire: it } = wire();
  await it.open();
  last().ends(code);
  expect(links).toEqual(["lost"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(last().url).toBe("ws://10.0.0.6:8888/api/tables/5f3a/socket?ticket=t2");
});

test("who is away tries again after half of that time, up to eight seconds, and not all at one moment", async () => {
  addresses = [""];
  const { wire: it } = wire();
  await it.open();
  const begun = Date.now();
  const waits: number[] = [];
  for (const luck of [0.5, 0, 1, ...Array<number>(8).fill(0.5)]) {
    vi.mocked(Math.random).mockReturnValue(luck);
    const from = Date.now();
    last().ends(1006);
    await vi.advanceTimersToNextTimerAsync();
    waits.push(Date.now() - from);
  }
  expect(waits.slice(0, 4)).toEqual([500, 375, 625, 750]);
  expect(waits.at(-1)).toBe(8_000);
  const tries = waits.map((_, index) => waits.slice(0, index + 1).reduce((all, each) => all + each));
  expect(tries.filter((each) => each <= 5_000).length).toBeGreaterThanOrEqual(5);
  expect(Date.now() - begun).toBe(tries.at(-1));
});

test("beside a server that says nothing for a second and a half another way is tried, and the command said again there", async () => {
  addresses = [PAGE, PAGE, OTHER];
  const { links, wire: it } = wire();
  await it.open();
  last().hears(VIEW);
  void it.send({ do: "coach", seat: 1 });
  void it.send({ do: "bank_price" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(FakeSocket.made.length).toBe(1); // what is reckoned may take its time
  void it.send({ do: "ready" });
  const command = last().sent.at(-1)!;
  await vi.advanceTimersByTimeAsync(1_000);
  last().hears(VIEW); // somebody else has done something: it is alive
  await vi.advanceTimersByTimeAsync(1_499);
  expect([asked, FakeSocket.made.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked, FakeSocket.made.length]).toEqual([2, 1]); // the silent one has the table still: its lease runs out
  await vi.advanceTimersByTimeAsync(500);
  expect(last().url).toContain("10.0.0.6");
  last().hears(VIEW);
  expect(last().sent).toContain(command);
  const { id } = JSON.parse(command) as { id: string };
  last().hears({ t: "done", id, rev: 1, spots: null, coach: null });
  FakeSocket.made[0]!.hears({ ...VIEW, rev: 7 }); // too late
  await vi.advanceTimersByTimeAsync(30_000);
  expect([FakeSocket.made.length, new Set(links)]).toEqual([2, new Set(["live"])]);
});

test("of two ways the old one is kept when it speaks first, and left after four seconds when neither does", async () => {
  addresses = ["", OTHER];
  const { links, wire: it } = wire();
  await it.open();
  last().hears(VIEW);
  void it.send({ do: "ready" });
  await vi.advanceTimersByTimeAsync(1_500);
  const [old, other] = FakeSocket.made;
  old!.hears(VIEW);
  other!.hears(VIEW);
  other!.ends(1006);
  expect(links).toEqual(["live"]);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(links).toEqual(["live"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(links).toEqual(["live", "lost"]);
});

test("a server that gives no ticket, or shows no table, is not waited for", async () => {
  addresses = ["", OTHER];
  const { links, wire: it } = wire();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    asked += 1;
    if (asked > 1) return Promise.resolve(new Response(JSON.stringify({ ticket: `t${asked}`, address: OTHER })));
    return new Promise((_done, failed) => signal?.addEventListener("abort", () => failed(signal.reason as Error)));
  });
  void it.open();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([asked, links]).toEqual([1, ["lost"]]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([asked, FakeSocket.made.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(links).toEqual(["lost", "lost"]);
});

/** An answer that does not come before nobody waits for it any more. */
function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, failed) => signal?.addEventListener("abort", () => failed(signal.reason as Error)));
}

test("who leaves a silent server while another way is being asked for comes back all the same", async () => {
  const { links, wire: it } = wire();
  const answer = fetch;
  await it.open();
  last().hears(VIEW);
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => silence(signal));
  void it.send({ do: "ready" });
  vi.mocked(Math.random).mockReturnValue(0); // a page that comes back early
  await vi.advanceTimersByTimeAsync(4_000);
  expect(links).toEqual(["live", "lost"]);
  vi.stubGlobal("fetch", answer);
  await vi.advanceTimersByTimeAsync(375);
  expect(FakeSocket.made.length).toBe(2);
  last().hears(VIEW);
  await vi.advanceTimersByTimeAsync(1_000); // what was asked for beside it is not answered
  expect([FakeSocket.made.length, links]).toEqual([2, ["live", "lost", "live"]]);
});

test.each(["answered", "not answered"])("a way that was found before a ticket is %s is kept", async (how) => {
  addresses = ["", OTHER];
  const { links, wire: it } = wire();
  await it.open();
  last().hears(VIEW);
  void it.send({ do: "ready" });
  await vi.advanceTimersByTimeAsync(1_500);
  const [old, other] = FakeSocket.made;
  let late: (how: Response) => void = () => undefined;
  const waits = new Promise<Response>((done) => (late = done));
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => Promise.race([waits, silence(signal)]));
  old!.ends(1006);
  await vi.advanceTimersByTimeAsync(500);
  other!.hears(VIEW);
  if (how === "answered") late(new Response(JSON.stringify({ ticket: "late", address: "" })));
  await vi.advanceTimersByTimeAsync(3_000);
  other!.hears({ t: "done", id: (JSON.parse(other!.sent.at(-1)!) as { id: string }).id, rev: 1, spots: null, coach: null });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([FakeSocket.made.length, links]).toEqual([2, ["live", "lost", "live"]]);
});

test("who is signed out hears nothing more, whichever way it was coming", async () => {
  addresses = ["", OTHER];
  const { links, wire: it } = wire();
  await it.open();
  last().hears(VIEW);
  void it.send({ do: "ready" }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1_500);
  const [old, other] = FakeSocket.made;
  old!.ends(1008, "signed_out");
  other!.hears(VIEW);
  expect(links).toEqual(["live", "ended"]);
});

test("over a slow network the table is waited for longer each time", async () => {
  addresses = [""];
  const { links, wire: it } = wire();
  await it.open();
  for (let tries = 0; tries < 30 && !links.includes("live"); tries += 1) {
    const socket = last();
    await vi.advanceTimersByTimeAsync(7_000); // so long it takes from the ticket to the view
    socket.hears(VIEW);
    while (last() === socket && !links.includes("live")) await vi.advanceTimersToNextTimerAsync();
  }
  expect(links.at(-1)).toBe("live");
});
