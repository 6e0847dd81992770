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
    const home = `/evening/${encodeURIComponent(evening.id)}${this.store.invite ? `?${new URLSearchParams({ invite: this.store.invite })}` : ""}`;
    return html`<p class="bar evening-line"><a href=${home} aria-label=${evening.name}>${icon("crown")} <b>${evening.name}</b></a> ${this.standing(evening)}</p>`;
  }

  private standing(evening: Evening): TemplateResult {
    const { other } = this;
    const me = yourStanding(evening);
    if (other) return html`<span class="now">${LINE.moved(tableName(evening, other), evening.you?.seat ?? null)} <a class="button" href="/tables/${encodeURIComponent(other)}">${LINE.go}</a></span>`;
    if (evening.phase === "ended" || evening.phase === "called_off") return html`<span class="now">${LINE.over[evening.phase]}</span>`;
    const mine = me && me.place !== null ? html`<span class="number">${me.state === "out" ? LINE.out(placeOf(me.place, me.tied, evening.standings.length)) : `${placeOf(me.place, me.tied, evening.standings.length)}, ${dollars(me.chips)}`}</span>${me.leaves ? html`<b>${LINE.goes}</b>` : nothing}` : nothing;
    const { level } = evening;
    if (!level) return html`${mine}`;
    const now = this.watch?.now() ?? Date.now();
    const left = evening.paused ? LINE.paused : clockText(evening, now);
    return html`${mine}<span class="number level">${LEVELS.of(level.number, evening.levels.length)}: ${limits(level)}</span>
      ${level.next ? html`<span class=${isShort(evening, now) ? "number short" : "number"}>${LINE.then(limits(level.next), left, evening.paused)}</span>` : html`<span>${left}</span>`}`;
  }
}

customElements.define("pit-evening-line", EveningLine);
