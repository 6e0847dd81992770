// Disputes: the open ones first, closed ones, and any round that is looked for.

import "../../style/operator-desk.css";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { DISPUTES, ENDS, VERDICTS } from "../../words/operator-disputes.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { houseNames, list, looked, more, ways, when } from "../parts.ts";
import { Look, Section } from "../section.ts";
import "./round.ts";

type DisputePage = components["schemas"]["DisputePage"];
type DisputeListed = components["schemas"]["DisputeListed"];
type RoundsFound = components["schemas"]["RoundsFound"];
type RoundFound = components["schemas"]["RoundFound"];

const PAGE = 50;
const EVERY = 15_000; // milliseconds between two looks
const FIELDS = ["id", "table", "person"] as const;
const FIELD_WORDS = { id: DISPUTES.findRound, table: DISPUTES.findTable, person: DISPUTES.findPerson };

class Disputes extends Section {
  private houses = new Map<string, string>();
  private older: DisputeListed[] = [];
  private furtherRounds: RoundFound[] = [];
  private last = false;
  private readonly page = new Look<DisputePage>(this, (until) => call("GET", this.address(), undefined, until), EVERY);
  private readonly rounds = new Look<RoundsFound>(this, (until) => call("GET", this.roundAddress(), undefined, until));

  /** What of the console is shown: open or closed disputes, or rounds that are looked for. */
  private get view(): "open" | "closed" | "find" {
    if (FIELDS.some((field) => this.query.has(field)) || this.query.get("state") === "find") return "find";
    return this.query.get("state") === "closed" ? "closed" : "open";
  }

  private address(before?: number): string {
    const state = this.view === "closed" ? "closed" : "open";
    return `/api/operator/disputes?state=${state}&most=${PAGE}${before === undefined ? "" : `&before=${before}`}`;
  }

  private roundAddress(before?: number): string {
    const asked = new URLSearchParams({ most: String(PAGE) });
    for (const field of FIELDS) if (this.query.get(field)) asked.set(field, this.query.get(field) ?? "");
    if (before !== undefined) asked.set("before", String(before));
    return `/api/operator/rounds?${asked}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.rest[0] || (!changed.has("rest") && !changed.has("query"))) return;
    [this.older, this.furtherRounds, this.last] = [[], [], false];
    this.page.forget();
    void this.page.ask();
    this.rounds.forget();
    if (FIELDS.some((field) => this.query.get(field))) void this.rounds.ask();
    void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
  }

  protected override render(): TemplateResult {
    if (this.rest[0]) return html`<operator-round .console=${this.console} .round=${this.rest[0]}></operator-round>`;
    const { view } = this;
    return html`${ways(DISPUTES.which, [
        ["/operator/disputes", DISPUTES.open(this.page.value?.open), view === "open"],
        ["/operator/disputes?state=closed", DISPUTES.closed, view === "closed"],
        ["/operator/disputes?state=find", DISPUTES.find, view === "find"],
      ])}
      ${view === "find" ? this.find() : looked(this.page, (page) => this.disputes(page))}`;
  }

  private disputes({ disputes }: DisputePage): TemplateResult {
    const isOpen = this.view === "open";
    const shown = [...disputes, ...this.older];
    if (!shown.length) return html`<p role="status">${isOpen ? DISPUTES.noneOpen : DISPUTES.noneClosed}</p>`;
    return html`${list(
      DISPUTES.list,
      [{ name: LISTS.round }, { name: LISTS.house }, { name: LISTS.who }, { name: LISTS.when }, { name: DISPUTES.says }, ...(isOpen ? [] : [{ name: DISPUTES.verdict }])],
      shown.map((each) => [
        link(each.round),
        this.houses.get(each.house) ?? each.house,
        each.name ? html`<a href="/operator/people/${encodeURIComponent(each.by)}">${each.name}</a>` : LISTS.gone,
        when(each.at),
        html`<span class="said">${each.text}</span>`,
        ...(each.closed ? [html`<strong>${VERDICTS[each.closed.verdict]}.</strong> ${each.closed.why}`] : []),
      ]),
    )}${disputes.length === PAGE && !this.last ? more(() => void this.next(shown), this.page.pending) : nothing}`;
  }

  private async next(shown: readonly DisputeListed[]): Promise<void> {
    const found = await call<DisputePage>("GET", this.address(shown.at(-1)?.number));
    this.last = found.disputes.length < PAGE;
    this.older = [...this.older, ...found.disputes];
    this.requestUpdate();
  }

  private find(): TemplateResult {
    const asked = FIELDS.some((field) => this.query.get(field));
    return html`<form class="search" role="search" @submit=${this.submit}>
        ${FIELDS.map((field) => html`<label>${FIELD_WORDS[field]}<input name=${field} maxlength="100" autocomplete="off" .value=${this.query.get(field) ?? ""} /></label>`)}
        <button class="primary">${LISTS.search}</button>
      </form>
      <p class="quiet small">${DISPUTES.findMore}</p>
      ${asked ? looked(this.rounds, ({ rounds }) => this.found(rounds)) : nothing}`;
  }

  private found(rounds: readonly RoundFound[]): TemplateResult {
    const shown = [...rounds, ...this.furtherRounds];
    if (!shown.length) return html`<p role="status">${DISPUTES.nothingFound}</p>`;
    return html`${list(
      DISPUTES.found,
      [{ name: LISTS.round }, { name: LISTS.house }, { name: LISTS.when }, { name: DISPUTES.ended }],
      shown.map((each) => [
        each.ended === null ? each.round : link(each.round),
        this.houses.get(each.house) ?? each.house,
        when(each.at),
        each.ended === null ? DISPUTES.stillOpen : (ENDS[each.ended] ?? each.ended),
      ]),
    )}${rounds.length === PAGE && !this.last ? more(() => void this.nextRounds(shown), this.rounds.pending) : nothing}`;
  }

  private async nextRounds(shown: readonly RoundFound[]): Promise<void> {
    const found = await call<RoundsFound>("GET", this.roundAddress(shown.at(-1)?.place));
    this.last = found.rounds.length < PAGE;
    this.furtherRounds = [...this.furtherRounds, ...found.rounds];
    this.requestUpdate();
  }

  private submit(event: Event): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const asked = new URLSearchParams();
    for (const field of FIELDS) if (String(form.get(field)).trim()) asked.set(field, String(form.get(field)).trim());
    this.console.go(`/operator/disputes?${String(asked) || "state=find"}`);
  }
}

const link = (round: string): TemplateResult => html`<a href="/operator/disputes/${encodeURIComponent(round)}">${round}</a>`;

customElements.define("operator-disputes", Disputes);
