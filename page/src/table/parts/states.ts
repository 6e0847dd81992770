// When something is the matter: the connection, a newer page, the end; and the first hand at a house.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { prefs } from "../../shared/prefs.ts";
import { whenNewer } from "../../shared/shell.ts";
import { STATES } from "../../words/states.ts";
import { endIsHere, firstHandIsHere } from "../later.ts";
import { Part } from "../part.ts";
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

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (store.closed && store.view?.evening) return nothing; // its line has the result
    if (store.link === "ended" || store.closed) return endIsHere(store) ? html`<pit-end .store=${store}></pit-end>` : nothing;
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
}

customElements.define("pit-states", States);
