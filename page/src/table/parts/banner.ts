// Banners across the felt: a void round, a paused table or evening, a table that is closing.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { BANNER } from "../../words/felt.ts";
import { END } from "../../words/host.ts";
import { overNow, type TableSeen } from "../seen.ts";

/** What is known of a void round: the event tells the cause, the lines the clause. */
export interface Voided {
  readonly round: number;
  readonly cause: string;
}

export function banner(view: TableSeen, voided: Voided | undefined, closed = false): TemplateResult | typeof nothing {
  if (view.phase === "void") {
    const clause = view.seats.flatMap((seat) => seat.lines)[0]?.clause;
    const cause = voided?.round === view.round ? voided.cause : undefined;
    return html`<p class="banner void">${icon("triangle-alert")} ${BANNER.void(cause, clause)}</p>`;
  }
  if (view.paused) return html`<p class="banner paused">${icon("pause")} ${BANNER.paused}</p>`;
  if (view.evening_paused && overNow(view)) return html`<p class="banner of-evening">${icon("pause")} ${BANNER.eveningPaused}</p>`;
  if (view.closing && !closed) return html`<p class="banner closing">${icon("log-out")} ${END.closing(view.closes_by)}</p>`;
  return nothing;
}
