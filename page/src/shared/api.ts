// Calls to the server. A refusal is thrown with its sentence.

import type { components } from "../generated/api.ts";
import type { Spot } from "../generated/table.ts";

export type Me = components["schemas"]["Me"];

export interface RefusalBody {
  code: string;
  text: string;
  clause: string | null;
  path: string;
  values: Record<string, unknown>;
  /** Of a bet: how the spots would be with it. */
  spots?: Spot[] | null;
}

export class Refused extends Error {
  readonly body: RefusalBody;
  readonly status: number;

  constructor(body: RefusalBody, status: number) {
    super(body.text);
    this.body = body;
    this.status = status;
  }
}

/** What was refused. Where that names a time it is worded here, in the reader's own zone; those words are fetched for it. */
export async function refused(body: RefusalBody, status: number): Promise<Refused> {
  if (body.code !== "limit" && body.code !== "excluded") return new Refused(body, status);
  const words = await import("../words/limits.ts").catch(() => undefined);
  return new Refused({ ...body, text: words?.limitText(body.code, body.path, body.values) ?? body.text }, status);
}

/** A call; undefined for an answer without a body. Where `until` says so, nobody waits for the answer any more. */
export async function call<T>(method: string, path: string, body?: unknown, until?: AbortSignal): Promise<T> {
  return send<T>(method, path, method === "GET" ? undefined : JSON.stringify(body ?? {}), until);
}

/** A call whose body is a JSON text that is sent as it is, letter for letter. */
export async function send<T>(method: string, path: string, text?: string, until?: AbortSignal): Promise<T> {
  const asked: RequestInit = { ...(until ? { signal: until } : {}), method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (text !== undefined) {
    asked.headers = { ...asked.headers, "Content-Type": "application/json" };
    asked.body = text;
  }
  const answer = await fetch(path, asked);
  const said = await answer.text();
  if (!answer.ok) {
    let told: RefusalBody = { code: "fault", text: `The server answered ${answer.status}`, clause: null, path: "", values: {} };
    try {
      told = { ...told, ...(JSON.parse(said) as Partial<RefusalBody>) };
    } catch {
      // not ours: a proxy's page
    }
    throw await refused(told, answer.status);
  }
  return (said ? JSON.parse(said) : undefined) as T;
}

/** Whether the page was sent to somebody who is signed in. */
export function signedIn(): boolean {
  return document.body.dataset["me"] !== undefined;
}

/** Signed in, or a guest from now on. */
export async function somebody(): Promise<Me> {
  if (signedIn()) {
    try {
      return await call<Me>("GET", "/api/me");
    } catch (fault) {
      if (!(fault instanceof Refused && fault.status === 401)) throw fault; // the session is over: a new guest
    }
  }
  const me = await call<Me>("POST", "/api/guests");
  document.body.dataset["me"] = me.id;
  return me;
}

/** An id for a command: what is asked for twice under one id is done once. */
export function newId(): string {
  const { randomUUID } = crypto as { randomUUID?: () => string }; // absent over plain HTTP, as in a local network
  return randomUUID?.call(crypto) ?? randomHex();
}

/** 16 random bytes as 32 digits. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
