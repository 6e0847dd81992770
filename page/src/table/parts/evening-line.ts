// At a table of an evening: one line that says which, the level, one's place and chips, and what comes; and the way to
// another table, to which one is taken when one was moved.

import { html, nothing, type TemplateResult } from "lit";
import { clockText, isShort } from "../../evening/clock.ts";
import type { Evening } from "../../evening/shapes.ts";
import { yourStanding, yourTable } from "../../evening/standings.ts";
import { Watch } from "../../evening/watch.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { LEVELS, limits, placeOf, tableName } from "../../words/evening.ts";
import { LINE } from "../../words/evening-line.ts";
import { Part } from "../part.ts";
import { overNow } from "../seen.ts";

const TICK = 1_000;
const LOOK = 4_000; // ms to read where one goes, before one is taken there

class EveningLine extends Part {
  private evening: Evening | undefined;
  private watch: Watch | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private leaving: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const id = this.store.view?.evening ?? "";
    this.watch = new Watch(id, this.store.invite, { seen: (evening) => this.seen(evening), lost: () => undefined, refused: () => undefined });
    this.watch.begin();
    this.timer = setInterval(() => this.evening?.level?.ends_at != null && this.requestUpdate(), TICK);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.end();
    clearInterval(this.timer);
    clearTimeout(this.leaving);
  }

  /** Another table of the evening, where one sits now. */
  private get other(): string | undefined {
    const table = this.evening && yourTable(this.evening);
    return table !== this.store.table && this.wasHere ? table : undefined;
  }

  /** Whether one has sat at this table since the page was opened: who only looks on stays. */
  private wasHere = false;
  private endSeen = false;

  private seen(evening: Evening): void {
    this.evening = evening;
    this.wasHere ||= evening.you?.table === this.store.table || this.store.mySeats.length > 0;
    const { other } = this;
    if (other && this.leaving === undefined) {
      this.store.say(LINE.moved(tableName(evening, other), evening.you?.seat ?? null));
      this.leaving = setTimeout(() => location.assign(`/tables/${encodeURIComponent(other)}`), LOOK);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { evening } = this;
    if (!evening) return nothing;
    return html`<p class="bar evening-line"><a href=${this.home(evening)} aria-label=${evening.name}>${icon("crown")} <b>${evening.name}</b></a> ${this.standing(evening)}</p>`;
  }

  private standing(evening: Evening): TemplateResult {
    const { other, store } = this;
    const me = yourStanding(evening);
    if (other) return html`<span class="now">${LINE.moved(tableName(evening, other), evening.you?.seat ?? null)} <a class="button" href="/tables/${encodeURIComponent(other)}">${LINE.go}</a></span>`;
    const place = me && me.place !== null ? placeOf(me.place, me.tied, evening.standings.length) : "";
    if (evening.phase === "ended" || evening.phase === "called_off" || store.closed) return this.end(evening, place);
    // at one's table the chips are those of the seat: there is one number on the page, and it tells no end before the cards do
    const chips = dollars((evening.you?.table === store.table ? store.seat?.stack : null) ?? me?.chips ?? 0);
    const mine = me && place ? html`<span class="number">${me.state === "out" ? LINE.out(place) : `${place}, ${chips}`}</span>${me.leaves ? html`<b>${LINE.goes}</b>` : nothing}` : nothing;
    const { live } = store.presentation;
    const over = live !== undefined && overNow(live);
    const pause = live?.evening_paused ? html`<span class="paused">${icon("pause")} ${LINE.paused(over)}</span>` : over && evening.you?.table === store.table ? html`<span class="paused">${LINE.waits}</span>` : nothing;
    const { level } = evening;
    if (!level) return html`${pause}${mine}`;
    const now = this.watch?.now() ?? Date.now();
    const left = evening.paused ? "" : clockText(evening, now);
    return html`${pause}${mine}<span class="number level">${LEVELS.of(level.number, evening.levels.length)}: ${limits(level)}</span>
      ${level.next ? html`<span class=${isShort(evening, now) ? "number short" : "number"}>${LINE.then(limits(level.next), left)}</span>` : html`<span>${left}</span>`}`;
  }

  /** The table is closed: what the evening came to, and the way to its page. */
  private end(evening: Evening, place: string): TemplateResult {
    const me = yourStanding(evening);
    const ended = evening.phase === "ended";
    const how = me?.out_round != null ? LINE.outIn(me.out_round) : LINE.withChips(dollars(me?.chips ?? 0));
    return html`<span class="now" role="status">${ended ? LINE.ended : evening.phase === "called_off" ? LINE.calledOff : LINE.closed} ${ended && me && place ? LINE.yours(place, how, me.prizes, me.shares) : nothing}</span>
      <a class="button primary" href=${this.home(evening)}>${ended ? LINE.result : LINE.page}</a>`;
  }

  private home(evening: Evening): string {
    return `/evening/${encodeURIComponent(evening.id)}${this.store.invite ? `?${new URLSearchParams({ invite: this.store.invite })}` : ""}`;
  }

  /** The end is looked up at once. */
  protected override updated(): void {
    if (!this.store.closed || this.endSeen) return;
    this.endSeen = true;
    void this.watch?.look();
  }
}

customElements.define("pit-evening-line", EveningLine);
