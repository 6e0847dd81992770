// The books: kinds of accounts with their totals, the accounts of a kind, one account with its transfers.

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { ACCOUNT_KINDS, BOOKS, TRANSFERS } from "../../words/operator-money.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { microDollars, microSigned } from "../micro.ts";
import { facts, list, looked, more, short, when } from "../parts.ts";
import { Look, Section } from "../section.ts";

type BooksShown = components["schemas"]["BooksShown"];
type AccountsShown = components["schemas"]["AccountsShown"];
type AccountBook = components["schemas"]["AccountBook"];
type AccountNamed = components["schemas"]["AccountNamed"];

const PAGE = 50;
const PATH = "/operator/money/books";

class Books extends Section {
  private further: AccountsShown["accounts"] = [];
  private last = false;
  private readonly kinds = new Look<BooksShown>(this, (until) => call("GET", "/api/operator/books", undefined, until));
  private readonly accounts = new Look<AccountsShown>(this, (until) => call("GET", this.address(), undefined, until));
  private readonly account = new Look<AccountBook>(this, (until) =>
    call("GET", `/api/operator/books/${this.kind}/account?${new URLSearchParams({ key: this.query.get("key") ?? "", most: "100" })}`, undefined, until),
  );

  private get kind(): string {
    return this.rest[0] ?? "";
  }

  private address(after?: string): string {
    const asked = new URLSearchParams({ search: this.query.get("search") ?? "", used: String(this.query.get("all") === null), most: String(PAGE) });
    if (after !== undefined) asked.set("after", after);
    return `/api/operator/books/${this.kind}?${asked}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("rest") && !changed.has("query")) return;
    const wanted = !this.kind ? this.kinds : this.query.has("key") ? this.account : this.accounts;
    wanted.forget();
    [this.further, this.last] = [[], false];
    void wanted.ask();
  }

  protected override render(): TemplateResult {
    if (!this.kind) return looked(this.kinds, (books) => this.all(books));
    return this.query.has("key") ? looked(this.account, (book) => this.one(book)) : this.some();
  }

  private all({ kinds, trial }: BooksShown): TemplateResult {
    const good = trial === "0";
    return html`<p class=${good ? "good" : "fault"}>${icon(good ? "check" : "triangle-alert")} ${good ? BOOKS.trialGood : BOOKS.trialBad(microDollars(trial))}</p>
      ${list(
        BOOKS.list,
        [{ name: BOOKS.kind }, { name: BOOKS.what }, { name: BOOKS.accounts, number: true }, { name: BOOKS.used, number: true }, { name: BOOKS.total, number: true }],
        kinds.map((each) => [
          html`<a href="${PATH}/${each.kind}">${kindName(each.kind)}</a>`,
          ACCOUNT_KINDS[each.kind]?.[1] ?? "",
          each.accounts.toLocaleString("en-US"),
          each.used.toLocaleString("en-US"),
          microDollars(each.total),
        ]),
      )}`;
  }

  private some(): TemplateResult {
    const all = this.query.get("all") !== null;
    return html`<p><a href=${PATH}>${icon("arrow-left")} ${BOOKS.back}</a></p>
      <h2>${kindName(this.kind)}</h2>
      <form class="search" role="search" @submit=${this.submit}>
        <label>${BOOKS.search}<input type="search" name="search" maxlength="200" autocomplete="off" .value=${this.query.get("search") ?? ""} /></label>
        <label class="check"><input type="checkbox" name="used" .checked=${!all} /> ${BOOKS.used_only}</label>
        <button class="primary">${LISTS.search}</button>
      </form>
      ${looked(this.accounts, ({ accounts }) => {
        const shown = [...accounts, ...this.further];
        if (!shown.length) return html`<p role="status">${all ? BOOKS.nothing : BOOKS.none}</p>`;
        return html`${list(
          kindName(this.kind),
          [{ name: BOOKS.account }, { name: BOOKS.held, number: true }],
          shown.map((each) => [accountLink(each), microDollars(each.held)]),
        )}${accounts.length === PAGE && !this.last ? more(() => void this.next(shown), this.accounts.pending) : nothing}`;
      })}`;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const asked = new URLSearchParams({ search: String(form.get("search")), ...(form.has("used") ? {} : { all: "" }) });
    this.console.go(`${PATH}/${this.kind}?${asked}`);
  }

  private async next(shown: AccountsShown["accounts"]): Promise<void> {
    const found = await call<AccountsShown>("GET", this.address(shown.at(-1)?.key));
    this.last = found.accounts.length < PAGE;
    this.further = [...this.further, ...found.accounts];
    this.requestUpdate();
  }

  private one(book: AccountBook): TemplateResult {
    return html`<p><a href="${PATH}/${book.kind}">${icon("arrow-left")} ${BOOKS.of(kindName(book.kind))}</a></p>
      <h2>${accountWords(book)}</h2>
      ${facts([[BOOKS.held, html`<strong>${microDollars(book.held)}</strong>`], [BOOKS.kind, kindName(book.kind)]])}
      <h3>${BOOKS.moved}</h3>
      ${book.moved.length
        ? list(
            BOOKS.moved,
            [{ name: LISTS.when }, { name: BOOKS.reason }, { name: BOOKS.from }, { name: LISTS.round }, { name: BOOKS.amount, number: true }],
            book.moved.map((each) => [
              when(each.at),
              TRANSFERS[each.what] ?? each.what,
              accountLink(each.other),
              each.round ? html`<a href="/operator/disputes/${encodeURIComponent(each.round)}">${each.round}</a>` : (each.table ?? "–"),
              microSigned(each.amount),
            ]),
          )
        : html`<p>${BOOKS.noMoved}</p>`}`;
  }
}

const kindName = (kind: string): string => ACCOUNT_KINDS[kind]?.[0] ?? kind;

function accountWords(account: AccountNamed): TemplateResult | string {
  return account.name ?? (account.key ? short(account.key) : kindName(account.kind));
}

function accountLink(account: AccountNamed): TemplateResult {
  const kind = account.name || !account.key ? nothing : html`${kindName(account.kind)} `;
  return html`<a href="${PATH}/${account.kind}?key=${encodeURIComponent(account.key)}">${kind}${accountWords(account)}</a>`;
}

customElements.define("operator-books", Books);
