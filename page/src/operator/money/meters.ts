// Progressive meters with all that went in and out, and the jackpots that were paid.

import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { METERS } from "../../words/operator-money.ts";
import { microDollars } from "../micro.ts";
import { facts, houseNames, list, looked, more, when } from "../parts.ts";
import { Look, Section } from "../section.ts";

type MetersShown = components["schemas"]["MetersShown"];
type MeterShown = components["schemas"]["MeterShown"];
type JackpotPage = components["schemas"]["JackpotPage"];
type JackpotShown = components["schemas"]["JackpotShown"];

const PAGE = 50;

class Meters extends Section {
  private houses = new Map<string, string>();
  private older: JackpotShown[] = [];
  private last = false;
  private readonly meters = new Look<MetersShown>(this, (until) => call("GET", "/api/operator/meters", undefined, until));
  private readonly jackpots = new Look<JackpotPage>(this, (until) => call("GET", `/api/operator/jackpots?most=${PAGE}`, undefined, until));

  override connectedCallback(): void {
    super.connectedCallback();
    void this.meters.ask();
    void this.jackpots.ask();
    void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
  }

  private async next(shown: readonly JackpotShown[]): Promise<void> {
    const found = await call<JackpotPage>("GET", `/api/operator/jackpots?most=${PAGE}&before=${shown.at(-1)?.place}`);
    this.last = found.jackpots.length < PAGE;
    this.older = [...this.older, ...found.jackpots];
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<h2>${METERS.meters}</h2>
      ${looked(this.meters, ({ meters }) => (meters.length ? html`<div class="cards">${meters.map((each) => this.meter(each))}</div>` : html`<p role="status">${METERS.none}</p>`))}
      <h2>${METERS.jackpots}</h2>
      ${looked(this.jackpots, ({ jackpots }) => {
        const shown = [...jackpots, ...this.older];
        if (!shown.length) return html`<p role="status">${METERS.noJackpots}</p>`;
        return html`${list(
          METERS.jackpots,
          [{ name: LISTS.when }, { name: METERS.winner }, { name: METERS.amount, number: true }, { name: METERS.clause }, { name: LISTS.house }, { name: LISTS.round }],
          shown.map((each) => this.jackpot(each)),
        )}${jackpots.length === PAGE && !this.last ? more(() => void this.next(shown), this.jackpots.pending) : nothing}`;
      })}`;
  }

  private meter(each: MeterShown): TemplateResult {
    return html`<section class="card-of" aria-label=${this.name(each.house)}>
      <h3>${this.name(each.house)}${each.table ? html` <span class="quiet small">${METERS.ownTable(each.table)}</span>` : nothing}</h3>
      ${facts([
        [METERS.held, html`<strong>${microDollars(each.held)}</strong>`],
        [METERS.started, microDollars(each.started)],
        [METERS.contributed, microDollars(each.contributed)],
        [METERS.reseeded, microDollars(each.reseeded)],
        [METERS.paid, microDollars(each.paid)],
        ...(each.swept === "0" ? [] : [[METERS.swept, microDollars(each.swept)] as const]),
      ])}
    </section>`;
  }

  private jackpot(each: JackpotShown): (TemplateResult | string)[] {
    return [
      when(each.at),
      each.name ? html`<a href="/operator/people/${encodeURIComponent(each.player)}">${each.name}</a>` : LISTS.gone,
      microDollars(each.amount),
      each.shares.map((share) => share.clause).join(", "),
      this.name(each.house),
      html`<a href="/operator/disputes/${encodeURIComponent(each.round)}">${each.round}</a>`,
    ];
  }

  private name(house: string): string {
    return this.houses.get(house) ?? house;
  }
}

customElements.define("operator-meters", Meters);
