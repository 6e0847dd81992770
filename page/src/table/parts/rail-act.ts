// The decision: what can be done, what it costs, which key does it, and what follows from it.

import { html, nothing, type TemplateResult } from "lit";
import type { Action } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { isRaise } from "../../shared/raises.ts";
import { cardSign } from "../../shared/words.ts";
import { rail } from "../../words/rail.ts";
import { keyOf } from "../keys.ts";
import type { Store } from "../store.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

export function actPart(store: Store, seat: SeatSeen): TemplateResult {
  const { actions } = store;
  const play = actions.find((each) => each.id === "play");
  const fold = actions.find((each) => each.id === "fold");
  const draws = actions.filter((each) => each.id === "draw");
  const raises = actions.filter((each) => isRaise(each.id));
  const shape = draws.length > 0 ? "three" : raises.length > 0 ? `raises ${raises.length === 1 ? "one" : ""}` : "";
  return html`<div class="act ${shape}" role="group" aria-label=${rail.decisions}>
    ${play ? choice(store, play, play.label, "primary") : nothing}
    ${raises.map((each) => choice(store, each, each.label, "raise"))}
    ${draws.length > 0 ? drawChoice(store, seat, draws) : nothing}
    ${fold ? choice(store, fold, fold.label, "fold") : nothing}
    ${moreTime(store)}
  </div>`;
}

function choice(store: Store, action: Action, label: string, look: string, ready = true): TemplateResult {
  const told = `act-${action.id}`;
  const able = ready && store.canDecide;
  const key = keyOf(action.id, action.key);
  return html`<div class="choice of-${action.id}">
    <button class=${look} data-action=${action.id} aria-describedby=${told} aria-disabled=${able ? nothing : "true"} @click=${() => able && void store.decide(action)}>
      <span>${label}</span>${action.cost > 0 ? html` <span class="cost number">${dollars(action.cost)}</span>` : nothing}${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}
    </button>
    <p class="consequence" id=${told}>${action.consequence}</p>
  </div>`;
}

/** One button for all draws: it names the card that is marked. */
function drawChoice(store: Store, seat: SeatSeen, draws: readonly Action[]): TemplateResult {
  const marked = draws.find((each) => each.discard === store.discards.get(seat.n));
  const shown = marked ?? draws[0];
  if (!shown) return html``;
  const said = marked?.discard ? shown : { ...shown, cost: 0, consequence: rail.pickCard };
  return choice(store, said, marked?.discard ? rail.draw(cardSign(marked.discard)) : rail.drawPick, "draw", marked !== undefined);
}

function moreTime(store: Store): TemplateResult | typeof nothing {
  const { view } = store;
  const left = view?.me?.more_time_left ?? 0;
  if (!view?.clock || left === 0) return nothing;
  return html`<button class="ask-time tool" @click=${() => void store.do({ do: "more_time" })}>${icon("clock")}${rail.moreTime(view.clock.extension, left)}</button>`;
}

/** Whom the table waits for: who has still to decide, or to be ready. */
export function awaited(view: TableSeen): string[] {
  return namesAt(view, view.waiting_for.filter((each) => each.what !== "away").flatMap((each) => each.seats));
}

/** Who is away and holds up the others; the table goes on without them. */
export function absent(view: TableSeen): string[] {
  return namesAt(view, view.waiting_for.filter((each) => each.what === "away").flatMap((each) => each.seats));
}

function namesAt(view: TableSeen, seats: readonly number[]): string[] {
  const found = view.seats.filter((each) => seats.includes(each.n) && !each.you && each.name !== null);
  return [...new Set(found.map((each) => each.name ?? ""))];
}
