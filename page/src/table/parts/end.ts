// The end: of the table, with its last result still to be read, or of the session; why, and the ways on.

import { html, nothing, type TemplateResult } from "lit";
import { signedIn } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { signed } from "../../shared/money.ts";
import { elapsed } from "../../shared/time.ts";
import { ENDED } from "../../words/ended.ts";
import { END } from "../../words/host.ts";
import { STATES } from "../../words/states.ts";
import { Part } from "../part.ts";
import type { TableSeen } from "../seen.ts";

class End extends Part {
  protected override updated(): void {
    const over = this.querySelector<HTMLDialogElement>("dialog.ended");
    if (over && !over.open) over.showModal();
  }

  protected override render(): TemplateResult {
    const { closed, view } = this.store;
    return closed && view ? this.closedBar(view) : this.over();
  }

  /** The table is closed: the last result stays to be read, and there is a way out. */
  private closedBar(view: TableSeen): TemplateResult {
    return html`<p class="bar closed">${icon("log-out")} <span>${END.closed(view.closes_by)}</span>
      <a class="button primary" href="/">${ENDED.lobby}</a> ${signedIn() ? html`<button @click=${() => this.store.show("sitting")}>${ENDED.sitting}</button> <a class="button" href="/history">${ENDED.history}</a>` : nothing}</p>`;
  }

  private over(): TemplateResult {
    const { store } = this;
    const [title, more] = this.reason();
    const { me } = store;
    const session = store.endedCode === "session" || store.endedCode === "signed_out";
    return html`<dialog class="ended" aria-labelledby="ended-title" @cancel=${(event: Event) => event.preventDefault()}>
      <div>
        <h2 id="ended-title" tabindex="-1" autofocus>${title}</h2>
        <p>${more}</p>
        ${me && this.store.closed
          ? html`<dl class="purse number">
              <div><dt>${ENDED.net}</dt><dd>${signed(me.session_net)}</dd></div>
              <div><dt>${ENDED.rounds}</dt><dd>${store.view?.round ?? 0}</dd></div>
              <div><dt>${ENDED.time}</dt><dd>${elapsed(store.sessionTime)}</dd></div>
            </dl>`
          : nothing}
        <div class="row">
          <a class="button primary" href="/">${ENDED.lobby}</a>
          ${session ? html`<a class="button" href="/account">${ENDED.signIn}</a><button @click=${() => void this.guest()}>${ENDED.guest}</button>` : nothing}
          ${store.endedCode === "no_spectators" ? html`<button @click=${() => void store.join()}>${icon("armchair")} ${STATES.takeSeat}</button>` : nothing}
          ${!session && signedIn() ? html`<a class="button" href="/history">${ENDED.history}</a>` : nothing}
        </div>
      </div>
    </dialog>`;
  }

  private async guest(): Promise<void> {
    delete document.body.dataset["me"];
    await this.store.join();
  }

  private reason(): [string, string] {
    const { endedCode, ended } = this.store;
    if (this.store.closed) return [ENDED.closed, ENDED.closedMore];
    const known: Record<string, [string, string]> = {
      private: [ENDED.private, ENDED.privateMore],
      no_table: [ENDED.noTable, ENDED.noTableMore],
      signed_out: [ENDED.signedOut, ENDED.signedOutMore],
      session: [ENDED.session, ENDED.sessionMore],
      excluded: [ENDED.excluded, ended],
      no_spectators: [ENDED.noSpectators, ENDED.noSpectatorsMore],
    };
    return known[endedCode] ?? [ENDED.other, ended];
  }
}

customElements.define("pit-end", End);
