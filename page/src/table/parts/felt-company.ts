// What a table without company offers: bots, and a link for friends.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { FELT } from "../../words/felt.ts";
import { invitation } from "../invitation.ts";
import type { Store } from "../store.ts";
import type { TableSeen } from "../seen.ts";

async function addBots(store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const view = store.view;
    const kind = view?.bots[view.seats.filter((seat) => seat.bot).length % view.bots.length];
    if (!kind || !(await store.do({ do: "add_bot", bot: kind.id }))) return;
  }
}

async function copyInvite(store: Store, view: TableSeen): Promise<void> {
  const link = location.origin + invitation(store, view);
  try {
    await navigator.clipboard.writeText(link);
    store.say(FELT.copied);
  } catch {
    store.say(FELT.notCopied(link)); // a browser that lets nobody write there
  }
}

/** Shown while bets are open and at most one seat is taken. */
export function company(store: Store, view: TableSeen): TemplateResult | typeof nothing {
  const taken = view.seats.filter((seat) => seat.name !== null).length;
  const free = view.seats.length - taken;
  if (view.phase !== "bets" || taken > 1 || view.closing || view.evening) return nothing;
  return html`<div class="company">
    <p>${store.mySeats.length > 0 ? FELT.companySeated : FELT.company}</p>
    <div class="offers">
      ${view.bots.length > 0
        ? html`<button type="button" @click=${() => void addBots(store, 1)} ?disabled=${store.busy}>${icon("bot")} ${FELT.addBot}</button>
            <button type="button" @click=${() => void addBots(store, free)} ?disabled=${store.busy}>${icon("users")} ${FELT.fillBots}</button>`
        : nothing}
      ${view.invite || !view.private ? html`<button type="button" @click=${() => void copyInvite(store, view)}>${icon("link")} ${FELT.copyInvite}</button>` : nothing}
    </div>
  </div>`;
}
