// The coach beside a hand: what each action is worth, how the one that was taken is graded, or a second thought.

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { CoachedAction, CoachFrame } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { exactly, grouped } from "../../shared/fractions.ts";
import { COACH } from "../../words/coach.ts";
import { costMoney, leftOut, meanMoney, ranked, weighed } from "../coach.ts";
import type { Doubt } from "../coach-desk.ts";
import { keyOf } from "../keys.ts";
import { Part } from "../part.ts";
import type { SeatSeen } from "../seen.ts";

class Coach extends Part {
  static override properties = { ...Part.properties, seat: { attribute: false } };
  declare seat: SeatSeen;
  private readonly redraw = (): void => {
    if (this.store.view) this.store.coach.follow(this.store.view);
    this.requestUpdate();
  };
  private doubted: Doubt | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("prefs", this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("prefs", this.redraw);
  }

  /** A doubt takes the focus to the way back, so that a stray Enter costs nothing. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { doubt } = this.store.coach;
    if (doubt !== this.doubted && doubt?.action.seat === this.seat.n) this.querySelector<HTMLElement>(".doubt-back")?.focus();
    this.doubted = doubt;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { coach } = this.store;
    if (coach.doubt?.action.seat === this.seat.n) return this.doubt(coach.doubt);
    const frame = coach.shown(this.seat);
    if (frame) return html`<div class="coach" role="group" aria-label=${COACH.name}>${this.content(frame)}</div>`;
    if (!coach.canAsk(this.seat)) return nothing;
    const key = keyOf("coach");
    return html`<div class="coach quietly"><button class="tool ask-coach" @click=${() => void coach.open(this.seat)}>${icon("graduation-cap")}<span class="tool-word">${COACH.ask}</span>${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}</button></div>`;
  }

  private content(frame: CoachFrame): TemplateResult {
    if (frame.why !== null) return html`<p>${icon("graduation-cap")} ${frame.why}</p>`;
    const chosen = weighed(frame, frame.chosen);
    return html`${icon("graduation-cap")} ${chosen ? this.judged(frame, chosen) : this.worths(frame)} ${frame.left_out.length ? html`<p class="left-out">${leftOut(frame)}</p>` : nothing} ${this.more(frame)}`;
  }

  private worths(frame: CoachFrame): TemplateResult {
    return html`<ul class="worths" tabindex="0" aria-label=${COACH.title}>
      ${ranked(frame).map((each) => html`<li class=${each.grade}><b>${COACH.action(each)}</b> <span class="number">${meanMoney(each.cents)}</span> ${grade(each, frame)}
        ${each.grade === "best" ? nothing : html`<span class="gives-up">${COACH.givesUp(costMoney(exactly(each.cost)))}</span>`}</li>`)}
    </ul>`;
  }

  private judged(frame: CoachFrame, chosen: CoachedAction): TemplateResult {
    const { shadow } = frame;
    const best = weighed(frame, shadow?.name ?? frame.best[0] ?? null);
    return html`<p class="judged">
      <b>${COACH.action(chosen)}</b> ${grade(chosen, frame)} ${chosen.grade === "best" ? nothing : html`<span>${COACH.cost(costMoney(exactly(chosen.cost)))}.</span>`}
      ${shadow && best && this.seat.net !== null ? html`<span class="shadow">${best === chosen ? COACH.same : COACH.shadow(COACH.action(best), shadow.net, this.seat.net)}</span>` : nothing}
    </p>`;
  }

  private more(frame: CoachFrame): TemplateResult {
    const words = COACH.threshold(frame.thresholds.close, frame.thresholds.mistake);
    const { ends } = frame;
    return html`<details class="coach-more">
      <summary>${COACH.scale}</summary>
      <div class="coach-how">
        <ul>${(["best", "close", "mistake", "blunder"] as const).map((each) => html`<li class=${each}><span class="grade ${each}">${COACH.signs[each]}</span> ${words[each]}</li>`)}</ul>
        ${ends ? html`<p>${COACH.ends(grouped(String(ends.win)), grouped(String(ends.tie)), grouped(String(ends.lose)), grouped(String(ends.not_qualified)))}</p>` : nothing}
      </div>
    </details>`;
  }

  private doubt(doubt: Doubt): TemplateResult {
    const { store } = this;
    const what = doubt.action.discard === null ? doubt.action.label : COACH.action(doubt.action);
    return html`<div class="coach doubt" role="group" aria-label=${COACH.name} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && store.coach.drop()}>
      ${icon("graduation-cap")} <p id="doubt">${doubt.text}</p>
      <button class="primary doubt-back" aria-describedby="doubt" @click=${() => store.coach.drop()}>${COACH.again}</button>
      <button @click=${() => void store.decide(doubt.action, true)}>${COACH.anyway(what)}</button>
    </div>`;
  }
}

function grade(each: CoachedAction, frame: CoachFrame): TemplateResult {
  const words = COACH.threshold(frame.thresholds.close, frame.thresholds.mistake);
  return html`<span class="grade ${each.grade}" title=${words[each.grade]}>${COACH.signs[each.grade]} ${COACH.grades[each.grade]}</span>`;
}

customElements.define("pit-coach", Coach);
