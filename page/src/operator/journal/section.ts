// The journal: every act, the latest first, with its reason and what it has changed; found by table, person, operator, kind and time.

import "../../style/operator-desk.css";
import "../../style/operator-tables.css";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { actWords } from "../../words/operator-acts.ts";
import { changes, JOURNAL, KINDS } from "../../words/operator-journal.ts";
import type { ActShown } from "../act.ts";
import { looked, more, when } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { asked, FILTERS, fromDay } from "./filters.ts";

type ActPage = components["schemas"]["ActPage"];

class Journal extends Section {
  private pages: ActPage[] = [];
  private readonly first = new Look<ActPage>(this, (until) => call("GET", `/api/operator/acts?${asked(this.query)}`, undefined, until));

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("query") && !changed.has("rest")) return;
    this.pages = [];
    void this.first.ask();
  }

  protected override updated(): void {
    const sought = /^#\d+$/.test(location.hash) ? document.getElementById(`act-${location.hash.slice(1)}`) : null;
    if (sought && !sought.classList.contains("sought")) {
      sought.classList.add("sought");
      sought.scrollIntoView({ block: "center" });
    }
  }

  private submit(event: SubmitEvent): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const query = new URLSearchParams();
    for (const name of FILTERS) {
      const value = String(fields.get(name) ?? "").trim();
      if (value) query.set(name, value);
    }
    this.console.go(`/operator/journal${query.size > 0 ? `?${query}` : ""}`);
  }

  private async furtherBack(before: number): Promise<void> {
    const page = await call<ActPage>("GET", `/api/operator/acts?${asked(this.query, before)}`);
    this.pages = [...this.pages, page];
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`${this.filters()} ${looked(this.first, (first) => this.acts([first, ...this.pages]))}`;
  }

  private filters(): TemplateResult {
    const value = (name: string): string => this.query.get(name) ?? "";
    const text = (name: "table" | "person" | "operator") => html`<label>${JOURNAL[name]}<input name=${name} maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${value(name)} /></label>`;
    const day = (name: "since" | "until") => html`<label>${JOURNAL[name]}<input type="date" name=${name} .value=${fromDay(value(name)) === undefined ? "" : value(name)} /></label>`;
    const kinds = this.first.value?.kinds ?? [];
    return html`<details class="filters-of" ?open=${this.query.size > 0}><summary>${JOURNAL.filters}</summary>
      <form class="search" role="search" @submit=${(event: SubmitEvent) => this.submit(event)}>
        ${text("table")} ${text("person")} ${text("operator")}
        <label>${JOURNAL.kind}<select name="kind"><option value="">${JOURNAL.any}</option>${kinds.map((each) => html`<option value=${each} ?selected=${each === value("kind")}>${KINDS[each] ?? each}</option>`)}</select></label>
        ${day("since")} ${day("until")}
        <button class="primary">${JOURNAL.filter}</button>
        ${this.query.size > 0 ? html`<a class="button" href="/operator/journal">${JOURNAL.all}</a>` : nothing}
      </form></details>`;
  }

  private acts(pages: readonly ActPage[]): TemplateResult {
    const acts = pages.flatMap((page) => page.acts.map((act) => this.act(act, page.people)));
    const next = pages.at(-1)?.next ?? null;
    if (acts.length === 0) return html`<p role="status" class="nothing">${JOURNAL.none}</p>`;
    return html`<ol class="acts-told" aria-label=${JOURNAL.list}>${acts}</ol>
      ${next !== null ? more(() => void this.furtherBack(next), this.first.pending) : nothing}`;
  }

  private act(act: ActShown, people: Readonly<Record<string, string>>): TemplateResult {
    const by = act.name ?? (act.actor === "console" ? JOURNAL.console : act.actor === "house" ? JOURNAL.system : JOURNAL.gone);
    const told = changes(act, people);
    const person = typeof act.after["person"] === "string" ? act.after["person"] : undefined;
    const why = act.after["why"];
    return html`<li id="act-${act.number}" data-what=${act.what}>
      <p class="said-act">${actWords(act, people)}</p>
      ${typeof why === "string" && why ? html`<p class="why">${why}</p>` : nothing}
      ${told.length > 0 ? html`<ul>${told.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}
      <p class="quiet small">${by}, ${when(act.at)} · ${JOURNAL.number(act.number)}
        ${act.table ? html` · <a href="/operator/tables/${encodeURIComponent(act.table)}">${JOURNAL.seeTable}</a>` : nothing}
        ${act.round ? html` · <a href="/operator/disputes/${encodeURIComponent(act.round)}">${JOURNAL.seeRound}</a>` : nothing}
        ${person && people[person] ? html` · <a href="/operator/people/${encodeURIComponent(person)}">${JOURNAL.seePerson}</a>` : nothing}</p>
    </li>`;
  }
}

customElements.define("operator-journal", Journal);
