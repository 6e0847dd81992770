// Inviting people: the link to copy or to share, and the same as a QR code.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { hereOnly, NO_PHONES } from "../../words/no-phones.ts";
import { HOST } from "../../words/dialogs.ts";
import { invitation } from "../invitation.ts";
import { Part } from "../part.ts";

class Invite extends Part {
  private told = "";

  private get link(): string {
    const { view } = this.store;
    return view ? location.origin + invitation(this.store, view) : "";
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.link);
      this.told = HOST.copied;
      this.store.say(HOST.copied);
    } catch {
      this.told = HOST.noCopy;
      this.querySelector("input")?.select();
    }
    this.requestUpdate();
  }

  private share(): void {
    navigator.share({ url: this.link }).catch(() => undefined); // they thought better of it
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    if (!view) return nothing;
    if (view.private && !(view.invite ?? this.store.invite)) return html`<p class="quiet small">${HOST.linkPrivate}</p>`;
    return html`
      <label for="invite-link">${HOST.link}</label>
      <div class="row"><input id="invite-link" class="mono" readonly .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
        <button class="primary" @click=${() => void this.copy()}>${icon("copy")} ${HOST.copy}</button>
        ${"share" in navigator ? html`<button @click=${() => this.share()}>${icon("link")} ${HOST.share}</button>` : nothing}</div>
      <p class="quiet small">${this.told || (view.private ? HOST.linkPrivate : HOST.linkPublic)}</p>
      <div class="qr">${hereOnly() ? html`<p class="quiet small">${NO_PHONES}</p>` : html`<img src=${invitation(this.store, view, ".svg")} width="148" height="148" alt=${HOST.qr} /><p class="quiet small">${HOST.qrMore}</p>`}</div>
    `;
  }
}

customElements.define("pit-invite", Invite);
