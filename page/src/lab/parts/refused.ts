// A refusal, as the server words it; where it may be luckier the next time, with a button.

import { html, nothing, type TemplateResult } from "lit";
import { LAB } from "../../words/lab.ts";
import type { Ask } from "../ask.ts";

const PASSING: readonly string[] = ["lost", "rate", "busy", "unavailable", "fault"];

export function refused<T>(ask: Ask<T>): TemplateResult | typeof nothing {
  const { refusal } = ask;
  if (!refusal) return nothing;
  return html`<p class="refused" role="alert">${refusal.text}${refusal.clause ? html` <span class="clause">${refusal.clause}</span>` : nothing}
    ${PASSING.includes(refusal.code) ? html`<button class="small" @click=${() => ask.again()}>${LAB.again}</button>` : nothing}</p>`;
}
