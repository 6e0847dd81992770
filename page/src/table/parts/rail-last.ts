// Results that lie still while the table goes on: what the others do meanwhile, and one's last result to look at again.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { signed } from "../../shared/money.ts";
import { rail } from "../../words/rail.ts";
import { clockIsHere } from "../later.ts";
import type { Store } from "../store.ts";
import type { TableSeen } from "../seen.ts";
import { awaited } from "./rail-act.ts";
import { sums } from "./results.ts";

/** What all hands of the viewer came to in a round, or the bank that was theirs. */
export function netOf(view: TableSeen): number {
  if (view.bank?.you && view.bank.net !== null) return view.bank.net;
  return sums(view.seats.filter((each) => each.you).flatMap((each) => each.lines)).net;
}

/** The seconds that are left, where a clock runs. */
export function countdown(store: Store): TemplateResult | typeof nothing {
  return clockIsHere(store) ? html`<pit-countdown .store=${store}></pit-countdown>` : nothing;
}

/** What the table does while one's own result still lies here; nothing where it has not gone on. */
export function meanwhileText(store: Store): string {
  const { live, holding } = store.presentation;
  if (!holding || !live) return "";
  const waits = live.phase === "bets" && live.me !== null && !live.me.ready;
  return rail.meanwhile(live.round, live.phase, awaited(live), waits);
}

export function meanwhile(store: Store): TemplateResult | typeof nothing {
  const text = meanwhileText(store);
  return text === "" ? nothing : html`<p class="meanwhile">${icon("users")} <span>${text}</span> ${countdown(store)}</p>`;
}

/** A chip of the last result: it opens it again. */
export function lastResult(store: Store): TemplateResult | typeof nothing {
  const { last } = store.presentation;
  if (!last || store.betweenRounds) return nothing;
  const net = netOf(last);
  return html`<button class="tool last-result ${net > 0 ? "win" : net < 0 ? "lose" : ""}" aria-haspopup="dialog" aria-label=${rail.lastRoundName(last.round, net)} @click=${() => store.show("last")}>
    ${icon("history")}<span class="tool-word">${rail.lastRound}</span><span class="number">${signed(net)}</span>
  </button>`;
}
