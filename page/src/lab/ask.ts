// A question to the server whose newest wording counts: it waits a moment, is asked one at a time, and keeps what was
// answered, so that the back button is immediate.

import { call, Refused, type RefusalBody } from "../shared/api.ts";
import { LAB } from "../words/lab.ts";

const KEPT = 40; // answers

export class Ask<T> {
  /** The answer to `answered`; it stays while the next one is awaited. */
  answer: T | undefined;
  answered = "";
  refusal: RefusalBody | undefined;
  private wanted = "";
  private busy = false;
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

  /** All that can be seen of it, to tell whether something has changed. */
  get seen(): readonly unknown[] {
    return [this.answer, this.refusal, this.pending];
  }

  /** Asks an address; nothing for "". The same address again asks nothing. */
  want(address: string): void {
    if (address === this.wanted) return;
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
    const address = this.wanted;
    try {
      const answer = await call<T>("GET", address);
      this.kept.set(address, answer);
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value ?? "");
      if (address === this.wanted) this.take(address, answer);
    } catch (fault) {
      const lost: RefusalBody = { code: "lost", text: LAB.lost, clause: null, path: "", values: {} };
      if (address === this.wanted) this.refusal = fault instanceof Refused ? fault.body : lost;
    }
    this.busy = false;
    if (this.wanted !== "" && address !== this.wanted && !this.kept.has(this.wanted)) void this.send();
    this.changed();
  }
}
