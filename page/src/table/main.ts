// The table page: connects, and lays out its parts.

import "../style/table.css";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { prefs } from "../shared/prefs.ts";
import { skipByHand } from "./skipping.ts";
import { helpIsHere, seatBarIsHere, textTableIsHere } from "./later.ts";
import { listenForKeys } from "./press.ts";
import { takeSeat, tellSitting } from "./seating.ts";
import { Store } from "./store.ts";
import "./parts/felt.ts";
import "./parts/head.ts";
import "./parts/panel.ts";
import "./parts/rail.ts";
import "./parts/voice.ts";

class PitTable extends LitElement {
  private readonly store = new Store(document.body.dataset["table"] ?? "", document.body.dataset["invite"] ?? "");

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.store.watch(() => {
      this.sit();
      this.requestUpdate();
    });
    listenForKeys(this.store);
    addEventListener("prefs", () => this.requestUpdate());
    skipByHand(this.store);
    tellSitting(this.store);
    this.arrive();
  }

  private arrive(): void {
    if (new URLSearchParams(location.search).has("watch")) this.store.connect(undefined);
    else void this.store.join();
  }

  /** Who comes by an invitation sits down at once, and once. */
  private sit(): void {
    const address = new URL(location.href);
    const { view, me, mySeats } = this.store;
    if (!view || !me || !address.searchParams.has("sit")) return;
    address.searchParams.delete("sit");
    history.replaceState(null, "", address);
    if (mySeats.length === 0) void takeSeat(this.store);
  }

  protected override render(): TemplateResult {
    const { store } = this;
    return html`
      <pit-head .store=${store}></pit-head>
      ${prefs().textTable
        ? textTableIsHere(store) ? html`<pit-text-table .store=${store}></pit-text-table>` : html`<main id="main" tabindex="-1"></main>`
        : html`<main id="main" class="floor" tabindex="-1" aria-label="Table"><pit-felt .store=${store}></pit-felt></main>`}
      <pit-panel .store=${store}></pit-panel>
      ${prefs().textTable ? nothing : store.mySeats.length > 0 ? html`<pit-rail .store=${store}></pit-rail>` : seatBarIsHere(store) ? html`<pit-seat-bar .store=${store}></pit-seat-bar>` : nothing}
      <pit-voice .store=${store}></pit-voice>
      ${helpIsHere(store) ? html`<pit-help .store=${store}></pit-help>` : nothing}
    `;
  }
}

customElements.define("pit-table", PitTable);
