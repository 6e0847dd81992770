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
  send(): void {}
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
  vi.unstubAllGlobals();
});

function wire(spectator = false): { links: string[]; wire: Wire } {
  const links: string[] = [];
  const ears = { view: () => undefined, events: () => undefined, link: (link: string) => void links.push(link) };
  return { links, wire: new Wire("5f3a", "", spectator, ears, [OTHER]) };
}

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
  for (const [sockets, pause] of [[2, 500], [3, 1_000], [4, 2_000]] as const) {
    last().ends(4001, PAGE);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(FakeSocket.made.length).toBe(sockets);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.made.length).toBe(sockets + 1);
  }
  expect(links).toEqual(["lost", "lost", "lost"]);
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
