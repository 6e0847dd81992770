// The chip tray: the chip in hand, and what can be done with the whole bet.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { prefs, setPrefs } from "../../shared/prefs.ts";
import { rail } from "../../words/rail.ts";
import { same, type Wagers } from "../bets.ts";
import { keyOf } from "../keys.ts";
import type { Store } from "../store.ts";
import { hasLittle } from "../tray.ts";
import { chip } from "./chips.ts";
import type { SeatSeen } from "../seen.ts";

const KEPT = 3;

export function trayPart(store: Store, seat: SeatSeen): TemplateResult {
  const stack = seat.stack ?? store.me?.funds ?? 0;
  const low = store.view?.limits.low ?? 0;
  const nothingBet = store.mySeats.every((each) => store.bets.draft(each.n).total === 0);
  if (nothingBet && stack < low) return html`<div class="tray">${moreChips(store, stack, low)}</div>`;
  return html`<div class="tray">
    <fieldset class="chips"><legend class="unseen">${rail.tray}</legend>${store.tray.chips.map((cents) => chipChoice(store, cents))}</fieldset>
    ${tools(store, seat)} ${favourites(store, seat)} ${nothingBet && givesChips(store, stack) ? moreChips(store, stack, low) : nothing}
  </div>`;
}

/** Free chips are for the house's money; the chips of a table are what they are. */
function givesChips(store: Store, stack: number): boolean {
  return store.view?.purse === "house" && hasLittle({ funds: stack, on_tables: 0 });
}

/** With too little for a bet: the free chips, or the way to a table that takes less. */
function moreChips(store: Store, stack: number, low: number): TemplateResult {
  return html`<p class="broke"><span>${stack < low ? rail.belowMinimum(stack, low) : rail.chipsLeft(stack)}</span>
    ${givesChips(store, stack)
      ? html`<button class="primary" ?disabled=${store.busy} @click=${() => void import("../free-chips.ts").then(({ topUp }) => topUp(store))}>${icon("hand-coins")} ${rail.topUp}</button>`
      : html`<a class="button" href="/">${rail.otherTables}</a>`}</p>`;
}

function chipChoice(store: Store, cents: number): TemplateResult {
  return html`<label class="chip-choice">
    <input class="unseen" type="radio" name="chip" value=${cents} aria-label=${rail.chip(cents)} .checked=${store.tray.chip === cents} @change=${() => store.tray.choose(cents)} />${chip(cents)}
  </label>`;
}

function tools(store: Store, seat: SeatSeen): TemplateResult {
  const draft = store.bets.draft(seat.n);
  const last = store.bets.last(seat.n);
  const total = draft.total;
  const house = store.view?.house ?? "";
  const kept = prefs().favourites[house] ?? [];
  return html`<div class="tools">
    ${tool(rail.rebet, "rebet", "rotate-ccw", last !== undefined && !same(last, draft.wagers), () => void store.bets.rebet())}
    ${tool(rail.double, "double", rail.doubleSign, total > 0, () => void store.bets.rebet(2))}
    ${tool(rail.undo, "undo", "undo-2", draft.canUndo, () => store.bets.undo(seat.n))}
    ${tool(rail.redo, "redo", "redo-2", draft.canRedo, () => store.bets.redo(seat.n))}
    ${tool(rail.clear, "clear", "x", total > 0, () => void store.bets.setBets(seat.n, {}))}
    ${tool(rail.keep, "keep", "star", keepable(kept, draft.wagers), () => keep(house, [...kept, draft.wagers]))}
  </div>`;
}

function tool(label: string, key: string, sign: string, can: boolean, act: () => void): TemplateResult {
  const shortcut = keyOf(key);
  return html`<button class="tool" aria-disabled=${can ? nothing : "true"} title=${shortcut ? `${label} (${shortcut})` : label} @click=${() => can && act()}>
    ${sign === rail.doubleSign ? html`<span class="tool-sign" aria-hidden="true">${sign}</span>` : icon(sign)}<span class="tool-word">${label}</span>
  </button>`;
}

/** The kept bets of this house: each can be played, and the one that lies there can be forgotten. */
function favourites(store: Store, seat: SeatSeen): TemplateResult | typeof nothing {
  const kept = prefs().favourites[store.view?.house ?? ""] ?? [];
  const now = store.bets.draft(seat.n).wagers;
  if (kept.length === 0) return nothing;
  return html`<div class="kept" role="group" aria-label=${rail.favourites}>${kept.map((each, i) => keptBet(store, seat, each, i, same(each, now)))}</div>`;
}

/** Up to three bets are kept, each once. */
function keepable(kept: readonly Wagers[], now: Wagers): boolean {
  return Object.keys(now).length > 0 && kept.length < KEPT && !kept.some((each) => same(each, now));
}

function keptBet(store: Store, seat: SeatSeen, wagers: Wagers, i: number, current: boolean): TemplateResult {
  const total = Object.values(wagers).reduce((sum, each) => sum + each, 0);
  const house = store.view?.house ?? "";
  const forget = (): void => keep(house, (prefs().favourites[house] ?? []).toSpliced(i, 1));
  return current
    ? html`<button class="tool current" aria-label=${rail.forget(i + 1, total)} @click=${forget}>${icon("star")}<span class="number">${dollars(total)}</span>${icon("x")}</button>`
    : html`<button class="tool" aria-label=${rail.useKept(i + 1, total)} @click=${() => void store.bets.setBets(seat.n, wagers)}>${icon("star")}<span class="number">${dollars(total)}</span></button>`;
}

function keep(house: string, bets: readonly Wagers[]): void {
  setPrefs({ favourites: { ...prefs().favourites, [house]: bets.map((each) => ({ ...each })) } });
}
