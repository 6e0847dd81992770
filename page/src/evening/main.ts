// An evening: its list and entry, its standings and tables while it is played, its result; for its host the desk.

import "../style/evening.css";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { call, newId, Refused, somebody } from "../shared/api.ts";
import { icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { LONGEST_REASON } from "../shared/reason.ts";
import { KINDS, phaseText } from "../words/evening.ts";
import { DESK, PAGE, tieRule } from "../words/evening-page.ts";
import { hostsDesk } from "./desk.ts";
import { entry } from "./entry.ts";
import { levelCard, newsList, schedule, tableList } from "./live-parts.ts";
import { invitePart } from "./invite.ts";
import { resultPart } from "./result.ts";
import type { Question, Room, Said } from "./room.ts";
import type { Evening } from "./shapes.ts";
import { aloud, yourTable } from "./standings.ts";
import { standingsTable } from "./standings-table.ts";
import { apiOf, Watch, whyNot } from "./watch.ts";

const TICK = 1_000;
const STEPS = new Set(["enter", "leave", "start", "pause", "resume", "call_off", "remove", "bots"]);

/** How far an evening is: while this stays the same, what was last done is still true. */
const courseOf = ({ phase, paused, calling_off, round, tables }: Evening): string => [phase, paused, calling_off, round, tables.every((each) => each.done)].join();

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
    return Number(this.dataset["longest"] ?? 24);
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
    if (before && courseOf(before) !== courseOf(evening)) this.told = ""; // what was said of it is not true any more
    this.heard = aloud(before, evening) || this.heard;
    this.requestUpdate();
    const table = yourTable(evening);
    const taken = before?.you?.entered && table !== undefined && table !== yourTable(before);
    if (taken && !evening.you?.host) location.assign(`/tables/${encodeURIComponent(table)}`); // it has begun, or one was moved
  }

  act(what: string, body: Record<string, unknown> = {}): void {
    const act = (said: Said): void => this.act(what, { ...body, ...said });
    if (this.mustSay && what !== "leave" && body["why"] === undefined) this.ask({ text: DESK.operatorAsk, yes: DESK.yes.operator, act });
    else void this.work(what, () => this.post(what, body), body["person"]);
  }

  /** An operator who is not the host says why. */
  private get mustSay(): boolean {
    return !!this.evening.you?.operator && !this.evening.you.host;
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
    if (question && this.busy) return;
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

  private async work(what: string, doing: () => Promise<Evening>, person?: unknown): Promise<void> {
    if (this.busy) return;
    const whom = this.evening.standings.find((each) => each.person === person)?.name;
    this.busy = true;
    this.set({ fault: "", told: "" });
    try {
      this.watch.show(await doing());
      this.told = whom === undefined ? (DESK.done[this.evening.calling_off ? "calling_off" : what] ?? "") : this.gone(whom, person);
    } catch (fault) {
      this.fault = whyNot(fault, PAGE.notDone);
    } finally {
      this.busy = false;
      this.shut();
      await this.updateComplete;
      if (document.activeElement === document.body) this.querySelector<HTMLElement>(".said:not(:empty)")?.focus(); // what was pressed is gone
    }
  }

  /** What has become of somebody who was removed. */
  private gone(name: string, person: unknown): string {
    const left = this.evening.standings.find((each) => each.person === person);
    return DESK.removed[left === undefined ? "listed" : left.leaves ? "leaves" : "out"](name);
  }

  /** No question any more; the focus is where it was before. */
  private shut(): void {
    const dialog = this.querySelector<HTMLDialogElement>("dialog.sure");
    if (dialog?.open) dialog.close();
    this.ask(undefined);
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
      <p class="fault said" role="alert" tabindex="-1">${this.fault}</p>
      <p class="done said" role="status" tabindex="-1">${this.told}</p>
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
      ${evening.prizes.length > 0 ? html`<h3>${PAGE.prizes}</h3><ol class="prizes">${evening.prizes.map((each) => html`<li>${each}</li>`)}</ol><p class="quiet">${PAGE.noBots}</p>` : nothing}
      <p class="ways">${evening.league ? html`<a class="button" href="/league/${encodeURIComponent(evening.league)}">${PAGE.league(evening.league_name ?? "")}</a>` : nothing}
      <a class="button" href=${wall}>${icon("eye")} ${PAGE.wall}</a> <a class="button" href="/rules/${evening.house}">${icon("book-open")} ${PAGE.houseRules(evening.house_name)}</a></p>
      <p class="quiet">${PAGE.least(dollars((evening.level ?? evening.levels[0])?.least ?? 0))}</p></section>`;
  }

  private question(): TemplateResult | typeof nothing {
    const { asks } = this;
    if (!asks) return nothing;
    const says = this.mustSay && !asks.own;
    const send = (event: SubmitEvent): void => {
      event.preventDefault();
      const why = String(new FormData(event.target as HTMLFormElement).get("why") ?? "").trim();
      if (why || !says) asks.act(says ? { why } : {});
    };
    const cancel = (event: Event): void => {
      event.preventDefault(); // "close" comes later: by then the next question may be there
      this.shut();
    };
    const closed = (): void => {
      if (this.asks === asks) this.ask(undefined);
    };
    return html`${keyed(asks, html`<dialog class="sure" aria-labelledby="sure" @cancel=${cancel} @close=${closed}><form @submit=${send}>
      <p id="sure">${asks.text}</p>
      ${says ? html`<label>${DESK.why} <textarea name="why" rows="2" maxlength=${LONGEST_REASON} required aria-describedby="why-more"></textarea></label><p class="quiet" id="why-more">${DESK.whyMore}</p>` : nothing}
      <p class="ways"><button class="danger" aria-disabled=${this.busy ? "true" : nothing}>${asks.yes}</button> <button type="button" autofocus @click=${() => this.shut()}>${DESK.no}</button></p>
    </form></dialog>`)}`;
  }
}

customElements.define("pit-evening", EveningPage);
