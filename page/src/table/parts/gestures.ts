// The button for gestures; the gestures themselves are fetched when it is first pressed.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { COMPANY } from "../../words/company.ts";
import { gesturesAreHere } from "../later.ts";
import { Part } from "../part.ts";

const ID = "gestures";

/** Opens the gestures, or closes them; false where there are none. */
export function toggleGestures(): boolean {
  const found = document.getElementById(ID);
  found?.togglePopover();
  return found !== null;
}

class Gestures extends Part {
  private open = false;

  /** It lies above its button, wherever that is. */
  private toggled(event: ToggleEvent): void {
    const box = event.target as HTMLElement;
    const at = this.querySelector("button")?.getBoundingClientRect();
    this.open = event.newState === "open";
    if (at) {
      box.style.setProperty("--bottom", `${Math.max(8, innerHeight - at.top + 6)}px`);
      box.style.setProperty("--right", `${Math.max(8, innerWidth - at.right)}px`);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<button class="bare gesture-button" popovertarget=${ID} aria-label=${COMPANY.gestures} title=${COMPANY.gestures}>${icon("smile")}</button>
      <div id=${ID} class="gesture-box" popover role="group" aria-label=${COMPANY.gestures} @beforetoggle=${(event: ToggleEvent) => this.toggled(event)}>
        ${this.open && gesturesAreHere(this.store) ? html`<pit-gesture-list .store=${this.store}></pit-gesture-list>` : nothing}
      </div>`;
  }
}

customElements.define("pit-gestures", Gestures);
