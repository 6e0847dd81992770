// Actual against theoretical hold, house by house, with its band in words and as a picture.

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { chanceWords, HOLD } from "../../words/operator-money.ts";
import { nearestCents } from "../micro.ts";
import { houseNames, list, looked, ways } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { band } from "./band.ts";

type HoldReport = components["schemas"]["HoldReport"];
type HoldShown = components["schemas"]["HoldShown"];

const DAY = 86_400_000;
const SPANS: Record<string, number | undefined> = { day: DAY, week: 7 * DAY, month: 30 * DAY, all: undefined };

class Hold extends Section {
  private houses = new Map<string, string>();
  private readonly report = new Look<HoldReport>(this, (until) => {
    const back = SPANS[this.span];
    return call("GET", `/api/operator/hold${back === undefined ? "" : `?since=${Date.now() - back}`}`, undefined, until);
  });

  private get span(): string {
    const asked = this.query.get("span") ?? "month";
    return asked in SPANS ? asked : "month";
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("query")) return;
    this.report.forget();
    void this.report.ask();
    void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
  }

  protected override render(): TemplateResult {
    return html`<p>${HOLD.lead}</p>
      ${ways(HOLD.span, Object.keys(SPANS).map((key) => [`/operator/money/hold?span=${key}`, HOLD.spans[key] ?? key, key === this.span] as const))}
      ${looked(this.report, ({ wagers }) => {
        if (!wagers.length) return html`<p role="status">${HOLD.none}</p>`;
        const houses = [...new Set(wagers.map((each) => each.house))];
        return html`<div class="holds">${houses.map((house) => this.house(house, wagers.filter((each) => each.house === house)))}</div><p class="quiet small">${HOLD.how}</p>`;
      })}`;
  }

  private house(house: string, rows: readonly HoldShown[]): TemplateResult {
    const name = this.houses.get(house) ?? house;
    return html`<h2>${name}</h2>
      ${list(
        name,
        [
          { name: HOLD.wager },
          { name: HOLD.bets, number: true },
          { name: HOLD.staked, number: true },
          { name: HOLD.won, number: true },
          { name: HOLD.actual, number: true },
          { name: HOLD.theory, number: true },
          { name: HOLD.band },
          { name: HOLD.verdict },
        ],
        rows.map((row) => cells(row)),
      )}`;
  }
}

function cells(row: HoldShown): (TemplateResult | string)[] {
  const { theory } = row;
  const sums = [row.label, row.bets.toLocaleString("en-US"), dollars(row.staked), dollars(row.won), HOLD.percent(row.actual)];
  if (!theory || !row.chance) return [...sums, "–", "–", row.unpriced ? HOLD.unpriced(row.unpriced) : "–"];
  const odd = row.chance !== "within";
  return [
    ...sums,
    html`<span title=${HOLD.expected(nearestCents(theory.won))}>${HOLD.percent(theory.hold)}</span>${theory.play === "optimal" ? html`<br /><span class="quiet small">${HOLD.optimal}</span>` : nothing}`,
    html`${band(row.actual, theory)}<br /><span class="small">${HOLD.between(theory.low, theory.high)}</span>`,
    html`<span class=${odd ? "odd" : "good"}>${icon(odd ? "triangle-alert" : "check")} ${chanceWords(row.chance, row.actual > theory.hold)}</span>`,
  ];
}

customElements.define("operator-hold", Hold);
