// The `?` overlay: every key, what it does and when; each can be changed, and all can be switched off.

import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { icon } from "../../shared/art.ts";
import { prefs, setPrefs } from "../../shared/prefs.ts";
import { keyWords as words } from "../../words/keys.ts";
import { type Binding, BINDINGS, choosable, clash, keyFor, placesOf, type When, written } from "../keys.ts";
import { Part } from "../part.ts";
import { spotAt } from "../places.ts";

const GROUPS: readonly When[] = ["bets", "decisions", "settled", "any"];

class Help extends Part {
  private readonly dialog = createRef<HTMLDialogElement>();
  /** The binding that waits for its new key. */
  private changing = "";
  private told = "";
  private readonly redraw = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("prefs", this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("prefs", this.redraw);
  }

  protected override updated(): void {
    const dialog = this.dialog.value;
    const wanted = this.store.dialog === "help";
    if (wanted && !dialog?.open) dialog?.showModal();
    else if (!wanted && dialog?.open) dialog.close();
  }

  private readonly closed = (): void => {
    this.changing = this.told = "";
    if (this.store.dialog === "help") this.store.show();
  };

  protected override render(): TemplateResult {
    const changed = Object.keys(prefs().keyMap).length > 0;
    return html`<dialog class="help" aria-labelledby="help-title" ${ref(this.dialog)} @keydown=${this.typed} @cancel=${this.cancelled} @close=${this.closed} @click=${this.clicked}>
      <div class="help-head">
        <h2 id="help-title">${words.title}</h2>
        <button class="bare" aria-label=${words.close} @click=${() => this.dialog.value?.close()}>${icon("x")}</button>
      </div>
      <p class="quiet">${words.intro}</p>
      <div class="help-choice">
        <label><input type="checkbox" .checked=${prefs().keys} @change=${(event: Event) => setPrefs({ keys: (event.target as HTMLInputElement).checked })} /> ${words.on}</label>
        ${changed ? html`<button class="tool" @click=${this.reset}>${words.reset}</button>` : nothing}
      </div>
      <p class="help-told" role="status">${this.told}</p>
      <div class="help-groups">${GROUPS.map((when) => this.group(when))}</div>
    </dialog>`;
  }

  private group(when: When): TemplateResult {
    return html`<table class="help-keys">
      <caption>${words.phases[when]}</caption>
      <thead class="unseen"><tr><th scope="col">${words.key}</th><th scope="col">${words.does}</th></tr></thead>
      <tbody>${BINDINGS.filter((each) => each.when === when).map((each) => this.row(each))}</tbody>
    </table>`;
  }

  private row(each: Binding): TemplateResult {
    const key = written(keyFor(each, prefs().keyMap));
    const what = this.does(each.id);
    const twin = each.shift ? words.shifted[each.id] : undefined;
    const waits = this.changing === each.id;
    return html`<tr>
      <td><button class="key ${waits ? "waits" : ""}" aria-label=${words.changeName(what, key)} title=${words.change} @click=${() => this.change(each.id)}>${waits ? "…" : key}</button></td>
      <td>${what}${twin ? html`<span class="quiet"> · ${words.shift(key)}: ${twin}</span>` : nothing}</td>
    </tr>`;
  }

  /** What a key does; a spot is called as this house calls it. */
  private does(id: string): string {
    const { view } = this.store;
    const spots = view?.seats.find((each) => each.spots.length > 0)?.spots ?? [];
    const spot = spotAt(view, spots, placesOf(id));
    return spot ? words.chipOn(spot.label) : (words.does_[id] ?? id);
  }

  private change(id: string): void {
    this.changing = id;
    this.told = words.press;
    this.requestUpdate();
  }

  private readonly reset = (): void => {
    this.told = "";
    setPrefs({ keyMap: {} });
  };

  private readonly cancelled = (event: Event): void => {
    if (this.changing === "") return;
    event.preventDefault();
    this.changing = this.told = "";
    this.requestUpdate();
  };

  /** A click beside the sheet closes it. */
  private readonly clicked = (event: MouseEvent): void => {
    if (event.target === this.dialog.value) this.dialog.value?.close();
  };

  private readonly typed = (event: KeyboardEvent): void => {
    if (this.changing === "" || ["Escape", "Shift", "Tab"].includes(event.key)) return;
    event.preventDefault();
    const key = event.key.toLowerCase();
    const taken = clash(this.changing, key, prefs().keyMap);
    const what = this.does(this.changing);
    if (!choosable(key)) this.told = words.notOne;
    else if (taken) this.told = words.taken(written(key), this.does(taken.id));
    else {
      const changed = this.changing;
      this.changing = "";
      this.told = words.changed(what, written(key));
      setPrefs({ keyMap: { ...prefs().keyMap, [changed]: key } });
    }
    this.requestUpdate();
  };
}

customElements.define("pit-help", Help);
