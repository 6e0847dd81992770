// The connection to one table: ticket, socket, commands with their answers, and coming back when it breaks.

import type { components } from "../generated/api.ts";
import type { ClientMessage, DoneFrame, RefusedFrame, ServerFrame, TableEvent, TableView } from "../generated/table.ts";
import { call, newId, Refused, refused } from "../shared/api.ts";
import { merged, seen, type TableSeen } from "./seen.ts";
import { serversOfPage, wayTo } from "./way.ts";

type Ticket = components["schemas"]["Ticket"];

export type Link = "connecting" | "live" | "lost" | "ended";

/** A command without what the wire adds. */
export type Command = ClientMessage extends infer M ? (M extends unknown ? Omit<M, "t" | "id" | "rev"> : never) : never;

export interface WireEars {
  /** What has happened, before the table after it. */
  events(events: readonly TableEvent[]): void;
  view(view: TableSeen): void;
  /** The link changed; when it has ended, or the server does not let us in for now, why. */
  link(link: Link, why?: Refused): void;
}

interface Waiting {
  message: { do: string };
  done(frame: DoneFrame): void;
  refused(fault: Refused): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const PATIENCE = 4_000; // ms for an answer, before a server is left
const HEDGE = 1_500; // ms for an answer, before another way to the table is tried beside it
const ARRIVES = 3_000; // ms at least for a ticket, and for the table to be seen over a new connection
const SCATTER = 0.25; // of a wait, by which pages that were lost together come back apart
const NOT_ALLOWED = 1008;
const ELSEWHERE = 4001;
const RECKONED: readonly string[] = ["coach", "bank_price"]; // questions whose answers take their time

export class Wire {
  private socket: WebSocket | undefined;
  /** Another way to the table, while the server at the end of `socket` says nothing. */
  private other: WebSocket | undefined;
  private opening = false;
  /** Whether such a way is being asked for. */
  private hedging = false;
  /** The table as it was last heard. */
  private whole: TableView | undefined;
  /** Since when there is no table to be seen; undefined while the link is live. */
  private away: number | undefined = Date.now();
  private lastHeard = 0;
  private ended = false;
  private closed = false;
  /** The server that has the table, as far as is known; empty: the one this page came from. */
  private address = "";
  /** The server at the end of `socket`. */
  private at = "";
  /** Whether it was told to go elsewhere since it was last at the table. */
  private strayed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private arriving: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private readonly left = new AbortController();

  private readonly table: string;
  private readonly invite: string;
  private readonly spectator: boolean;
  private readonly ears: WireEars;
  private readonly servers: readonly string[];

  constructor(table: string, invite: string, spectator: boolean, ears: WireEars, servers: readonly string[] = serversOfPage()) {
    this.table = table;
    this.invite = invite;
    this.spectator = spectator;
    this.ears = ears;
    this.servers = servers;
    const { signal } = this.left;
    addEventListener("online", () => this.again(0), { signal });
    addEventListener("offline", () => this.drop(), { signal });
    addEventListener("pagehide", () => [this.socket, this.other].forEach(hangUp), { signal });
  }

  /** Connects; comes back by itself until the table or the session has ended. */
  async open(): Promise<void> {
    if (this.opening || this.socket !== undefined || this.ended) return;
    this.opening = true;
    let query: URLSearchParams;
    try {
      query = await this.letIn();
    } catch (fault) {
      if (this.ended || this.socket !== undefined) return;
      if (fault instanceof Refused && fault.status !== 429 && fault.status < 500) this.end(fault);
      else this.lost(fault instanceof Refused ? fault : undefined);
      return;
    } finally {
      this.opening = false;
    }
    if (this.ended || this.socket !== undefined) return; // another way has led to the table meanwhile
    this.at = this.address;
    this.socket = this.listen(query);
    this.arriving = setTimeout(() => this.drop(), this.pause(ARRIVES)); // nobody is at its other end
  }

  /** What opens the table's socket, and where that is. Who only looks on is told why not, which a socket cannot. */
  private async letIn(): Promise<URLSearchParams> {
    const query = new URLSearchParams();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.pause(ARRIVES));
    try {
      if (!this.spectator) {
        const { ticket, address } = await call<Ticket>("POST", `/api/tables/${this.table}/ticket`, this.invite ? { invite: this.invite } : {}, late.signal);
        query.set("ticket", ticket);
        this.address = address;
      } else {
        if (this.invite) query.set("invite", this.invite);
        await call<TableView>("GET", `/api/tables/${this.table}?${query}&watch=true`, undefined, late.signal);
      }
    } finally {
      clearTimeout(timer);
    }
    return query;
  }

  private listen(query: URLSearchParams): WebSocket {
    const socket = new WebSocket(`${wayTo(this.table, this.address, location.origin, this.servers)}?${query}`);
    socket.onmessage = (event) => {
      if (this.other !== undefined) this.choose(socket);
      if (this.socket === socket) this.heard(JSON.parse(event.data as string) as ServerFrame);
    };
    socket.onclose = (event) => {
      if (this.other === socket) this.other = undefined;
      if (this.socket !== socket) return;
      clearTimeout(this.arriving);
      this.socket = undefined;
      if (event.code === NOT_ALLOWED && (event.reason === "signed_out" || event.reason === "excluded")) this.end(refusal(event.reason, ""));
      else if (this.closed) this.end(refusal("closed", ""));
      else if (event.code === ELSEWHERE) this.goTo(event.reason);
      else this.lost();
    };
    return socket;
  }

  /** Of two ways to the table the one that speaks first is kept; over a new one, what had no answer is said again. */
  private choose(spoke: WebSocket): void {
    if (spoke === this.other) {
      hangUp(this.socket);
      [this.socket, this.at] = [this.other, this.address];
      this.away ??= Date.now();
    } else hangUp(this.other);
    this.other = undefined;
  }

  /** Nothing comes from the server: another one is asked for the table meanwhile, but not sent back to the silent one. */
  private async hedge(socket: WebSocket): Promise<void> {
    if (this.spectator || this.hedging || this.other !== undefined) return;
    this.hedging = true;
    try {
      const query = await this.letIn();
      if (this.ended || this.socket !== socket || this.away !== undefined) return;
      if (this.address === "" || this.address !== this.at) this.other = this.listen(query);
    } catch {
      // nobody lets us in: the silent one may still speak
    } finally {
      this.hedging = false;
    }
  }

  /** The table is at another server: there at once, but not round and round without a pause. */
  private goTo(address: string): void {
    this.address = address;
    if (this.strayed) return this.lost();
    this.strayed = true;
    this.again(0);
  }

  /** Sends a command; what it caused has arrived before its answer does. */
  send(command: Command): Promise<DoneFrame> {
    const id = newId();
    const message = { t: "cmd", id, rev: this.whole?.rev ?? 0, ...command };
    return new Promise((done, failed) => {
      if (this.ended) return failed(refusal("closed", "The table is not connected."));
      this.waiting.set(id, { message, done, refused: failed });
      if (this.socket?.readyState === WebSocket.OPEN && this.away === undefined) this.socket.send(JSON.stringify(message));
      this.mind(id);
    });
  }

  /** A server that has gone without a word, or its network, leaves a socket open: that nothing comes says so. */
  private mind(id: string, since = Date.now(), wait = HEDGE): void {
    const socket = this.socket;
    if (RECKONED.includes(this.waiting.get(id)?.message.do ?? "")) return;
    setTimeout(() => {
      if (!this.waiting.has(id) || socket === undefined || this.socket !== socket || this.away !== undefined) return;
      if (this.lastHeard > since) return this.mind(id, this.lastHeard);
      if (wait >= PATIENCE) return this.drop();
      void this.hedge(socket);
      this.mind(id, since, Math.min(PATIENCE, wait + FIRST_WAIT));
    }, since + wait - Date.now());
  }

  /** Hangs up for good, without a word to anybody. */
  stop(): void {
    this.ended = true;
    this.left.abort();
    clearTimeout(this.timer);
    this.letGo();
    this.giveUp(refusal("closed", "The table is not connected."));
  }

  private heard(frame: ServerFrame): void {
    this.lastHeard = Date.now();
    switch (frame.t) {
      case "view":
        this.whole = frame;
        this.closed ||= frame.state.phase === "closed" && frame.state.closing; // else an evening rests, and was taken up so
        if (this.away !== undefined) this.arrived();
        this.ears.view(seen(frame));
        break;
      case "update":
        if (!this.whole) break;
        this.whole = merged(this.whole, frame);
        this.closed ||= frame.events.some((each) => each.k === "closed");
        if (frame.events.length > 0) this.ears.events(frame.events);
        this.ears.view(seen(this.whole));
        if (frame.done !== undefined) this.answer(frame.done)?.done({ t: "done", id: frame.done, rev: frame.rev, spots: null, coach: null, bank: null });
        break;
      case "done":
        this.answer(frame.id)?.done(frame);
        break;
      case "unknown": // neither done nor refused, as far as anybody knows: said again under the same id
        setTimeout(() => this.repeat(frame.id), FIRST_WAIT);
        break;
      case "refused":
        if (frame.id) void this.refuse(this.answer(frame.id), frame);
        break;
    }
  }

  /** The first view of a connection: commands that had no answer are sent again, under the same id. */
  private arrived(): void {
    clearTimeout(this.arriving);
    this.away = undefined;
    this.strayed = false;
    this.ears.link("live");
    for (const [id, each] of this.waiting) {
      this.socket?.send(JSON.stringify(each.message));
      this.mind(id);
    }
  }

  private repeat(id: string): void {
    const each = this.waiting.get(id);
    if (each && this.away === undefined && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(each.message));
  }

  private async refuse(asked: Waiting | undefined, frame: RefusedFrame): Promise<void> {
    asked?.refused(await refused(bodyOf(frame), 422));
  }

  private answer(id: string): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  /** There is no network, or nobody at its other end: a socket would notice only much later. */
  private drop(): void {
    this.letGo();
    this.lost();
  }

  private letGo(): void {
    clearTimeout(this.arriving);
    const ways = [this.socket, this.other];
    this.socket = this.other = undefined;
    ways.forEach(hangUp);
  }

  private lost(why?: Refused): void {
    if (this.ended) return;
    this.ears.link("lost", why);
    this.away ??= Date.now();
    this.again(this.pause(FIRST_WAIT) * (1 + SCATTER * (2 * Math.random() - 1)));
  }

  /** A while that grows with the time without the table: what is slow comes to its end, and who is many does not press. */
  private pause(least: number): number {
    const now = Date.now();
    return Math.min(LONGEST_WAIT, Math.max(least, (now - (this.away ?? now)) / 2));
  }

  /** Tries again after a while; without a network it waits for one. */
  private again(wait: number): void {
    if (this.ended || this.socket !== undefined) return;
    this.away ??= Date.now();
    clearTimeout(this.timer);
    if (navigator.onLine) this.timer = setTimeout(() => void this.open(), wait);
  }

  private end(why: Refused): void {
    this.ended = true;
    this.left.abort();
    this.letGo();
    this.ears.link("ended", why);
    this.giveUp(why);
  }

  private giveUp(why: Refused): void {
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const each of open) each.refused(why);
  }
}

function refusal(code: string, text: string): Refused {
  return new Refused({ code, text, clause: null, path: "", values: {} }, 422);
}

function bodyOf({ code, text, clause, path, values, spots }: RefusedFrame) {
  return { code, text, clause, path, values, spots };
}

/** Ends a connection; one that is still being made goes with its page, or as soon as it stands. */
function hangUp(socket: WebSocket | undefined): void {
  if (!socket) return;
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(1000);
  else socket.close(1000);
}
