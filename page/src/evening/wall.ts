// The screen for the wall: nobody touches it, everybody in the room reads it. It keeps itself awake and fresh.

import "../style/wall.css";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { vars } from "../shared/vars.ts";
import { hereOnly, NO_PHONES } from "../words/no-phones.ts";
import { LEVELS, limits, newsText, ordinal, phaseText, stateText, tableName } from "../words/evening.ts";
import { listed } from "../words/log.ts";
import { WALL } from "../words/evening-wall.ts";
import { clockText, isShort } from "./clock.ts";
import { invitation } from "./invite.ts";
import type { Evening, Standing } from "./shapes.ts";
import { placeSign, podiumOf, type Sheet, sheetOf } from "./standings.ts";
import { stayAwake } from "./wake.ts";
import { Watch } from "./watch.ts";

const TICK = 1_000;
const TURN = 12_000; // ms that a page of the standings stays
const NEWS = 6; // as many of them as there is room for
const TOLD = new Set(["started", "level", "late_over", "out", "jackpot", "paused", "resumed", "ended", "calling_off", "called_off"]);
const TABLES = 8;
const PODIUM = 4; // the winner, who may be a bot, and three prizes

class Wall extends LitElement {
  private evening: Evening | undefined;
  private fault = "";
  private lost = false;
  private turn = 0;
  private watch!: Watch;
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new Watch(this.dataset["evening"] ?? "", this.dataset["invite"] ?? "", {
      seen: (evening) => this.set({ evening }),
      lost: (lost) => this.set({ lost }),
      refused: (fault) => this.set({ fault }),
    });
    this.watch.begin();
    setInterval(() => this.requestUpdate(), TICK);
    setInterval(() => !this.still.matches && this.set({ turn: this.turn + 1 }), TURN);
    stayAwake();
  }

  private set(change: { evening?: Evening; lost?: boolean; fault?: string; turn?: number }): void {
    Object.assign(this, change);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { evening } = this;
    if (!evening) return html`<main id="main" class="wall-waits"><p>${this.fault || WALL.loading}</p></main>`;
    const sheet = sheetOf(evening.standings, this.turn);
    return html`${this.head(evening)}
      <main id="main" class="wall" data-phase=${evening.phase}>
        <section class="wall-standings" aria-labelledby="wall-standings">${this.caption(evening, sheet)}${this.standings(evening, sheet)}</section>
        <div class="wall-side">${this.level(evening)} ${this.tables(evening)} ${this.news(evening)} ${this.entry(evening)}</div>
      </main>`;
  }

  private head(evening: Evening): TemplateResult {
    return html`<header class="wall-head"><h1>${evening.name}</h1><p>${evening.house_name}</p>
      <p class="wall-phase" data-phase=${evening.paused ? "paused" : evening.phase}>${this.lost ? html`<span class="wall-lost">${icon("triangle-alert")} ${WALL.lost}</span>` : html`${phaseText(evening)}${evening.phase === "running" ? html` · ${WALL.round(evening.round, evening.rounds)}` : nothing}`}</p></header>`;
  }

  private caption(evening: Evening, sheet: Sheet): TemplateResult {
    const all = evening.standings.length;
    const more = sheet.pages === 1 ? "" : this.still.matches ? WALL.more(all - sheet.rows.length) : WALL.page(sheet.page + 1, sheet.pages);
    return html`<h2 id="wall-standings">${WALL.head(evening.phase)} <span>${evening.phase === "running" ? WALL.stillIn(evening.playing, all) : WALL.people(all)}${more ? ` · ${more}` : ""}</span></h2>`;
  }

  private standings(evening: Evening, sheet: Sheet): TemplateResult {
    if (sheet.rows.length === 0) return html`<p class="wall-nobody">${WALL.nobody}</p>`;
    return html`<ol class="wall-list" ${vars({ "--lines": sheet.lines, "--columns": sheet.columns })}>${repeat(sheet.rows, (each) => each.person, (each) => this.line(evening, each))}</ol>`;
  }

  private line(evening: Evening, each: Standing): TemplateResult {
    const out = each.state === "out";
    const more = each.prizes.length > 0 ? each.prizes.join(", ") : out || each.leaves || each.state !== "playing" ? (evening.round === 0 ? "" : stateText(each)) : evening.tables.length > 1 ? tableName(evening, each.table) : "";
    return html`<li class=${out && evening.phase !== "ended" ? "out" : each.place === 1 ? "first" : ""}><span class="place">${placeSign(each)}</span><span class="name">${each.bot ? icon("bot") : each.avatar ? icon(each.avatar) : icon("user")} <b>${each.name}</b>${more ? html` <small>${more}</small>` : nothing}</span>${evening.round === 0 ? nothing : html`<span class="chips">${out ? "–" : dollars(each.chips)}</span>`}</li>`;
  }

  private level(evening: Evening): TemplateResult {
    const { level } = evening;
    const now = this.watch.now();
    if (!level) {
      const first = evening.levels[0];
      if (evening.phase !== "listed" || !first) return this.over(evening);
      return html`<section class="wall-level"><h2>${WALL.begins}</h2><p class="wall-limits">${limits(first)}</p><p>${WALL.chips(dollars(evening.chips))}</p></section>`;
    }
    return html`<section class="wall-level" aria-labelledby="wall-level"><h2 id="wall-level">${LEVELS.of(level.number, evening.levels.length)}</h2>
      <p class="wall-limits">${limits(level)}</p>
      <p class=${isShort(evening, now) ? "wall-clock short" : "wall-clock"} role="timer">${evening.paused ? WALL.paused : clockText(evening, now)}</p>
      ${level.next ? html`<p class="wall-next">${WALL.next} <b>${limits(level.next)}</b></p>` : nothing}</section>`;
  }

  /** Who has won, and what. */
  private over(evening: Evening): TemplateResult {
    return html`<section class="wall-level wall-over" aria-labelledby="wall-level"><h2 id="wall-level">${WALL.over[evening.phase] ?? ""}</h2>
      ${evening.phase === "ended" ? podiumOf(evening.standings, 1).slice(0, PODIUM).map(({ place, people, winners }) => html`<p class=${place === 1 ? "wall-winner" : ""}>${place === 1 ? icon("crown") : html`${ordinal(place)}:`} <b>${listed(people.map((each) => each.name))}</b>${winners[0] ? html`<small>${listed(winners[0].prizes)}</small>` : nothing}</p>`) : nothing}</section>`;
  }

  private tables(evening: Evening): TemplateResult | typeof nothing {
    if (evening.tables.length === 0) return nothing;
    const shown = evening.tables.slice(0, TABLES);
    return html`<section class="wall-tables" aria-labelledby="wall-tables"><h2 id="wall-tables">${WALL.tables}</h2><ul>${shown.map((each) => html`<li><b>${tableName(evening, each.id)}</b> ${WALL.seated(each.people)} ${each.done ? html`<span>${icon("check")}<span class="unseen">${WALL.done}</span></span>` : nothing}</li>`)}${evening.tables.length > TABLES ? html`<li>${WALL.more(evening.tables.length - TABLES)}</li>` : nothing}</ul></section>`;
  }

  private news(evening: Evening): TemplateResult | typeof nothing {
    const told = evening.news.filter((each) => TOLD.has(each.what) || (each.what === "entered" && evening.phase === "listed")).map((each) => newsText(each, evening)).slice(0, NEWS);
    return told.length === 0 ? nothing : html`<section class="wall-news" aria-labelledby="wall-news"><h2 id="wall-news">${WALL.news}</h2><ul>${told.map((text) => html`<li>${text}</li>`)}</ul></section>`;
  }

  /** The way in, as long as there is one. */
  private entry(evening: Evening): TemplateResult | typeof nothing {
    const open = evening.entered < evening.most && (evening.phase === "listed" || (evening.phase === "running" && !evening.calling_off && evening.round <= evening.late_until));
    if (!open) return nothing;
    const invite = evening.invite ?? this.dataset["invite"] ?? "";
    return html`<section class="wall-entry" aria-labelledby="wall-entry">${hereOnly() ? nothing : html`<img src=${invitation(evening.id, invite, "/enter.svg")} alt=${WALL.qr} />`}<div><h2 id="wall-entry">${evening.phase === "listed" ? WALL.enter : WALL.enterLate(evening.late_until)}</h2><p>${hereOnly() ? NO_PHONES : this.dataset["own"]?.split("?")[0]}</p></div></section>`;
  }
}

customElements.define("pit-wall", Wall);
