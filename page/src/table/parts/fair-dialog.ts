// What makes the deal fair: the seal, the chain, one's own seed, and where the round can be checked.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { FAIR } from "../../words/dialogs.ts";
import { Part } from "../part.ts";
import { randomSeed } from "../round-seed.ts";

const SEED = /^[0-9a-f]{32}$/;

class Fair extends Part {
  private told = "";

  private use(event: SubmitEvent): void {
    event.preventDefault();
    const field = this.querySelector<HTMLInputElement>("#seed");
    const seed = field?.value.trim().toLowerCase() ?? "";
    if (SEED.test(seed)) {
      this.store.setSeed(seed);
      this.told = FAIR.seedSet;
    } else {
      this.told = FAIR.seedFault;
    }
    this.store.say(this.told, SEED.test(seed) ? "status" : "fault");
    this.requestUpdate();
  }

  private fresh(): void {
    const field = this.querySelector<HTMLInputElement>("#seed");
    if (field) field.value = randomSeed();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, store } = { view: this.store.view, store: this.store };
    if (!view) return nothing;
    const over = store.betweenRounds;
    const last = over ? view.round : view.round - 1;
    return html`
      ${FAIR.what.map((each) => html`<p>${each}</p>`)}
      <dl class="seals">
        <dt>${FAIR.seal}</dt><dd class="mono">${view.fair.commitment ?? FAIR.noSeal}</dd>
        <dt>${FAIR.head}</dt><dd class="mono">${view.fair.chain_head}</dd>
        ${view.phase !== "bets" && store.seed ? html`<dt>${FAIR.seed}</dt><dd class="mono">${store.seed}</dd>` : nothing}
      </dl>
      ${view.me && view.phase === "bets"
        ? html`<form @submit=${(event: SubmitEvent) => this.use(event)}>
            <label for="seed">${FAIR.seed}</label>
            <div class="row"><input id="seed" class="mono" maxlength="32" spellcheck="false" autocomplete="off" aria-describedby="seed-more" .value=${store.seed} />
              <button type="button" @click=${() => this.fresh()}>${icon("rotate-ccw")} ${FAIR.fresh}</button></div>
            <p id="seed-more" class="quiet small">${this.told || FAIR.seedMore}</p>
            <button>${FAIR.use}</button>
          </form>`
        : nothing}
      ${last > 0
        ? html`<p><a class="button" href="/rounds/${view.table}:${last}" target="_blank" rel="noopener">${icon("shield-check")} ${FAIR.verify(last)}</a></p>`
        : html`<p class="quiet small">${FAIR.later}</p>`}
    `;
  }
}

customElements.define("pit-fair", Fair);
