// The first hand at a house, told step by step beside the table: it covers nothing, goes by itself, and can be skipped.

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { prefs, setPrefs } from "../../shared/prefs.ts";
import { FIRST } from "../../words/first-hand.ts";
import { firstHand } from "../first-hand.ts";
import { Part } from "../part.ts";

type House = components["schemas"]["HouseListed"];

class FirstHandBar extends Part {
  private about = "";
  private askedAbout = "";
  private lookedAt = 0;
  private playedIn = 0;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { view, seat } = this.store;
    if (!view) return;
    if (view.house !== this.askedAbout) void this.ask((this.askedAbout = view.house));
    if (view.phase === "settled" && seat && seat.net !== null && seat.status !== "bank") this.playedIn = view.round;
    if (this.playedIn > 0 && view.round > this.playedIn) this.finish();
  }

  /** What the house says about itself, for who has no seat yet. */
  private async ask(house: string): Promise<void> {
    try {
      this.about = (await call<House[]>("GET", "/api/houses")).find((each) => each.id === house)?.about ?? "";
    } catch {
      this.about = ""; // then without
    }
    this.requestUpdate();
  }

  private finish(): void {
    const { firstHands } = prefs();
    if (!firstHands.includes(this.askedAbout)) setPrefs({ firstHands: [...firstHands, this.askedAbout] });
    this.store.changed();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const { view, seat } = store;
    if (!view || prefs().firstHands.includes(view.house)) return nothing;
    if (!seat) return this.about ? this.bar(undefined, this.about, nothing) : nothing;
    const at = firstHand(view, seat, this.lookedAt === view.round, store.bets.draft(seat.n).total);
    const look = (): void => {
      this.lookedAt = view.round;
      this.requestUpdate();
    };
    return this.bar(at.step, at.text, at.looks ? html`<button class="next" @click=${look}>${FIRST.looked}</button>` : nothing);
  }

  private bar(step: number | undefined, text: string, next: TemplateResult | typeof nothing): TemplateResult {
    const { view } = this.store;
    return html`<section class="bar first" aria-label=${FIRST.region}>
      ${step === undefined
        ? icon("book-open")
        : html`<ol class="first-steps" aria-label=${FIRST.of(step)}>
            ${FIRST.steps.map((word, i) => html`<li class=${i + 1 === step ? "now" : i + 1 < step ? "past" : ""} aria-current=${i + 1 === step ? "step" : nothing}><b aria-hidden="true">${i + 1 < step ? "✓" : i + 1}</b> <span>${word}</span></li>`)}
          </ol>`}
      <p class="first-text" aria-live="polite">${text}</p>
      <span class="first-ways">
        ${next}
        <button @click=${() => this.store.show("ranks")} aria-haspopup="dialog">${FIRST.ranks}</button>
        <a href="/rules/${view?.house}" target="_blank" rel="noopener">${FIRST.rules}</a>
        <button @click=${() => this.finish()}>${step === 4 ? FIRST.done : FIRST.skip}</button>
      </span>
    </section>`;
  }
}

customElements.define("pit-first-hand", FirstHandBar);
