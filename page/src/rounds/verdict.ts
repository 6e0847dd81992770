// How the outcome of a check is shown: what this browser found, then what the server says of rules and payments.

import { html, nothing, type TemplateResult } from "lit";
import { Refused, send } from "../shared/api.ts";
import { VERIFY } from "../words/rounds.ts";
import type { Check } from "./verify.ts";

export interface ServerSays {
  right: boolean;
  checks: string[];
  fault: string | null;
}

/** The server's own check; undefined when it did not answer. A refusal counts as a fault. */
export async function askServer(text: string): Promise<ServerSays | undefined> {
  try {
    return await send<ServerSays>("POST", "/api/verify", text);
  } catch (fault) {
    return fault instanceof Refused ? { right: false, checks: [], fault: fault.message } : undefined;
  }
}

const line = (right: boolean, text: string): TemplateResult =>
  html`<li class=${right ? "good" : "bad"} data-right=${right}><span aria-hidden="true">${right ? "✔" : "✕"}</span> <div>${text}</div></li>`;

/** A list of checks with its verdict; `server` is null where nobody asks it. */
export function verdict(title: string, checks: readonly Check[], server: ServerSays | null | undefined, note = ""): TemplateResult {
  const right = checks.every((each) => each.right) && (server?.right ?? true);
  return html`<section class="verdict ${right ? "good" : "bad"}" data-right=${right} aria-label=${title}>
    <h3>${right ? VERIFY.good : VERIFY.bad}</h3>
    <h4>${VERIFY.byBrowser}</h4>
    <ul class="checks">${checks.map((each) => line(each.right, each.text))}</ul>
    ${note ? html`<p class="quiet">${note}</p>` : nothing}
    ${server === null
      ? nothing
      : html`<h4>${VERIFY.byServer}</h4>
          ${server === undefined
            ? html`<p class="quiet">${VERIFY.serverQuiet}</p>`
            : html`<ul class="checks">${server.checks.map((each) => line(true, each))}${server.fault ? line(false, server.fault) : nothing}</ul>`}`}
  </section>`;
}
