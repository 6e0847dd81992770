// The side panel: three tabs beside the felt, or a sheet from below where there is no room for them.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { PANEL } from "../../words/panel.ts";
import { logIsHere, meIsHere } from "../later.ts";
import { Part } from "../part.ts";
import "./panel-pays.ts";

const TABS = ["pays", "log", "me"] as const;
type Tab = (typeof TABS)[number];

function isTab(name: string | undefined): name is Tab {
  return TABS.includes(name as Tab);
}

class Panel extends Part {
  private readonly narrow = matchMedia("(max-width: 1099px)");
  private readonly again = () => this.requestUpdate();
  private tab: Tab = "pays";

  override connectedCallback(): void {
    super.connectedCallback();
    this.narrow.addEventListener("change", this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.narrow.removeEventListener("change", this.again);
  }

  protected override willUpdate(): void {
    const { dialog } = this.store;
    if (!isTab(dialog)) return;
    this.tab = dialog;
    if (!this.narrow.matches) this.store.dialog = undefined; // it lies beside the felt already
  }

  protected override updated(): void {
    const sheet = this.querySelector("dialog");
    if (!sheet) return;
    const wanted = isTab(this.store.dialog);
    if (wanted && !sheet.open) sheet.showModal();
    if (!wanted && sheet.open) sheet.close();
  }

  protected override render(): TemplateResult {
    if (!this.narrow.matches) return html`<aside class="panel" aria-label=${PANEL.label}>${this.content()}</aside>`;
    const outside = (event: MouseEvent) => event.target === event.currentTarget && this.store.show();
    return html`<dialog class="sheet" aria-label=${PANEL.label} @close=${() => isTab(this.store.dialog) && this.store.show()} @click=${outside}>
      ${isTab(this.store.dialog)
        ? html`<div class="panel">${this.content(html`<button class="bare sheet-close" aria-label=${PANEL.close} @click=${() => this.store.show()}>${icon("x")}</button>`)}</div>`
        : nothing}
    </dialog>`;
  }

  private content(close: TemplateResult | typeof nothing = nothing): TemplateResult {
    const parts = {
      pays: html`<pit-pays .store=${this.store}></pit-pays>`,
      log: this.tab === "log" && logIsHere(this.store) ? html`<pit-log .store=${this.store}></pit-log>` : nothing,
      me: this.tab === "me" && meIsHere(this.store) ? html`<pit-me .store=${this.store}></pit-me>` : nothing,
    };
    return html`
      <div class="panel-top">
        <div class="tabs" role="tablist" aria-label=${PANEL.label} @keydown=${(event: KeyboardEvent) => this.moved(event)}>
          ${TABS.map((id) => html`<button role="tab" id="tab-${id}" aria-controls="panel-${id}" aria-selected=${id === this.tab} tabindex=${id === this.tab ? 0 : -1}
            @click=${() => this.open(id)}>${PANEL.tabs[id]}</button>`)}
        </div>
        ${close}
      </div>
      ${TABS.map((id) => html`<div class="panel-body" role="tabpanel" id="panel-${id}" aria-labelledby="tab-${id}" tabindex="0" ?hidden=${id !== this.tab}>${id === this.tab ? parts[id] : nothing}</div>`)}
    `;
  }

  private open(tab: Tab): void {
    this.tab = tab;
    if (this.narrow.matches) this.store.dialog = tab;
    this.requestUpdate();
  }

  private moved(event: KeyboardEvent): void {
    const at = TABS.indexOf(this.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(TABS.at(to % TABS.length) ?? "pays");
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus());
  }
}

customElements.define("pit-panel", Panel);
