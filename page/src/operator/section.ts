// What every section of the console is: it stands in the page itself, knows what of the address is its own, and asks
// for acts through the one dialog.

import { LitElement, type ReactiveController, type ReactiveControllerHost } from "lit";
import { Refused } from "../shared/api.ts";
import { ACT } from "../words/operator.ts";
import type { Act, Answer } from "./act.ts";

export interface Console {
  /** Asks for an act; its answer once the dialog is closed, undefined where nothing was done. */
  act(act: Act): Promise<Answer | undefined>;
  /** Goes to an address of the console. */
  go(address: string): void;
}

export abstract class Section extends LitElement {
  static override properties = { console: { attribute: false }, rest: { attribute: false }, query: { attribute: false } };
  declare console: Console;
  /** What comes in the address after the section's own part: `["7"]` of `/operator/tables/7`. */
  declare rest: readonly string[];
  declare query: URLSearchParams;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Something asked of the server, and again now and then while somebody looks; what it says last stays if it fails. */
export class Look<T> implements ReactiveController {
  value: T | undefined;
  fault = "";
  pending = false;
  /** Nobody looks at it now: it is not asked for again by itself. */
  idle = false;
  private until: AbortController | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly host: ReactiveControllerHost;
  private readonly read: (until: AbortSignal) => Promise<T>;
  private readonly every: number | undefined;

  /** `every` is milliseconds between two looks; none where it is asked once. */
  constructor(host: ReactiveControllerHost, read: (until: AbortSignal) => Promise<T>, every?: number) {
    this.host = host;
    this.read = read;
    this.every = every;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.every !== undefined) this.timer = setInterval(() => !document.hidden && !this.idle && !this.pending && void this.ask(), this.every);
  }

  hostDisconnected(): void {
    clearInterval(this.timer);
    this.until?.abort();
  }

  /** Forgets what was said: another thing is asked about. */
  forget(): void {
    this.until?.abort();
    [this.value, this.fault] = [undefined, ""];
  }

  async ask(): Promise<void> {
    this.until?.abort();
    const until = (this.until = new AbortController());
    this.pending = true;
    this.host.requestUpdate();
    try {
      const value = await this.read(until.signal);
      if (!until.signal.aborted) [this.value, this.fault] = [value, ""];
    } catch (fault) {
      if (!until.signal.aborted) this.fault = fault instanceof Refused ? fault.message : ACT.unreached;
    } finally {
      if (this.until === until) this.pending = false;
      this.host.requestUpdate();
    }
  }
}
