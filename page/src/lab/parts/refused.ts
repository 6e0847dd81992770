// A question without an answer. A refusal, as the server words it; where it may be luckier the next time, with a button.
// Or one that is still worked on: how long it has taken, how long it may, and a button that gives it up.

import { html, nothing, type TemplateResult } from "lit";
import { LAB } from "../../words/lab.ts";
import type { Ask } from "../ask.ts";

const PASSING: readonly string[] = ["lost", "cancelled", "rate", "busy", "unavailable", "fault"];

export function refused<T>(ask: Ask<T>): TemplateResult | typeof nothing {
  const { refusal } = ask;
  if (!refusal) return nothing;
  return html`<p class="refused" role="alert">${refusal.text}${refusal.clause ? html` <span class="clause">${refusal.clause}</span>` : nothing}
    ${PASSING.includes(refusal.code) ? html`<button class="small" @click=${() => ask.again()}>${LAB.again}</button>` : nothing}</p>`;
}

/** What is being worked on; nothing where an older answer stands and the new one may be there at once. */
export function waits<T>(ask: Ask<T>, text: string): TemplateResult | typeof nothing {
  if (!ask.pending || (ask.answer !== undefined && ask.seconds === 0)) return nothing;
  return html`<p class="waiting">${text}${ask.seconds === 0 ? nothing : html` ${LAB.slow(ask.seconds)} <button class="small" @click=${() => ask.cancel()}>${LAB.cancel}</button>`}</p>`;
}
