// The gestures one can make, and whose one does not want to see.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { prefs, setPrefs } from "../../shared/prefs.ts";
import { COMPANY, type Gesture, GESTURES } from "../../words/company.ts";
import { Part } from "../part.ts";
import type { SeatSeen } from "../seen.ts";
import { GESTURE_ICONS } from "./faces.ts";

class GestureList extends Part {
  protected override firstUpdated(): void {
    this.querySelector("button")?.focus();
  }

  private make(gesture: Gesture): void {
    this.closest<HTMLElement>("[popover]")?.hidePopover();
    void this.store.gestures.make(gesture);
  }

  /** Everybody else at the table once, however many seats they have. */
  private get others(): SeatSeen[] {
    const seats = this.store.view?.seats.filter((each) => each.person !== null && !each.you) ?? [];
    return seats.filter((each, i) => seats.findIndex((one) => one.person === each.person) === i);
  }

  private tick(words: string, on: boolean, set: (on: boolean) => void): TemplateResult {
    const changed = (event: Event) => {
      set((event.target as HTMLInputElement).checked);
      this.requestUpdate();
    };
    return html`<label class="check"><input type="checkbox" .checked=${on} @change=${changed} /> <span>${words}</span></label>`;
  }

  protected override render(): TemplateResult {
    const { muted, mutedAll } = prefs();
    const { others } = this;
    return html`
      <div class="gesture-choices">
        ${Object.entries(GESTURES).map(([id, words]) => html`<button @click=${() => this.make(id as Gesture)}>${icon(GESTURE_ICONS[id as Gesture])} ${words}</button>`)}
      </div>
      <fieldset class="gesture-mutes">
        <legend>${COMPANY.muting}</legend>
        ${this.tick(COMPANY.muteAll, mutedAll, (on) => setPrefs({ mutedAll: on }))}
        ${others.map(({ person, name }) => person === null ? nothing : this.tick(COMPANY.mute(name ?? ""), person in muted, (on) => this.store.gestures.mute(person, name ?? "", on)))}
        ${others.length === 0 ? html`<p class="quiet small">${COMPANY.nobody}</p>` : nothing}
      </fieldset>
    `;
  }
}

customElements.define("pit-gesture-list", GestureList);
