// An evening: its list and entry, its standings and tables while it is played, its result; for its host the desk.

import "../style/evening.css";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { call, newId, Refused, somebody } from "../shared/api.ts";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { KINDS, phaseText } from "../words/evening.ts";
import { DESK, PAGE, tieRule } from "../words/evening-page.ts";
import { hostsDesk } from "./desk.ts";
import { entry } from "./entry.ts";
import { levelCard, newsList, schedule, tableList } from "./live-parts.ts";
import { invitePart } from "./invite.ts";
import { resultPart } from "./result.ts";
import type { Question, Room } from "./room.ts";
import type { Evening } from "./shapes.ts";
import { aloud, yourTable } from "./standings.ts";
import { standingsTable } from "./standings-table.ts";
import { apiOf, Watch, whyNot } from "./watch.ts";

const TICK = 1_000;
const STEPS = new Set(["enter", "leave", "start", "pause", "resume", "call_off", "remove", "bots"]);

class EveningPage extends LitElement implements Room {
  evening!: Evening;
  busy = false;
  asks: Question | undefined;
  private seen = false;
  private lost = false;
  private told = "";
  private fault = "";
  private heard = "";
  private watch!: Watch;
  /** Commands that may have been lost are sent again under the same id. */
  private readonly ids = new Map<string, string>();

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  get invite(): string {
    return this.evening.invite ?? this.dataset["invite"] ?? "";
  }

  get guestName(): string | undefined {
    return document.body.dataset["me"] === undefined ? "" : this.dataset["guest"];
  }

  get longestName(): number {
    return Number(this.dataset["longest"] ?? 20);
  }

  get now(): number {
    return this.watch.now();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new Watch(this.dataset["evening"] ?? "", this.dataset["invite"] ?? "", {
      seen: (evening) => this.show(evening),
      lost: (lost) => this.set({ lost }),
      refused: (fault) => this.set({ fault }),
    });
    this.watch.begin();
    setInterval(() => this.seen && this.evening.level?.ends_at != null && this.requestUpdate(), TICK);
  }

  private set(change: { lost?: boolean; fault?: string; told?: string }): void {
    Object.assign(this, change);
    this.requestUpdate();
  }

  private show(evening: Evening): void {
    const before = this.seen ? this.evening : undefined;
    this.evening = evening;
    this.seen = true;
    this.heard = aloud(before, evening) || this.heard;
    this.requestUpdate();
    const table = yourTable(evening);
    const taken = before?.you?.entered && table !== undefined && table !== yourTable(before);
    if (taken && !evening.you?.host) location.assign(`/tables/${encodeURIComponent(table)}`); // it has begun, or one was moved
  }

  act(what: string, body: Record<string, unknown> = {}): void {
    void this.work(what, () => this.post(what, body));
  }

  /** Enters as who one is, or as a guest from now on, called as they like. */
  enter(name: string): void {
    const named = name !== "" && this.guestName !== undefined && name !== this.guestName;
    void this.work("enter", async () => {
      await somebody();
      if (named) {
        await call("PUT", "/api/me", { name });
        this.dataset["guest"] = name;
      }
      return this.post("enter", this.dataset["invite"] ? { invite: this.dataset["invite"] } : {});
    });
  }

  ask(question: Question | undefined): void {
    this.asks = question;
    this.requestUpdate();
  }

  say(text: string): void {
    this.set({ told: text, fault: "" });
  }

  private post(what: string, body: Record<string, unknown>): Promise<Evening> {
    if (!STEPS.has(what)) throw new Error(what);
    const key = JSON.stringify([what, body]);
    const id = this.ids.get(key) ?? newId();
    this.ids.set(key, id);
    const path = apiOf(this.dataset["evening"] ?? "", "");
    const answer = call<Evening>("POST", `${path}/${what}`, { id, ...body });
    const settled = (fault?: unknown): unknown => (fault === undefined || fault instanceof Refused) && this.ids.delete(key);
    answer.then(() => settled(), settled);
    return answer;
  }

  private async work(what: string, doing: () => Promise<Evening>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.set({ fault: "", told: "" });
    try {
      this.watch.show(await doing());
      this.told = DESK.done[what] ?? "";
    } catch (fault) {
      this.fault = whyNot(fault, PAGE.notDone);
    } finally {
      this.busy = false;
      this.asks = undefined;
      this.requestUpdate();
    }
  }

  protected override updated(): void {
    const dialog = this.querySelector<HTMLDialogElement>("dialog.sure");
    if (dialog && !dialog.open) dialog.showModal();
  }

  // What is seen

  protected override render(): TemplateResult {
    if (!this.seen) return html`<p class=${this.fault ? "fault" : "quiet"}>${this.fault || (this.lost ? PAGE.lost : PAGE.loading)}</p>`;
    return html`${this.head()}
      ${this.lost ? html`<p class="quiet-sign">${icon("triangle-alert")} ${PAGE.lost}</p>` : nothing}
      <p class="fault said" role="alert">${this.fault}</p>
      <p class="done said" role="status">${this.told}</p>
      <p class="unseen" role="status">${this.heard}</p>
      ${this.evening.phase === "ended" ? this.over() : this.evening.phase === "called_off" ? this.calledOff() : this.open()}
      ${this.question()}`;
  }

  private head(): TemplateResult {
    const { evening } = this;
    return html`<header class="felted evening-head">
      <div><h1>${evening.name}</h1><p class="game">${evening.house_name} · ${KINDS[evening.kind].name}</p>
      <p>${PAGE.by(evening.host)} ${PAGE.startsWith(evening.chips)}</p></div>
      <p class="phase" data-phase=${evening.paused ? "paused" : evening.phase}>${icon(evening.paused ? "pause" : evening.phase === "ended" ? "flag" : evening.phase === "running" ? "play" : "users")} ${phaseText(evening)}</p>
    </header>`;
  }

  /** Before and while it is played. */
  private open(): TemplateResult {
    const { evening } = this;
    const listed = evening.phase === "listed";
    return html`${evening.you?.host || evening.you?.operator ? hostsDesk(this) : nothing}
      ${entry(this)}
      <div class="evening-halves">
        <div>${listed ? nothing : levelCard(this)}
          <section aria-labelledby="standings"><h2 id="standings">${listed ? PAGE.list : PAGE.standings}</h2>${standingsTable(this)}</section>
          ${listed ? invitePart(this) : html`<section aria-labelledby="news"><h2 id="news">${PAGE.news}</h2>${newsList(evening)}</section>`}</div>
        <div>${listed ? nothing : tableList(evening)} ${schedule(evening)} ${this.more()} ${!listed && evening.you?.host ? invitePart(this) : nothing}</div>
      </div>`;
  }

  private over(): TemplateResult {
    return html`${resultPart(this)}
      <section aria-labelledby="standings"><h2 id="standings">${PAGE.final}</h2>${standingsTable(this)}
      ${this.evening.standings.some((each) => each.tied) ? html`<p class="quiet">${tieRule(this.evening.tie_rule)}</p>` : nothing}</section>
      <details class="told no-print"><summary>${PAGE.howItWent}</summary>${newsList(this.evening)}${schedule(this.evening)}</details>`;
  }

  private calledOff(): TemplateResult {
    return html`<p class="lead">${PAGE.calledOff}</p><p class="ways"><a class="button primary" href="/evenings">${PAGE.gone}</a></p>
      ${this.evening.standings.length > 0 ? standingsTable(this) : nothing}`;
  }

  /** What else is to be known, and where else there is something to see. */
  private more(): TemplateResult {
    const { evening } = this;
    const wall = `/evening/${encodeURIComponent(evening.id)}/wall${this.invite ? `?${new URLSearchParams({ invite: this.invite })}` : ""}`;
    return html`<section aria-labelledby="rules" class="box"><h2 id="rules">${PAGE.rules}</h2>
      <ul class="facts">
        <li>${KINDS[evening.kind].text}${evening.rounds === null ? nothing : html` ${PAGE.rounds(evening.rounds)}`}</li>
        <li>${PAGE.late(evening.late_until)}</li>
        <li>${PAGE.absent(evening.absent_rule)}</li>
        <li>${tieRule(evening.tie_rule)}</li>
        <li>${PAGE.clock(evening.clock.bets, evening.clock.decision)}</li>
      </ul>
      ${evening.prizes.length > 0 ? html`<h3>${PAGE.prizes}</h3><ol class="prizes">${evening.prizes.map((each) => html`<li>${each}</li>`)}</ol>` : nothing}
      <p class="ways">${evening.league ? html`<a class="button" href="/league/${encodeURIComponent(evening.league)}">${PAGE.league(evening.league_name ?? "")}</a>` : nothing}
      <a class="button" href=${wall}>${icon("eye")} ${PAGE.wall}</a> <a class="button" href="/rules/${evening.house}">${icon("book-open")} ${PAGE.houseRules(evening.house_name)}</a></p>
      <p class="quiet">${PAGE.least(dollars((evening.level ?? evening.levels[0])?.least ?? 0))}</p></section>`;
  }

  private question(): TemplateResult | typeof nothing {
    const { asks } = this;
    if (!asks) return nothing;
    return html`<dialog class="sure" aria-labelledby="sure" @close=${() => this.ask(undefined)}>
      <p id="sure">${asks.text}</p>
      <p class="ways"><button class="danger" ?disabled=${this.busy} @click=${() => asks.act()}>${asks.yes}</button> <button autofocus @click=${() => this.ask(undefined)}>${DESK.no}</button></p>
    </dialog>`;
  }
}

customElements.define("pit-evening", EveningPage);
