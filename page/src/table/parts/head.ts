// The head of the table page: where one is, how far the round has got, the clock, and what can be opened.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { prefs, setPrefs } from "../../shared/prefs.ts";
import { HEAD } from "../../words/head.ts";
import { PANEL } from "../../words/panel.ts";
import { clockIsHere, dialogsAreHere, eveningIsHere } from "../later.ts";
import { Part } from "../part.ts";
import { listenTo, play } from "../sound.ts";
import type { Dialog } from "../notice-board.ts";
import "./states.ts";

interface Tool {
  icon: string;
  name: string;
  pressed?: boolean;
  act(): void;
}

/** What the house is called, where it has a name of its own. */
const HOUSE = document.body.dataset.called;

class Head extends Part {
  private readonly narrow = matchMedia("(max-width: 1099px)");
  private readonly again = () => this.requestUpdate();
  private hush: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.narrow.addEventListener("change", this.again);
    addEventListener("prefs", this.again);
    this.hush = listenTo(this.store);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.narrow.removeEventListener("change", this.again);
    removeEventListener("prefs", this.again);
    this.hush?.();
  }

  protected override render(): TemplateResult {
    return html`
      <header>
        <div class="head">
          <button class="to-text" @click=${() => setPrefs({ textTable: !prefs().textTable })}>${prefs().textTable ? HEAD.feltTable : HEAD.textTable}</button>
          ${this.store.mySeats.length > 0 && !prefs().textTable ? this.skip("your-hand", HEAD.skipToHand) : nothing}
          ${this.skip("main", prefs().textTable ? HEAD.skipToText : HEAD.skipToFelt)}
          ${this.narrow.matches ? this.compact() : this.wide()}
        </div>
        ${eveningIsHere(this.store) ? html`<pit-evening-line .store=${this.store}></pit-evening-line>` : nothing}
        <pit-states .store=${this.store}></pit-states>
      </header>
      ${dialogsAreHere(this.store) ? html`<pit-dialogs .store=${this.store}></pit-dialogs>` : nothing}
    `;
  }

  /** The focus goes there; the address stays as it is. */
  private skip(id: string, words: string): TemplateResult {
    const go = (event: Event): void => {
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    return html`<a class="to-text button" href="#${id}" @click=${go}>${words}</a>`;
  }

  private wide(): TemplateResult {
    return html`
      <a class="wordmark" href="/" aria-label=${HEAD.lobby(HOUSE ?? "Pitboss")}>${HOUSE ?? html`Pit<b>boss</b>`}</a>
      ${this.place()} ${this.steps()}
      ${clockIsHere(this.store) ? html`<pit-clock .store=${this.store}></pit-clock>` : nothing}
      <div class="head-tools">${this.tools().map((tool) => this.button(tool, "bare"))}</div>
    `;
  }

  private compact(): TemplateResult {
    const tabs: Dialog[] = ["pays", "log", "me"];
    return html`
      ${this.place()}
      ${clockIsHere(this.store) ? html`<pit-clock .store=${this.store}></pit-clock>` : nothing}
      <div class="head-tabs">${tabs.map((id) => html`<button class="bare" aria-haspopup="dialog" @click=${() => this.store.show(id)}>${PANEL.tabs[id as "pays"]}</button>`)}</div>
      <button class="bare" popovertarget="head-menu" aria-label=${HEAD.menu}>${icon("menu")}</button>
      <div id="head-menu" class="head-menu" popover>
        <a class="button" href="/">${icon("arrow-left")} ${HEAD.toLobby}</a>
        ${this.tools().map((tool) => this.button(tool, "", true))}
      </div>
    `;
  }

  private place(): TemplateResult {
    const { view } = this.store;
    if (!view) return html`<div class="place"></div>`;
    return html`<div class="place">
      <h1><span class="house">${view.name}</span>${view.own ? html` <span class="own-rules quiet">${HEAD.own}</span>` : nothing} <span class="title">${view.title}</span></h1>
      <p class="quiet number">${HEAD.round(view.round)} <span class="limits">· ${HEAD.limits(dollars(view.limits.low), dollars(view.limits.high))}</span>${view.purse === "chips" ? html` <span class="chips-only">· ${HEAD.chips}</span>` : nothing}</p>
    </div>`;
  }

  private steps(): TemplateResult {
    const { view } = this.store;
    const at = HEAD.steps.findIndex(([id]) => id === view?.phase);
    const odd = view?.paused ? HEAD.paused : view?.phase === "void" ? HEAD.void : view?.closing ? HEAD.closing : "";
    return html`<ol class="steps" aria-label=${HEAD.stepsLabel}>
      ${HEAD.steps.map(([, word], i) => html`<li class=${i === at ? "now" : i < at ? "past" : ""} aria-current=${i === at ? "step" : nothing}>${word}</li>`)}
      ${odd ? html`<li class="odd">${odd}</li>` : nothing}
    </ol>`;
  }

  private tools(): Tool[] {
    const { store } = this;
    const { view } = store;
    const { sound } = prefs();
    const open = (dialog: Dialog) => () => store.show(dialog);
    return [
      ...(view?.bank ? [{ icon: "landmark", name: HEAD.bank, act: open("bank") }] : []),
      { icon: "users", name: HEAD.host, act: open("host") },
      { icon: "shield-check", name: HEAD.fair, act: open("fair") },
      {
        icon: sound ? "volume-2" : "volume-x",
        name: sound ? HEAD.soundOn : HEAD.soundOff,
        act: () => {
          setPrefs({ sound: !sound });
          play("chip");
        },
      },
      { icon: "settings", name: HEAD.settings, act: open("settings") },
      { icon: "circle-question-mark", name: HEAD.help, act: open("help") },
      ...(store.mySeats.length > 0 && !view?.evening ? [{ icon: "log-out", name: HEAD.leave, act: open("leave") }] : []),
    ];
  }

  private button(tool: Tool, classes: string, words = false): TemplateResult {
    const act = () => {
      this.querySelector<HTMLElement>("#head-menu:popover-open")?.hidePopover();
      tool.act();
    };
    return html`<button class=${classes} aria-label=${words ? nothing : tool.name} title=${words ? nothing : tool.name} @click=${act}>${icon(tool.icon)}${words ? ` ${tool.name}` : ""}</button>`;
  }
}

customElements.define("pit-head", Head);
