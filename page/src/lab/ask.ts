// A question to the server whose newest wording counts: it waits a moment, is asked one at a time, and keeps what was
// answered, so that the back button is immediate.

import { call, Refused, type RefusalBody } from "../shared/api.ts";
import { LAB } from "../words/lab.ts";

const KEPT = 40; // answers
const SLOW = 2; // seconds after which a question says how long it has taken, and can be cancelled

export class Ask<T> {
  /** The answer to `answered`; it stays while the next one is awaited. */
  answer: T | undefined;
  answered = "";
  refusal: RefusalBody | undefined;
  private wanted = "";
  private busy = false;
  private begun = 0;
  private ticker: ReturnType<typeof setInterval> | undefined;
  private stop: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly kept = new Map<string, T>();
  private readonly changed: () => void;
  private readonly wait: number;

  constructor(changed: () => void, wait = 150) {
    this.changed = changed;
    this.wait = wait;
  }

  /** Whether the answer to what was asked last is not there yet. */
  get pending(): boolean {
    return this.wanted !== "" && this.wanted !== this.answered && this.refusal === undefined;
  }

  /** Whole seconds that the question has taken so far; 0 for one that has not taken long. */
  get seconds(): number {
    const seconds = this.pending && this.busy ? Math.floor((Date.now() - this.begun) / 1000) : 0;
    return seconds < SLOW ? 0 : seconds;
  }

  /** All that can be seen of it, to tell whether something has changed. */
  get seen(): readonly unknown[] {
    return [this.answer, this.refusal, this.pending, this.seconds];
  }

  /** Gives the question up; the server stops working on it. */
  cancel(): void {
    this.refusal = { code: "cancelled", text: LAB.cancelled, clause: null, path: "", values: {} };
    this.stop?.abort();
    this.changed();
  }

  /** Asks an address; nothing for "". The same address again asks nothing. */
  want(address: string): void {
    if (address === this.wanted) return;
    if (this.seconds > 0) this.stop?.abort(); // nobody waits for that any more
    this.wanted = address;
    this.refusal = undefined;
    clearTimeout(this.timer);
    const kept = this.kept.get(address);
    if (address === "") this.take("", undefined);
    else if (kept !== undefined) this.take(address, kept);
    else this.timer = setTimeout(() => void this.send(), this.answer === undefined ? 0 : this.wait);
  }

  /** The same question once more, after a refusal. */
  again(): void {
    const address = this.wanted;
    this.wanted = "";
    this.want(address);
    this.changed();
  }

  private take(address: string, answer: T | undefined): void {
    this.answered = address;
    this.answer = answer;
  }

  private async send(): Promise<void> {
    if (this.busy || this.wanted === this.answered) return;
    this.busy = true;
    this.begun = Date.now();
    this.ticker = setInterval(() => this.seconds > 0 && this.changed(), 1000);
    const stop = (this.stop = new AbortController());
    const address = this.wanted;
    try {
      const answer = await call<T>("GET", address, undefined, stop.signal);
      this.kept.set(address, answer);
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value ?? "");
      if (address === this.wanted) this.take(address, answer);
    } catch (fault) {
      const lost: RefusalBody = { code: "lost", text: LAB.lost, clause: null, path: "", values: {} };
      if (address === this.wanted && !stop.signal.aborted) this.refusal = fault instanceof Refused ? fault.body : lost;
    }
    clearInterval(this.ticker);
    this.busy = false;
    if (this.wanted !== "" && address !== this.wanted && !this.kept.has(this.wanted)) void this.send();
    this.changed();
  }
}
