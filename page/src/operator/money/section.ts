// Money: books, hold, and meters, each a part of its own.

import "../../style/operator-desk.css";
import { html, type TemplateResult } from "lit";
import { MONEY } from "../../words/operator-money.ts";
import { ways } from "../parts.ts";
import { Section } from "../section.ts";
import "./books.ts";
import "./hold.ts";
import "./meters.ts";

class Money extends Section {
  protected override render(): TemplateResult {
    const [part = "books", ...rest] = this.rest;
    const entries = (["books", "hold", "meters"] as const).map((key) => [`/operator/money/${key}`, MONEY[key], key === part] as const);
    return html`${ways(MONEY.parts, entries)} ${this.body(part, rest)}`;
  }

  private body(part: string, rest: readonly string[]): TemplateResult {
    if (part === "hold") return html`<operator-hold .console=${this.console} .rest=${rest} .query=${this.query}></operator-hold>`;
    if (part === "meters") return html`<operator-meters .console=${this.console} .rest=${rest} .query=${this.query}></operator-meters>`;
    return html`<operator-books .console=${this.console} .rest=${rest} .query=${this.query}></operator-books>`;
  }
}

customElements.define("operator-money", Money);
