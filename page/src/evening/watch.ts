// Looks at an evening again and again: every page of it shows what was last seen, and says when nothing comes any more.

import { type RefusalBody, Refused } from "../shared/api.ts";
import type { Evening } from "./shapes.ts";

const LIVE = 2_000; // ms between two looks while it is played
const CALM = 5_000; // before and after
const LONGEST = 16_000; // while nobody answers
const LATE = 8_000; // ms until an answer is no longer waited for
const SAME = 304;

export interface Ears {
  seen(evening: Evening): void;
  /** Nobody answers, or somebody does again. */
  lost(lost: boolean): void;
  /** It is not there, or not for this person. */
  refused(text: string): void;
}

/** How long until the next look. */
export function pause(live: boolean, failures: number): number {
  return Math.min(LONGEST, (live ? LIVE : CALM) * 2 ** Math.min(failures, 4));
}

/** Where an evening, or something of it, is asked for; that of a private one with its key. */
export function apiOf(id: string, invite: string): string {
  return `/api/evenings/${encodeURIComponent(id)}${invite ? `?${new URLSearchParams({ invite })}` : ""}`;
}

export class Watch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private ahead = 0;
  private tag = "";
  private live = false;
  private asking = false;
  private over = false;
  private readonly path: string;
  private readonly ears: Ears;

  constructor(id: string, invite: string, ears: Ears) {
    this.path = apiOf(id, invite);
    this.ears = ears;
  }

  begin(): void {
    addEventListener("online", () => void this.look());
    addEventListener("offline", () => this.failed());
    document.addEventListener("visibilitychange", () => document.hidden || void this.look());
    void this.look();
  }

  end(): void {
    this.over = true;
    clearTimeout(this.timer);
  }

  /** The time by the server's clock. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** What was just done: shown at once, without another look. */
  show(evening: Evening): void {
    this.ahead = evening.now - Date.now();
    this.live = evening.phase === "running";
    this.ears.seen(evening);
  }

  /** Looks now, and then again after a while; a page that nobody sees does not look. */
  async look(): Promise<void> {
    if (this.asking || this.over) return;
    this.asking = true;
    clearTimeout(this.timer);
    try {
      await this.ask();
      if (this.failures > 0) this.ears.lost(false);
      this.failures = 0;
    } catch {
      this.failed();
    } finally {
      this.asking = false;
      if (!this.over && !document.hidden) this.timer = setTimeout(() => void this.look(), pause(this.live, this.failures));
    }
  }

  private failed(): void {
    this.failures += 1;
    this.ears.lost(true);
  }

  private async ask(): Promise<void> {
    const headers: Record<string, string> = { Accept: "application/json", ...(this.tag ? { "If-None-Match": this.tag } : {}) };
    const answer = await fetch(this.path, { headers, credentials: "same-origin", signal: AbortSignal.timeout(LATE) });
    if (answer.status === SAME) return;
    if (answer.ok) {
      this.tag = answer.headers.get("ETag") ?? "";
      return this.show((await answer.json()) as Evening);
    }
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    this.end();
    this.ears.refused(((await answer.json()) as RefusalBody).text);
  }
}

/** Why something was not done, in a sentence. */
export const whyNot = (fault: unknown, lost: string): string => (fault instanceof Refused ? `${fault.message}.` : lost);
