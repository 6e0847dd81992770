// The place where one drills: the hand, what can be done with it, what came of it, and how the drill stands.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { call, Refused } from "../shared/api.ts";
import { card, icon } from "../shared/art.ts";
import { dollars } from "../shared/money.ts";
import { prefs, setPrefs } from "../shared/prefs.ts";
import { cardName, cardSign } from "../shared/words.ts";
import { DRILL, GRADES } from "../words/drill.ts";
import { choices, choose, dueHands, handText, remember, remembered } from "./kept.ts";
import { type Answered, type Done, type Drill, fine, type Question, Run } from "./run.ts";

type Choice = Question["choices"][number];

const WORST = 3;
const money = (micro: number): string => fine(micro, DRILL.less);

class Room extends LitElement {
  private run: Run | undefined;
  private answer: Answered | undefined;
  private first: Choice | undefined;
  private chosen: Choice | undefined;
  private discard: number | undefined;
  private fault = "";
  private late = false;
  private busy = false;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What gets the focus once it is drawn. */
  private focusOn: string | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get house(): string {
    return this.dataset["house"] ?? "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.key);
    void this.begin(this.dataset["kind"] ?? "borderline");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.key);
    clearTimeout(this.timer);
  }

  private get clocked(): boolean {
    return choices(localStorage).clock || this.run?.drill.kind === "speed";
  }

  private async begin(kind: string): Promise<void> {
    const kept = remembered(localStorage, this.house);
    const query = new URLSearchParams({ kind });
    const own = dueHands(kept, kind === "misses");
    for (const each of own) query.append("hand", each.hand);
    const seed = new URLSearchParams(location.search).get("seed");
    if (seed) query.set("seed", seed);
    await this.work(async () => {
      const drill = await call<Drill>("GET", `/api/drill/${this.house}?${query}`);
      if (!drill.kept) drill.number = kept.drills + 1;
      const steps = new Map(own.map((each) => [each.hand, each.step]));
      for (const each of drill.questions) each.step = steps.get(handText(each.cards, each.up)) ?? each.step;
      this.run = new Run(drill);
      this.put();
      this.focusOn = undefined; // the page has just been opened, or its button says what comes
    });
  }

  /** Puts the next question. */
  private put(): void {
    [this.answer, this.chosen, this.first, this.discard] = [undefined, undefined, undefined, undefined];
    this.asked = performance.now();
    this.focusOn = "h2";
    clearTimeout(this.timer);
    const { run } = this;
    if (run?.question && this.clocked) this.timer = setTimeout(() => this.tooSlow(), run.drill.seconds * 1000);
  }

  private tooSlow(): void {
    this.run?.slow();
    this.late = true;
    this.put();
    this.requestUpdate();
  }

  private async work(doing: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = "";
    try {
      await doing();
    } catch (fault) {
      this.fault = fault instanceof Refused ? fault.message : DRILL.lost;
    } finally {
      this.busy = false;
      this.requestUpdate();
    }
  }

  private decide(choice: Choice): void {
    const { run } = this;
    const question = run?.question;
    if (!run || !question || this.answer?.finished) return;
    clearTimeout(this.timer);
    void this.work(async () => {
      const { again } = run;
      const answer = await call<Answered>("POST", `/api/drill/${this.house}/answers`, {
        question: { cards: question.cards, up: question.up },
        action: choice.id,
        discard: choice.discard,
        ms: Math.min(3_600_000, Math.round(performance.now() - this.asked)),
        drill: run.drill.number,
        step: question.step,
        retry: choices(localStorage).retry,
        again,
      });
      this.late = false;
      this.answer = answer;
      this.chosen = choice;
      if (!again && !run.drill.kept) {
        const hand = handText(question.cards, question.up);
        remember(localStorage, this.house, run.drill.number, hand, answer.step ?? null, run.drill.intervals);
      }
      run.answered(answer);
      if (!answer.finished) this.first = choice;
      else if (again) run.firstCost((answer.choices ?? []).find((each) => each.id === this.first?.id && each.discard === this.first.discard)?.cost ?? 0);
      this.focusOn = answer.finished ? "h3" : undefined;
    });
  }

  private next(): void {
    if (!this.answer?.finished) return;
    this.run?.next();
    this.late = false;
    this.put();
    this.requestUpdate();
  }

  private key = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || !prefs().keys || target.closest("input:not([type=checkbox]), select, textarea")) return;
    const question = this.run?.question;
    if (!question) return;
    if (event.key === " ") {
      if (target.closest("button, a, summary, input") || !this.answer?.finished) return;
      event.preventDefault();
      this.next();
      return;
    }
    if (this.answer?.finished) return;
    const place = "123".indexOf(event.key);
    if (place >= 0 && question.choices.some((each) => each.discard)) {
      this.toggle(place);
      return;
    }
    const pressed = event.key.toLowerCase();
    const choice = question.choices.find((each) => each.key === pressed && each.discard === (each.id === "draw" ? this.discarded(question) : null));
    if (choice) this.decide(choice);
  };

  private toggle(place: number): void {
    this.discard = this.discard === place ? undefined : place;
    this.requestUpdate();
  }

  private discarded(question: Question): string | undefined {
    return this.discard === undefined ? undefined : question.cards[this.discard];
  }

  protected override updated(_: PropertyValues): void {
    if (this.focusOn === undefined) return;
    this.querySelector<HTMLElement>(this.focusOn)?.focus();
    this.focusOn = undefined;
  }

  // What is seen

  protected override render(): TemplateResult {
    const { run } = this;
    const standing = run ? this.standing(run) : nothing;
    return html`<div class="drill-room">
      <section class="drill-felt" aria-label=${DRILL.yours}>${this.main(run)}</section>
      <aside class="drill-side" aria-label=${DRILL.soFar}>${standing}${this.options(run)}</aside>
      <p class="unseen" role="status">${this.spoken()}</p>
    </div>`;
  }

  private main(run: Run | undefined): TemplateResult {
    if (this.fault) return html`<p class="fault" role="alert">${this.fault}</p>${run ? nothing : html`<button @click=${() => void this.begin(this.dataset["kind"] ?? "")}>${DRILL.again}</button>`}`;
    if (!run) return html`<p class="waits">${DRILL.loading}</p>`;
    if (!run.all) return html`<div class="drill-over"><h2 tabindex="-1">${DRILL.noMisses}</h2><p>${DRILL.returns}</p><p class="drill-acts"><a class="button primary" href="/drill?house=${this.house}">${DRILL.begin}</a></p></div>`;
    if (!run.question) return this.over(run);
    return this.asking(run, run.question);
  }

  private asking(run: Run, question: Question): TemplateResult {
    const { drill } = run;
    const finished = this.answer?.finished ?? false;
    const at = run.done.length + (finished ? 0 : 1);
    return html`<header class="drill-head"><h2 tabindex="-1">${DRILL.question(at, run.all)}</h2>${this.clocked && !finished ? this.ring(drill.seconds) : nothing}</header>
      ${this.late && !finished ? html`<p class="drill-note">${DRILL.slow}</p>` : nothing}
      <div class="drill-cards">
        ${question.up.length ? html`<div class="drill-up"><p class="drill-label">${DRILL.shows(drill.dealer)}</p>${this.cards(question.up, "dealer")}</div>` : nothing}
        <div class="drill-hand"><p class="drill-label">${DRILL.yours} <b>${question.hand}</b></p>${finished ? this.cards(question.cards, "hero") : this.hand(question)}</div>
      </div>
      ${finished ? this.told(run) : this.choices(run, question)}`;
  }

  private ring(seconds: number): TemplateResult {
    const ring = html`<span class="drill-ring" role="img" aria-label=${DRILL.clock(seconds)}><svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="17" pathLength="1"></circle><circle class="left" cx="20" cy="20" r="17" pathLength="1"></circle></svg></span>`;
    return html`${keyed(this.asked, ring)}`;
  }

  private cards(faces: readonly string[], size: string): TemplateResult {
    if (prefs().textTable) return html`<ul class="in-words">${faces.map((face) => html`<li>${cardName(face)}</li>`)}</ul>`;
    return html`<div class="drill-faces">${faces.map((face) => card(face, { size }))}</div>`;
  }

  /** The hand; where one may draw, its cards are chosen by pressing them. */
  private hand(question: Question): TemplateResult {
    if (!question.choices.some((each) => each.discard)) return this.cards(question.cards, "hero");
    const words = prefs().textTable;
    return html`<div class="drill-faces">${question.cards.map(
      (face, place) => html`<button type="button" class="bare drill-card" aria-pressed=${this.discard === place} aria-label=${DRILL.discard(cardName(face), place + 1)} @click=${() => this.toggle(place)}>${
        words ? cardName(face) : card(face, { size: "hero", lifted: this.discard === place })
      }<kbd aria-hidden="true">${place + 1}</kbd></button>`,
    )}</div>`;
  }

  private choices(run: Run, question: Question): TemplateResult {
    const out = this.discarded(question);
    const shown = question.choices.filter((each) => each.id !== "draw" || each.discard === (out ?? question.cards[0]));
    const draws = question.choices.some((each) => each.discard);
    return html`<p class="drill-bet">${DRILL.bet(run.drill.bet)}${draws ? html` <span>${DRILL.choose}</span>` : nothing}</p>
      ${run.again ? html`<p class="drill-note lose">✕ ${DRILL.notBest}</p>` : nothing}
      <div class="drill-acts">${shown.map((each) => {
        const waits = each.id === "draw" && out === undefined;
        const tried = run.again && each.id === this.first?.id && each.discard === this.first.discard;
        const label = each.id !== "draw" ? each.label : waits || out === undefined ? DRILL.draw : DRILL.drawing(cardSign(out));
        return html`<button type="button" class="drill-act ${each.id === "fold" ? "" : "primary"}" ?disabled=${waits || tried || this.busy} @click=${() => this.decide(each)}><b>${label}</b><kbd>${each.key.toUpperCase()}</kbd></button>`;
      })}</div>`;
  }

  private told(run: Run): TemplateResult {
    const { answer } = this;
    const grade = GRADES[answer?.grade ?? "best"] ?? GRADES["best"]!;
    const question = run.question!;
    const again = answer?.again_in;
    const learned = question.step !== null && question.step !== undefined && !again && answer?.right;
    return html`<div class="drill-told">
      <h3 tabindex="-1" class=${grade.kind}><span aria-hidden="true">${grade.sign}</span> ${grade.word}${answer?.cost ? html`: ${DRILL.givesUp.toLowerCase()} <b class="number">${money(answer.cost)}</b>` : "."}</h3>
      <table class="drill-worths">
        <caption class="unseen">${DRILL.caption(dollars(run.drill.ante))}</caption>
        <thead><tr><th scope="col">${DRILL.action}</th><th scope="col" class="number">${DRILL.worth}</th><th scope="col" class="number">${DRILL.givesUp}</th></tr></thead>
        <tbody>${(answer?.choices ?? []).map((each) => {
          const mine = each.id === this.chosen?.id && each.discard === this.chosen.discard;
          return html`<tr class=${each.best ? "best" : ""}><th scope="row">${each.discard ? DRILL.drawing(cardSign(each.discard)) : each.label}${each.best ? html` <span class="mark">✔ ${DRILL.bestIs}</span>` : nothing}${mine ? html` <span class="mark">${DRILL.yoursIs}</span>` : nothing}</th><td class="number">${money(each.worth)}</td><td class="number">${each.best ? "–" : money(each.cost)}</td></tr>`;
        })}</tbody>
      </table>
      <p class="drill-rule">${answer?.cut_off}${again ? html` <span>${DRILL.againIn(again)}</span>` : learned ? html` <span>${DRILL.learned}</span>` : nothing}</p>
      <div class="drill-acts"><button type="button" class="drill-act primary" @click=${() => this.next()}><b>${run.last ? DRILL.finish : DRILL.next}</b><kbd>Space</kbd></button>
        <a class="button" href=${this.lab(question)}>${DRILL.lab}</a></div>
    </div>`;
  }

  private lab(question: Question): string {
    const query = new URLSearchParams({ cards: question.cards.join(" ") });
    if (question.up.length) query.set("shown", question.up.join(" "));
    return `/lab/${this.house}?${query}`;
  }

  private over(run: Run): TemplateResult {
    const missed = run.drill.kept ? run.worst(run.all).length : remembered(localStorage, this.house).missed.length;
    return html`<div class="drill-over"><h2 tabindex="-1">${DRILL.over}</h2>
      <p class="drill-sum number">${money(run.givenUp)}</p><p>${DRILL.overText(money(run.givenUp), run.done.length)} ${DRILL.accuracy} ${run.accuracy} %.</p>
      <div class="drill-acts"><button type="button" class="primary" @click=${() => void this.begin(run.drill.kind)}>${icon("rotate-ccw")} ${DRILL.another}</button>
      ${missed && run.drill.kind !== "misses" ? html`<a class="button" href="/drill?house=${this.house}&kind=misses">${DRILL.review(missed)}</a>` : nothing}</div></div>`;
  }

  private standing(run: Run): TemplateResult {
    const worst = run.worst(WORST);
    return html`<dl class="drill-figures">
        <div class="first"><dt>${DRILL.given}</dt><dd class="number">${money(run.givenUp)}</dd></div>
        <div><dt>${DRILL.accuracy}</dt><dd class="number">${run.accuracy === undefined ? "–" : `${run.accuracy} %`}</dd></div>
        <div><dt>${DRILL.streak}</dt><dd class="number">${run.streak}</dd></div>
        <div><dt>${DRILL.done}</dt><dd class="number">${run.done.length}</dd></div>
      </dl>
      <h2>${DRILL.worst}</h2>
      ${worst.length ? html`<ul class="drill-worst">${worst.map((each) => this.worstHand(each))}</ul>` : html`<p class="quiet">${DRILL.none}</p>`}
      ${run.drill.due && run.drill.kind !== "misses" ? html`<p class="quiet">${DRILL.due(run.drill.due)}</p>` : nothing}
      <p class="quiet">${run.drill.kept ? DRILL.kept : html`${DRILL.here} <a href="/account">${DRILL.keep}</a>`}</p>`;
  }

  private worstHand({ question, cost }: Done): TemplateResult {
    const up = question.up.map(cardSign).join(" ");
    return html`<li><a href=${this.lab(question)}>${question.cards.map(cardSign).join(" ")}${up ? DRILL.against(up) : ""}</a> <span class="number lose">${money(cost)}</span></li>`;
  }

  private options(run: Run | undefined): TemplateResult {
    const now = choices(localStorage);
    const tick = (label: string, on: boolean, set: (on: boolean) => void) =>
      html`<label><input type="checkbox" .checked=${on} @change=${(event: Event) => { set((event.target as HTMLInputElement).checked); this.requestUpdate(); }}> ${label}</label>`;
    return html`<fieldset class="drill-options"><legend>${DRILL.options}</legend>
      ${run?.drill.kind === "speed" ? nothing : tick(DRILL.clock(run?.drill.seconds ?? 5), now.clock, (clock) => { choose(localStorage, { clock }); if (!this.answer?.finished) this.put(); })}
      ${tick(DRILL.retry, now.retry, (retry) => choose(localStorage, { retry }))}
      ${tick(DRILL.text, prefs().textTable, (textTable) => setPrefs({ textTable }))}
      <p class="quiet">${DRILL.keys(run?.raiseKeys ?? [])}</p></fieldset>`;
  }

  private spoken(): string {
    const { answer } = this;
    if (this.late) return DRILL.slow;
    if (!answer) return "";
    if (!answer.finished) return DRILL.notBest;
    const grade = GRADES[answer.grade ?? "best"]?.word ?? "";
    return `${grade}. ${answer.cost ? `${DRILL.costs(money(answer.cost))} ${answer.text}` : ""} ${answer.cut_off ?? ""}`;
  }
}

customElements.define("drill-room", Room);
