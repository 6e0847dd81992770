// Pays: every pay table of the table with how often each line is paid, and what each bet costs. All of it is the
// server's; the page only marks the row of one's own hand.

import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { dollars } from "../../shared/money.ts";
import { PAYS } from "../../words/panel.ts";
import { isMade } from "../names.ts";
import { Part } from "../part.ts";

type Pays = components["schemas"]["Pays"];
type PaysTable = components["schemas"]["PaysTable"];
type PaysRow = components["schemas"]["PaysRow"];
type PaysWager = components["schemas"]["PaysWager"];
type Chance = components["schemas"]["Chance"];

const LONG = 12; // signs; longer ones may take two lines
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "1 in 5,525". */
function often(chance: Chance | null): string {
  if (chance === null || chance.count === 0) return PAYS.never;
  const one = chance.outcomes / chance.count;
  return PAYS.oneIn((one < 100 ? tenths : whole).format(one));
}

function edge(wager: PaysWager): string {
  const text = percent.format(Math.abs(wager.house_edge) * 100);
  return wager.house_edge < 0 ? PAYS.yours(text) : PAYS.edge(text);
}

class PanelPays extends Part {
  private pays: Pays | undefined;
  private fault = false;
  private asked = false;

  /** Asked for once the table has let us in. */
  protected override willUpdate(): void {
    if (this.asked || !this.store.view) return;
    this.asked = true;
    void this.load();
  }

  private async load(): Promise<void> {
    const query = this.store.invite ? `?${new URLSearchParams({ invite: this.store.invite })}` : "";
    try {
      this.pays = await call<Pays>("GET", `/api/tables/${this.store.table}/pays${query}`);
    } catch {
      this.fault = true;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { pays } = this;
    if (!pays) return html`<p class="quiet">${this.fault ? PAYS.fault : PAYS.wait}</p>`;
    return html`
      ${pays.tables.map((table) => this.table(table, pays.wagers.find((each) => each.id === table.id)))}
      <section class="prices">
        <h2>${PAYS.prices}</h2>
        <dl>
          ${pays.wagers.map((each) => html`<div>
            <dt>${each.label}</dt>
            <dd><strong class="number">${edge(each)}</strong> <span class="quiet number">${PAYS.hit(percent.format(each.hit_frequency * 100))}</span></dd>
            <dd class="quiet small">${each.priced}</dd>
          </div>`)}
        </dl>
        ${pays.meter !== null ? html`<p class="quiet small">${PAYS.meterAt(dollars(pays.meter))}</p>` : nothing}
      </section>
      <p><a href="/rules/${pays.house}" target="_blank" rel="noopener">${PAYS.rules}</a></p>
    `;
  }

  private table(table: PaysTable, wager: PaysWager | undefined): TemplateResult {
    const columns = table.heads.slice(1);
    const single = columns.length === 1;
    return html`<section class="pay">
      <h2>${table.title}${table.on === null ? nothing : html` <small>${PAYS.paidOn(table.on)}</small>`} ${table.clauses.map((clause) => this.clause(clause))}</h2>
      ${table.source === "posted" ? html`<p class="posted">${PAYS.posted}</p>` : nothing}
      ${wager ? html`<p class="edge number">${edge(wager)}</p>` : nothing}
      <table class=${single ? "single" : "many"}>
        <thead><tr>${table.heads.map((head) => html`<th scope="col">${head}</th>`)}${single ? html`<th scope="col">${PAYS.odds}</th>` : nothing}</tr></thead>
        <tbody>${table.rows.map((row) => this.row(table, row, single))}</tbody>
      </table>
    </section>`;
  }

  private row(table: PaysTable, row: PaysRow, single: boolean): TemplateResult {
    const { seat } = this.store;
    const lit = isMade(seat, table.id, row.line);
    const mine = seat?.made.some((each) => each.table === table.id && each.seat === null);
    return html`<tr class=${lit ? "made" : ""}>
      <th scope="row">${row.label}${lit ? html` <span class="unseen">(${mine ? PAYS.made : PAYS.envied})</span>` : nothing}</th>
      ${row.cells.map((cell, i) => single
        ? html`<td class=${(cell?.pays.length ?? 0) > LONG ? "long" : ""}>${cell?.pays ?? ""}</td><td class="quiet">${often(cell?.chance ?? null)}</td>`
        : html`<td class=${isMade(seat, table.id, row.line, table.columns[i]) ? "made" : ""}>${cell?.pays ?? ""}${cell ? html`<span class="quiet">${often(cell.chance)}</span>` : nothing}</td>`)}
    </tr>`;
  }

  private clause(clause: string): TemplateResult {
    return html`<a class="clause" href="/rules/${this.store.view?.house ?? ""}#${clause}" target="_blank" rel="noopener">${clause}</a> `;
  }
}

customElements.define("pit-pays", PanelPays);
