// What a screen reader hears: one polite region for what concerns the person, at most one change a second, and one
// log of the table, silent unless it is asked for. There are no other live regions on the page.

import { html, type TemplateResult } from "lit";
import { prefs } from "../../shared/prefs.ts";
import { LOG } from "../../words/log.ts";
import { Part } from "../part.ts";
import { meanwhileText } from "./rail-last.ts";
import type { Store } from "../store.ts";

const PAUSE = 1_000;
const LOG_TAIL = 20;

const queue: string[] = [];
let heard: (() => void) | undefined;

/** Says something politely. What is said within the same second is said together. */
export function announce(text: string): void {
  if (text === "" || queue.includes(text)) return;
  queue.push(text);
  heard?.();
}

/** The whole table, once. */
export async function readAloud(store: Store): Promise<void> {
  const { readTable } = await import("../read-table.ts");
  if (store.view) announce(readTable(store.view));
}

class Voice extends Part {
  private saying = "";
  private lastSaid: unknown;
  private lastLine = 0;
  private meanwhile = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unwatch: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    heard = () => this.speak();
    this.unwatch = this.store.watch(() => this.gather());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    clearTimeout(this.timer);
    heard = undefined;
  }

  /** New sentences about the person, and what the status line says. */
  private gather(): void {
    const { said, log } = this.store;
    for (const line of log.lines) if (line.n > this.lastLine && line.mine) announce(line.heard);
    this.lastLine = log.lines.at(-1)?.n ?? 0;
    const meanwhile = meanwhileText(this.store);
    if (meanwhile !== this.meanwhile) announce((this.meanwhile = meanwhile));
    if (said !== this.lastSaid) {
      this.lastSaid = said;
      announce(said.text);
    }
  }

  private speak(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const next = queue.splice(0).join(" ");
      // the same words again are a change only if something differs
      this.saying = next === this.saying ? `${next}\u00a0` : next;
      this.requestUpdate();
      if (queue.length > 0) this.speak();
    }, this.saying === "" ? 50 : PAUSE);
  }

  protected override render(): TemplateResult {
    const aloud = prefs().logAloud;
    return html`
      <div class="unseen" role="status" aria-live="polite">${this.saying}</div>
      <div class="unseen" role="log" aria-label=${LOG.label} aria-live=${aloud ? "polite" : "off"}>
        ${aloud ? this.store.log.lines.slice(-LOG_TAIL).filter((each) => !each.mine).map((each) => html`<p>${each.heard}</p>`) : ""}
      </div>
    `;
  }
}

customElements.define("pit-voice", Voice);
