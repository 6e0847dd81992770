// When something is the matter: the connection, the operator, the end of the table or of the session; and for who
// only looks on, the way to a seat.

import { html, nothing, type TemplateResult } from "lit";
import { signedIn } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { signed } from "../../shared/money.ts";
import { prefs } from "../../shared/prefs.ts";
import { whenNewer } from "../../shared/shell.ts";
import { elapsed } from "../../shared/time.ts";
import { END } from "../../words/host.ts";
import { STATES } from "../../words/states.ts";
import { firstHandIsHere } from "../later.ts";
import { Part } from "../part.ts";
import type { TableSeen } from "../seen.ts";
import type { Link } from "../wire.ts";

const GRACE = 1_500; // ms; a shorter break is nobody's business
const SHOWN = 4_000; // ms

class States extends Part {
  private was: Link = "connecting";
  private back = "";
  private newer = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    whenNewer(() => {
      this.newer = true;
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(): void {
    const { store } = this;
    if (store.link === "lost" && this.timer === undefined) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.requestUpdate();
      }, GRACE);
    }
    if (store.link === "live" && this.was === "lost") this.welcomeBack(store.said.text);
    this.was = store.link;
  }

  /** For a moment; the felt and the log have the rest. */
  private welcomeBack(text: string): void {
    this.back = text;
    setTimeout(() => {
      this.back = "";
      this.requestUpdate();
    }, SHOWN);
  }

  protected override updated(): void {
    const over = this.querySelector<HTMLDialogElement>("dialog.ended");
    if (over && !over.open) over.showModal();
  }

  private get closed(): boolean {
    return this.store.phase === "closed" || this.store.endedCode === "closed";
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (this.closed && store.view) return this.closedBar(store.view);
    if (store.link === "ended" || this.closed) return this.over();
    if (store.link === "lost" && Date.now() - store.lostAt >= GRACE) {
      const why = store.ended ? `${store.ended}. ` : ""; // the server answers, and has no room
      return html`<p class="bar lost"><span class="dot" aria-hidden="true"></span> ${why}${store.mySeats.length > 0 ? STATES.lost : STATES.lostWatching}</p>`;
    }
    if (!store.view) return html`<p class="bar quiet">${STATES.connecting}</p>`;
    return html`
      ${this.back ? html`<p class="bar back">${icon("check")} ${this.back}</p>` : nothing} ${this.newer ? this.reload() : nothing}
      ${this.coached() ? html`<pit-first-hand .store=${store}></pit-first-hand>` : nothing}
    `;
  }

  /** The house has a newer page than this one, which goes on as long as it is wanted. */
  private reload(): TemplateResult {
    return html`<p class="bar">${icon("rotate-ccw")} ${STATES.newer} <button @click=${() => location.reload()}>${STATES.reload}</button></p>`;
  }

  /** Whether the first hand at this house is still to be told. */
  private coached(): boolean {
    const { store } = this;
    return store.view !== undefined && !prefs().firstHands.includes(store.view.house) && firstHandIsHere(store);
  }

  /** The table is closed: the last result stays to be read, and there is a way out. */
  private closedBar(view: TableSeen): TemplateResult {
    return html`<p class="bar closed">${icon("log-out")} <span>${END.closed(view.closes_by)}</span>
      <a class="button primary" href="/">${STATES.lobby}</a> ${signedIn() ? html`<button @click=${() => this.store.show("sitting")}>${STATES.sitting}</button> <a class="button" href="/history">${STATES.history}</a>` : nothing}</p>`;
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
        ${me && this.closed
          ? html`<dl class="purse number">
              <div><dt>${STATES.net}</dt><dd>${signed(me.session_net)}</dd></div>
              <div><dt>${STATES.rounds}</dt><dd>${store.view?.round ?? 0}</dd></div>
              <div><dt>${STATES.time}</dt><dd>${elapsed(me.session_elapsed)}</dd></div>
            </dl>`
          : nothing}
        <div class="row">
          <a class="button primary" href="/">${STATES.lobby}</a>
          ${session ? html`<a class="button" href="/account">${STATES.signIn}</a><button @click=${() => void this.guest()}>${STATES.guest}</button>` : nothing}
          ${store.endedCode === "no_spectators" ? html`<button @click=${() => void store.join()}>${icon("armchair")} ${STATES.takeSeat}</button>` : nothing}
          ${!session && signedIn() ? html`<a class="button" href="/history">${STATES.history}</a>` : nothing}
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
    if (this.closed) return [STATES.closed, STATES.closedMore];
    const known: Record<string, [string, string]> = {
      private: [STATES.private, STATES.privateMore],
      no_table: [STATES.noTable, STATES.noTableMore],
      signed_out: [STATES.signedOut, STATES.signedOutMore],
      session: [STATES.session, STATES.sessionMore],
      excluded: [STATES.excluded, ended],
      no_spectators: [STATES.noSpectators, STATES.noSpectatorsMore],
    };
    return known[endedCode] ?? [STATES.other, ended];
  }
}

customElements.define("pit-states", States);
