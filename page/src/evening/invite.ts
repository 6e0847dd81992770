// Inviting people to an evening: the link to copy or to share, and the same as a QR code.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../shared/art.ts";
import { hereOnly, NO_PHONES } from "../words/no-phones.ts";
import { PAGE } from "../words/evening-page.ts";
import type { Room } from "./room.ts";

/** The path of an evening, or of its QR code; that of a private one with its key. */
export function invitation(id: string, invite: string, what: "" | "/enter.svg" = ""): string {
  return `/evening/${encodeURIComponent(id)}${what}${invite ? `?${new URLSearchParams({ invite })}` : ""}`;
}

/** Copies a text; where the browser forbids that, false. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function invitePart(room: Room): TemplateResult {
  const { evening, invite } = room;
  const link = location.origin + invitation(evening.id, invite);
  const copy = async (): Promise<void> => room.say((await copied(link)) ? PAGE.copied : PAGE.noCopy);
  return html`<section class="box invite-box" aria-labelledby="invite"><h2 id="invite">${PAGE.invite}</h2>
    <label for="evening-link">${PAGE.link}</label>
    <div class="row"><input id="evening-link" class="mono" readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button @click=${() => void copy()}>${icon("copy")} ${PAGE.copy}</button>
      ${"share" in navigator ? html`<button @click=${() => void navigator.share({ url: link }).catch(() => undefined)}>${icon("link")} ${PAGE.share}</button>` : nothing}</div>
    <div class="qr">${hereOnly() ? html`<p class="quiet">${NO_PHONES}</p>` : html`<img src=${invitation(evening.id, invite, "/enter.svg")} width="148" height="148" alt=${PAGE.qr} /><p class="quiet">${PAGE.qrMore}</p>`}</div></section>`;
}
