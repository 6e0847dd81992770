// Tables: all of the house, public and private, and one of them as a spectator sees it, with what can be done there.

import "../../style/operator-desk.css";
import "../../style/operator-tables.css";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { STATES, TABLES } from "../../words/operator-tables.ts";
import type { Act } from "../act.ts";
import { facts, list, looked } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { actsAt, actsOn, type House, opening, type TableShown } from "./acts.ts";
import { live } from "./live.ts";

type TablesFound = components["schemas"]["TablesFound"];
type TableRow = components["schemas"]["TableRow"];

const EVERY = 2_000; // milliseconds between two looks, while somebody looks
const TROUBLED = new Set(["frozen", "set_aside"]);

class Tables extends Section {
  private houses: House[] = [];
  private readonly all = new Look<TablesFound>(this, (until) => call("GET", "/api/operator/tables", undefined, until), EVERY);
  private readonly one = new Look<TableShown>(this, (until) => call("GET", this.address, undefined, until), EVERY);

  private get address(): string {
    return `/api/operator/tables/${encodeURIComponent(this.rest[0] ?? "")}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("rest")) return;
    [this.all.idle, this.one.idle] = [this.rest[0] !== undefined, this.rest[0] === undefined];
    if (this.rest[0] === undefined) {
      void this.all.ask();
      if (this.houses.length === 0) void this.know();
    } else {
      this.one.forget();
      void this.one.ask();
    }
  }

  private async know(): Promise<void> {
    this.houses = await call<House[]>("GET", "/api/houses").catch(() => []);
    this.requestUpdate();
  }

  private async do(act: Act): Promise<void> {
    const [place, listed] = [location.pathname, this.rest[0] === undefined];
    [this.all.idle, this.one.idle] = [true, true]; // what stands behind the dialog stays as it is
    const answer = await this.console.act(act);
    if (location.pathname !== place) return; // the dialog led elsewhere
    const done = answer && "table" in answer ? answer : undefined;
    if (listed && done?.table) return this.console.go(`/operator/tables/${encodeURIComponent(done.table)}`);
    if (!listed && done?.after["closed"]) return this.console.go("/operator/tables"); // it is asked for no more
    [this.all.idle, this.one.idle] = [!listed, listed];
    await (listed ? this.all : this.one).ask();
  }

  protected override render(): TemplateResult {
    return this.rest[0] === undefined ? this.list() : this.shown();
  }

  private list(): TemplateResult {
    return html`<div class="ways"><button class="primary" type="button" ?disabled=${this.houses.length === 0} @click=${() => void this.do(opening(this.houses))}>${icon("plus")} ${opening([]).name}…</button></div>
      ${looked(this.all, ({ tables }) =>
        tables.length === 0
          ? html`<p role="status" class="nothing">${TABLES.none}</p>`
          : list(
              TABLES.list,
              [{ name: TABLES.title }, { name: TABLES.state }, { name: LISTS.house }, { name: TABLES.people }, { name: LISTS.round, number: true }, { name: TABLES.limits }, { name: TABLES.clock }, { name: TABLES.host }, { name: TABLES.server }],
              tables.map((each) => this.row(each)),
            ),
      )}`;
  }

  private row(table: TableRow): (TemplateResult | string)[] {
    const bots = table.people.filter((each) => each.bot !== null).length;
    return [
      html`<a href="/operator/tables/${encodeURIComponent(table.table)}">${table.title}</a>${table.private ? html` <span class="mark">${TABLES.private}</span>` : nothing}`,
      state(table),
      table.name,
      TABLES.company(table.people.length - bots, bots),
      String(table.round),
      TABLES.range(table.low, table.high),
      TABLES.runs(table.clock),
      table.host_name ?? table.host ?? TABLES.theHouse,
      table.server ?? TABLES.nobody,
    ];
  }

  private shown(): TemplateResult {
    return html`<p><a href="/operator/tables">${icon("arrow-left")} ${TABLES.back}</a></p>
      ${looked(this.one, (table) => this.table(table))}`;
  }

  private table(table: TableShown): TemplateResult {
    const { view } = table;
    return html`<h2 class="who">${table.title} ${state(table)}${table.private ? html` <span class="mark">${TABLES.private}</span>` : nothing}</h2>
      ${view ? nothing : html`<p class="odd">${TABLES.unreadable}</p>`}
      ${facts([
        ...(table.fault === null ? [] : [[TABLES.fault, table.fault] as const]),
        [LISTS.house, table.name],
        [TABLES.phase, TABLES.round(table.round, view?.state.phase)],
        [TABLES.limits, TABLES.range(table.low, table.high)],
        [TABLES.clock, TABLES.runs(table.clock)],
        [TABLES.coach, TABLES.runs(table.coach)],
        [TABLES.watching, String(view?.state.watching ?? 0)],
        [TABLES.host, table.host === null ? TABLES.theHouse : html`<a href="/operator/people/${encodeURIComponent(table.host)}">${table.host_name ?? table.host}</a>`],
        [TABLES.server, table.server ?? TABLES.nobody],
        [TABLES.id, html`<span class="mono">${table.table}</span>`],
      ])}
      <p class="ways"><a href="/tables/${encodeURIComponent(table.table)}">${TABLES.atTable}</a> <a href="/operator/journal?table=${encodeURIComponent(table.table)}">${TABLES.journal}</a> <a href="/operator/disputes?table=${encodeURIComponent(table.table)}">${TABLES.rounds}</a></p>
      <h2>${TABLES.acts}</h2>
      <div class="ways">${actsAt(table).map((act) => this.button(act))}</div>
      ${view ? html`<h2>${TABLES.live}</h2><p class="quiet small">${TABLES.liveMore}</p>${live(view)}` : nothing}
      ${this.people(table)}`;
  }

  private people(table: TableShown): TemplateResult | typeof nothing {
    const people = table.people.filter((each) => each.bot === null);
    if (people.length === 0) return nothing;
    return html`<h2>${TABLES.people}</h2>
      <ul class="at-seats">${people.map(
        (each) => html`<li><span><a href="/operator/people/${encodeURIComponent(each.id)}">${each.name}</a> <span class="quiet">${each.seats.map(TABLES.seat).join(", ")}${each.here ? "" : `, ${TABLES.away}`}</span></span>
          <span class="ways">${actsOn(table, each).map((act) => this.button(act, each.name))}</span></li>`,
      )}</ul>`;
  }

  private button(act: Act, whom = ""): TemplateResult {
    return html`<button type="button" class=${act.danger ? "danger" : nothing} @click=${() => void this.do(act)}>${act.name}…${whom ? html`<span class="unseen"> ${whom}</span>` : nothing}</button>`;
  }
}

/** How a table stands; trouble has a sign of its own beside its word. */
function state(table: TableRow): TemplateResult {
  const words = STATES[table.state] ?? table.state;
  return TROUBLED.has(table.state) ? html`<span class="odd">${icon("triangle-alert")} ${words}</span>` : html`<span class="mark">${words}</span>`;
}

customElements.define("operator-tables", Tables);
