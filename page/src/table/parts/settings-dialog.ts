// Settings: look, motion, sound, keys. Every change counts at once.

import { html, type TemplateResult } from "lit";
import { card } from "../../shared/art.ts";
import { type Deck, type Motion, type Prefs, prefs, setPrefs, type Theme } from "../../shared/prefs.ts";
import { SETTINGS } from "../../words/dialogs.ts";
import { Part } from "../part.ts";
import "./you.ts";

const SAMPLE = ["As", "Kh", "Qd", "Jc"];
type Switch = "sound" | "keys" | "textTable" | "logAloud" | "resultStays";

class Settings extends Part {
  private choose(change: Partial<Prefs>): void {
    setPrefs(change);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { theme, deck, motion } = prefs();
    return html`
      <pit-you .store=${this.store}></pit-you>
      <fieldset class="decks">
        <legend>${SETTINGS.deck}</legend>
        ${SETTINGS.decks.map(([id, name, more]) => html`<label class="deck" data-deck=${id}>
          <input type="radio" name="deck" value=${id} .checked=${deck === id} @change=${() => this.choose({ deck: id as Deck })} />
          <span class="deck-cards" aria-hidden="true">${SAMPLE.map((each) => card(each))}</span>
          <span>${name}<small>${more}</small></span>
        </label>`)}
      </fieldset>
      ${this.oneOf("theme", SETTINGS.theme, SETTINGS.themes, theme, (id) => ({ theme: id as Theme }))}
      ${this.oneOf("motion", SETTINGS.motion, SETTINGS.motions, motion, (id) => ({ motion: id as Motion }))}
      ${this.switch("sound", SETTINGS.sound, SETTINGS.soundMore)} ${this.switch("keys", SETTINGS.keys, SETTINGS.keysMore)}
      ${this.switch("textTable", SETTINGS.text, SETTINGS.textMore)} ${this.switch("logAloud", SETTINGS.aloud, SETTINGS.aloudMore)}
      ${this.switch("resultStays", SETTINGS.stays, SETTINGS.staysMore)}
      <p class="quiet small">${SETTINGS.kept}</p>
    `;
  }

  private oneOf(name: string, legend: string, choices: readonly (readonly [string, string])[], now: string, change: (id: string) => Partial<Prefs>): TemplateResult {
    return html`<fieldset class="motions">
      <legend>${legend}</legend>
      ${choices.map(([id, words]) => html`<label class="check">
        <input type="radio" name=${name} value=${id} .checked=${now === id} @change=${() => this.choose(change(id))} /> <span>${words}</span>
      </label>`)}
    </fieldset>`;
  }

  private switch(name: Switch, words: string, more: string): TemplateResult {
    const changed = (event: Event) => this.choose({ [name]: (event.target as HTMLInputElement).checked });
    return html`<label class="check"><input type="checkbox" .checked=${prefs()[name]} @change=${changed} /> <span>${words}<small>${more}</small></span></label>`;
  }
}

customElements.define("pit-settings", Settings);
