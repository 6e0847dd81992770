// The coach's sum of the sitting: what was given up, the perfect player beside me, the costliest decisions.

import { html, nothing, type TemplateResult } from "lit";
import { exactly } from "../../shared/fractions.ts";
import { signed } from "../../shared/money.ts";
import { type Level, prefs, setPrefs } from "../../shared/prefs.ts";
import { cardSign } from "../../shared/words.ts";
import { COACH } from "../../words/coach.ts";
import { costMoney, type Decided, labLink } from "../coach.ts";
import { Part } from "../part.ts";

const WORST = 5;

class CoachSum extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view, coach } = this.store;
    if (!view) return nothing;
    return html`<section class="coach-sum">
      <h2>${COACH.name}</h2>
      ${view.coach ? html`${this.choice()} ${coach.level === "off" ? nothing : this.sum()}` : html`<p class="quiet small">${COACH.none}</p>`}
    </section>`;
  }

  private choice(): TemplateResult {
    const changed = (event: Event): void => {
      setPrefs({ coach: (event.target as HTMLSelectElement).value as Level });
      if (this.store.view) this.store.coach.follow(this.store.view);
      this.store.changed();
    };
    return html`<label>${COACH.level}
        <select @change=${changed}>${COACH.levels.map(([id, words]) => html`<option value=${id} ?selected=${id === prefs().coach}>${words}</option>`)}</select>
      </label>
      <p class="quiet small">${COACH.levelMore}</p>`;
  }

  private sum(): TemplateResult {
    const { sitting } = this.store.coach;
    const number = sitting.hands.length;
    if (number === 0) return html`<p class="quiet small">${COACH.nothingYet}</p>`;
    const worst = sitting.worst(WORST);
    return html`<dl class="purse number">
        <div class="wide"><dt>${COACH.givenUp}</dt><dd>${costMoney(sitting.givenUp)}</dd><dd class="small quiet">${COACH.decisions(number)}, ${COACH.perfect(sitting.perfect)}</dd></div>
        <div><dt>${COACH.mine}</dt><dd class=${tone(sitting.mine)}>${signed(sitting.mine)}</dd></div>
        <div><dt>${COACH.shadowNet}</dt><dd class=${tone(sitting.shadow)}>${signed(sitting.shadow)}</dd></div>
      </dl>
      <h3>${COACH.worst}</h3>
      ${worst.length > 0 ? html`<ul class="marks">${worst.map((each) => this.hand(each))}</ul>` : html`<p class="quiet small">${COACH.noWorst}</p>`}`;
  }

  private hand(each: Decided): TemplateResult {
    const cards = each.cards.map(cardSign).join(" ");
    return html`<li><span><a href=${labLink(each)} target="_blank" rel="noopener" aria-label=${COACH.inLab(cards)}>${cards}</a>
      <small class="quiet">${COACH.worstLine(COACH.action(each.chosen), COACH.action(each.best))}</small></span>
      <span class="grade ${each.chosen.grade}">${costMoney(exactly(each.chosen.cost))}</span></li>`;
  }
}

function tone(cents: number): string {
  return cents > 0 ? "win" : cents < 0 ? "lose" : "";
}

customElements.define("pit-coach-sum", CoachSum);
