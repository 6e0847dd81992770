// The link for another password, shown once: to copy, or to be read by a phone.

import { html, LitElement, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { icon } from "../../shared/art.ts";
import { PEOPLE_ACTS } from "../../words/operator-people.ts";

type LinkMade = components["schemas"]["LinkMade"];
const WORDS = PEOPLE_ACTS.reset;

export function handedLink(made: LinkMade): TemplateResult {
  return made.link === null ? html`<p>${WORDS.once}</p>` : html`<operator-link .link=${made.link} .picture=${made.picture ?? ""}></operator-link>`;
}

class HandedLink extends LitElement {
  static override properties = { link: { attribute: false }, picture: { attribute: false }, said: { state: true } };
  declare link: string;
  declare picture: string;
  declare said: string;

  constructor() {
    super();
    [this.link, this.picture, this.said] = ["", "", ""];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async copy(): Promise<void> {
    const field = this.querySelector("input");
    field?.select();
    try {
      await navigator.clipboard.writeText(this.link);
      this.said = WORDS.copied;
    } catch {
      this.said = WORDS.notCopied; // plain HTTP in a local network, or the browser asks and was told no
    }
  }

  protected override render(): TemplateResult {
    return html`<p>${WORDS.shown}</p>
      <label>${WORDS.link}<input class="mono" readonly .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label>
      <p class="ways"><button type="button" @click=${() => void this.copy()}>${icon("copy")} ${WORDS.copy}</button> <span role="status">${this.said}</span></p>
      <img class="code" alt=${WORDS.code} src="data:image/svg+xml;base64,${btoa(this.picture)}" width="220" height="220" />`;
  }
}

customElements.define("operator-link", HandedLink);
