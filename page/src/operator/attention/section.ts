// What needs attention first: one line for each matter, with the way to where one acts.

import "../../style/operator-desk.css";
import "../../style/operator-tables.css";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { ATTENTION, type Fact, isUrgent, wayOf } from "../../words/operator-attention.ts";
import { looked, when } from "../parts.ts";
import { Look, Section } from "../section.ts";

type Attention = components["schemas"]["Attention"];

const EVERY = 10_000; // milliseconds between two looks, while somebody looks

class Matters extends Section {
  private readonly found = new Look<Attention>(this, (until) => call("GET", "/api/operator/attention", undefined, until), EVERY);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("rest")) void this.found.ask();
  }

  protected override render(): TemplateResult {
    return looked(this.found, ({ facts }) =>
      facts.length === 0
        ? html`<p class="well" role="status">${icon("check")} ${ATTENTION.well}</p><p class="quiet">${ATTENTION.more}</p>`
        : html`<ul class="matters" aria-label=${ATTENTION.what}>${facts.map(matter)}</ul>`,
    );
  }
}

function matter(fact: Fact): TemplateResult {
  const [way, urgent] = [wayOf(fact), isUrgent(fact)];
  return html`<li class=${urgent ? "urgent" : nothing} data-key=${fact.key}>${icon(urgent ? "triangle-alert" : "bell")}
    <div><p>${urgent ? html`<span class="unseen">${ATTENTION.urgent}: </span>` : nothing}${ATTENTION.said(fact)}</p>
      ${typeof fact.at === "number" ? html`<p class="quiet small">${when(fact.at)}</p>` : nothing}</div>
    ${way ? html`<a class="button" href=${way.address}>${way.words}</a>` : nothing}</li>`;
}

customElements.define("operator-attention", Matters);
