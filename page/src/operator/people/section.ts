// People: found by name or id, and one of them with money, limits, sessions and seats.

import "../../style/operator-desk.css";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { moment } from "../../shared/times.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { PEOPLE, SESSION_KINDS } from "../../words/operator-people.ts";
import { facts, houseNames, list, looked, more, when } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { actsFor } from "./acts.ts";

type PeopleFound = components["schemas"]["PeopleFound"];
type PersonListed = components["schemas"]["PersonListed"];
type PersonPage = components["schemas"]["PersonPage"];

const PAGE = 50;
const PAUSE = 250; // milliseconds after the last letter

class People extends Section {
  private search = "";
  private older: PersonListed[] = [];
  /** Where the page after those that are shown begins; undefined while there is one page. */
  private next: string | null | undefined;
  private houses = new Map<string, string>();
  private pause: ReturnType<typeof setTimeout> | undefined;
  private readonly found = new Look<PeopleFound>(this, (until) => call("GET", this.address(), undefined, until));
  private readonly person = new Look<PersonPage>(this, (until) => call("GET", `/api/operator/people/${encodeURIComponent(this.rest[0] ?? "")}`, undefined, until));

  private address(after?: string): string {
    const asked = new URLSearchParams({ search: this.search, most: String(PAGE), ...(after === undefined ? {} : { after }) });
    return `/api/operator/people?${asked}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("rest") && !changed.has("query")) return;
    if (this.rest[0]) {
      this.person.forget();
      void this.person.ask();
      void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
    } else {
      this.search = this.query.get("search") ?? this.search;
      this.look();
    }
  }

  private look(): void {
    [this.older, this.next] = [[], undefined];
    void this.found.ask();
  }

  private type(event: Event): void {
    this.search = (event.target as HTMLInputElement).value;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.look(), PAUSE);
  }

  private submit(event: Event): void {
    event.preventDefault();
    clearTimeout(this.pause);
    this.console.go(`/operator/people${this.search ? `?search=${encodeURIComponent(this.search)}` : ""}`);
  }

  private async furtherBack(after: string): Promise<void> {
    const found = await call<PeopleFound>("GET", this.address(after));
    this.next = found.next;
    this.older = [...this.older, ...found.people];
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return this.rest[0] ? looked(this.person, (person) => this.one(person)) : this.all();
  }

  private all(): TemplateResult {
    return html`<form class="search" role="search" @submit=${this.submit}>
        <label>${PEOPLE.search}<input type="search" name="search" maxlength="100" autocomplete="off" .value=${this.search} aria-describedby="people-how" @input=${this.type} /></label>
        <button class="primary">${LISTS.search}</button>
      </form>
      <p class="quiet small" id="people-how">${PEOPLE.searchMore}</p>
      ${looked(this.found, ({ people, next: first }) => {
        const next = this.next === undefined ? first : this.next;
        const shown = [...people, ...this.older];
        if (!shown.length) return html`<p role="status">${PEOPLE.nobody}</p>`;
        return html`${list(
          PEOPLE.list,
          [{ name: PEOPLE.name }, { name: PEOPLE.kind }, { name: PEOPLE.funds, number: true }, { name: PEOPLE.lastSeen }],
          shown.map((each) => [html`<a href="/operator/people/${encodeURIComponent(each.id)}">${each.name}</a>`, kind(each), dollars(each.funds), when(each.last_seen)]),
        )}
        ${next !== null ? more(() => void this.furtherBack(next), this.found.pending) : nothing}`;
      })}`;
  }

  private one(person: PersonPage): TemplateResult {
    return html`<p><a href="/operator/people">${icon("arrow-left")} ${PEOPLE.back}</a></p>
      <h2 class="who">${person.name} <span class="mark">${kind(person)}</span></h2>
      ${facts([
        [PEOPLE.funds, html`<strong>${dollars(person.funds)}</strong>`],
        [PEOPLE.onTables, dollars(person.on_tables)],
        [PEOPLE.granted, dollars(person.granted)],
        [PEOPLE.lastSeen, when(person.last_seen)],
        [PEOPLE.since, when(person.created)],
        [PEOPLE.id, html`<span class="mono">${person.id}</span>`],
      ])}
      <p class="ways"><a href="/operator/money/books/person?key=${encodeURIComponent(person.id)}">${PEOPLE.account}</a> <a href="/operator/disputes?person=${encodeURIComponent(person.id)}">${PEOPLE.rounds}</a></p>
      <h2>${PEOPLE.acts}</h2>
      <div class="ways">${actsFor(person).map((act) => html`<button type="button" class=${act.danger ? "danger" : nothing} @click=${() => void this.do(act)}>${act.name}…</button>`)}</div>
      <h2>${PEOPLE.seats}</h2>
      ${person.seats.length
        ? html`<ul>${person.seats.map(
            (each) =>
              html`<li><a href="/operator/tables/${encodeURIComponent(each.table)}">${each.title}</a>, ${this.houses.get(each.house) ?? each.house}, ${PEOPLE.seatsAt(each.seats)}${each.private ? html` <span class="mark">${PEOPLE.private}</span>` : nothing}</li>`,
          )}</ul>`
        : html`<p>${PEOPLE.noSeats}</p>`}
      <h2>${PEOPLE.limits}</h2>
      ${this.limits(person)}
      <h2>${PEOPLE.sessions}</h2>
      ${person.sessions.length
        ? html`${list(
              PEOPLE.sessions,
              [{ name: PEOPLE.what }, { name: PEOPLE.made }, { name: PEOPLE.used }],
              person.sessions.map((each) => [`${SESSION_KINDS[each.kind] ?? each.kind}${each.label ? `: ${each.label}` : ""}`, when(each.made), each.last_used === null ? PEOPLE.never : when(each.last_used)]),
            )}
            <p class="quiet small">${PEOPLE.sessionsMore}</p>`
        : html`<p>${PEOPLE.noSessions}</p>`}`;
  }

  private limits({ limits }: PersonPage): TemplateResult {
    const until = limits.excluded_until;
    return html`<ul>
      <li>${PEOPLE.loss(limits.loss)}</li>
      <li>${PEOPLE.minutes(limits.minutes)}</li>
      ${limits.pending.length ? html`<li>${PEOPLE.pending(limits.pending.length)}</li>` : nothing}
      <li>${until === null ? PEOPLE.notExcluded : html`<strong>${PEOPLE.excluded(moment.format(until))}</strong>`}</li>
    </ul>`;
  }

  private async do(act: ReturnType<typeof actsFor>[number]): Promise<void> {
    const done = await this.console.act(act);
    if (!done) return;
    if (act.path.endsWith("/delete")) this.console.go("/operator/people");
    else void this.person.ask();
  }
}

function kind(person: PersonListed): string {
  if (person.role === "operator") return PEOPLE.operator;
  return person.guest ? PEOPLE.guest : PEOPLE.player;
}

customElements.define("operator-people", People);
