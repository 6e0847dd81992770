// One dialog over the table at a time; what is in it is a part of its own.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { BANK, FAIR, HOST, LEAVE, SETTINGS } from "../../words/dialogs.ts";
import { HEAD } from "../../words/head.ts";
import { rail } from "../../words/rail.ts";
import { STATES } from "../../words/states.ts";
import { fairIsHere, hostIsHere, leaveIsHere, ranksAreHere, settingsAreHere, sittingIsHere } from "../later.ts";
import { Part } from "../part.ts";
import type { Dialog } from "../notice-board.ts";
import "./bank-dialog.ts";
import "./last-dialog.ts";

const TITLES: Partial<Record<Dialog, string>> = { settings: SETTINGS.title, host: HOST.title, bank: BANK.title, fair: FAIR.title, leave: LEAVE.title, last: rail.lastTitle, ranks: STATES.ranks, sitting: STATES.yourSitting };

class Dialogs extends Part {
  protected override updated(): void {
    const box = this.querySelector("dialog");
    if (!box) return;
    const wanted = this.heading !== undefined;
    if (wanted && !box.open) box.showModal();
    if (!wanted && box.open) box.close();
  }

  private get heading(): string | undefined {
    return this.store.dialog && TITLES[this.store.dialog];
  }

  protected override render(): TemplateResult {
    const title = this.heading;
    const outside = (event: MouseEvent) => event.target === event.currentTarget && this.store.show();
    return html`<dialog class="over" aria-labelledby="over-title" @close=${() => title !== undefined && this.store.show()} @click=${outside}>
      ${title === undefined
        ? nothing
        : html`<div class="over-body">
            <h2 id="over-title" tabindex="-1" autofocus>${title}</h2>
            <button class="bare over-close" aria-label=${HEAD.close} @click=${() => this.store.show()}>${icon("x")}</button>
            ${this.content()}
          </div>`}
    </dialog>`;
  }

  private content(): TemplateResult | typeof nothing {
    const { store } = this;
    switch (store.dialog) {
      case "settings":
        return settingsAreHere(store) ? html`<pit-settings .store=${store}></pit-settings>` : nothing;
      case "host":
        return hostIsHere(store) ? html`<pit-host .store=${store}></pit-host>` : nothing;
      case "bank":
        return html`<pit-bank-dialog .store=${store}></pit-bank-dialog>`;
      case "fair":
        return fairIsHere(store) ? html`<pit-fair .store=${store}></pit-fair>` : nothing;
      case "last":
        return html`<pit-last .store=${store}></pit-last>`;
      case "ranks":
        return ranksAreHere(store) ? html`<pit-ranks .store=${store}></pit-ranks>` : nothing;
      case "sitting":
        return sittingIsHere(store) ? html`<pit-sat .store=${store}></pit-sat>` : nothing;
      case "leave":
        return leaveIsHere(store) ? html`<pit-leave .store=${store}></pit-leave>` : nothing;
      default:
        return nothing;
    }
  }
}

customElements.define("pit-dialogs", Dialogs);
