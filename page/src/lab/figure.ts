// A drawing that fills the width there is, with its name, its table twin, and both to take along.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { LAB } from "../words/lab.ts";
import { saveCsv, savePng, type Twin } from "./take-away.ts";

const PICTURE = 960; // pixels wide, before the screen's scale

/** The table that says what a drawing shows. */
export function twinTable(caption: string, { head, rows }: Twin): TemplateResult {
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${caption}>
    <table class="twin">
      <caption class="unseen">${caption}</caption>
      <thead><tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((each, i) => (i === 0 ? html`<th scope="row">${each}</th>` : html`<td>${each}</td>`))}</tr>`)}</tbody>
    </table>
  </div>`;
}

export function csvButton(name: string, caption: string, twin: Twin): TemplateResult {
  return html`<button class="small" @click=${() => saveCsv(name, twin)}>${LAB.csv}<span class="unseen">: ${caption}</span></button>`;
}

/** The twin, folded away, with buttons for CSV and, where something is drawn, PNG. */
export function takeAway(name: string, caption: string, twin: Twin, draw?: (width: number) => TemplateResult): TemplateResult {
  return html`<div class="take-away">
    <details class="twin-fold"><summary>${LAB.asTable}<span class="unseen">: ${caption}</span></summary>${twinTable(caption, twin)}</details>
    <span class="tools noprint">
      ${csvButton(name, caption, twin)}
      ${draw ? html`<button class="small" @click=${() => void savePng(name, draw, PICTURE)}>${LAB.png}<span class="unseen">: ${caption}</span></button>` : nothing}
    </span>
  </div>`;
}

class Figure extends LitElement {
  static override properties = { name: {}, caption: {}, label: {}, draw: { attribute: false }, twin: { attribute: false }, wide: { state: true } };
  declare name: string;
  declare caption: string;
  declare label: string;
  declare draw: (width: number) => TemplateResult;
  declare twin: Twin;
  declare wide: number;
  private watcher: ResizeObserver | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.wide = this.clientWidth;
    this.watcher = new ResizeObserver(() => (this.wide = Math.floor(this.clientWidth)));
    this.watcher.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher?.disconnect();
  }

  override render(): TemplateResult {
    return html`<figure>
      <figcaption>${this.caption}<span class="finding" aria-hidden="true">${this.label}</span></figcaption>
      <div class="plot" role="img" aria-label=${this.label}>${this.wide > 0 ? this.draw(this.wide) : nothing}</div>
      ${takeAway(this.name, this.caption, this.twin, this.draw)}
    </figure>`;
  }
}

customElements.define("lab-figure", Figure);
