// The card of a sitting: the course of the balance with a table beside it, the best hand, decisions, luck against skill.

import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { card, icon } from "../shared/art.ts";
import { signed } from "../shared/money.ts";
import { SITTING } from "../words/sitting.ts";
import { type Course, courseOf, heightOf, pointsOf } from "./course.ts";
import { ask, figuresOf, leftOut, netOf, type Sitting, spanOf } from "./sitting.ts";

const BOX = { x: 6, y: 8, w: 468, h: 104 };

export class SittingCard extends LitElement {
  static override properties = { table: {}, until: {} };
  declare table: string;
  /** A place of one's history: the sitting before it. Empty: the last one. */
  declare until: string;
  private sitting: Sitting | undefined;
  private failed = false;
  private said = "";

  constructor() {
    super();
    this.table = this.until = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.fetch();
  }

  private async fetch(): Promise<void> {
    this.failed = false;
    this.requestUpdate();
    try {
      this.sitting = await ask(this.table, this.until);
    } catch {
      this.failed = true;
    }
    this.requestUpdate();
  }

  private async keep(sitting: Sitting): Promise<void> {
    const { saveSitting } = await import("./picture.ts");
    await saveSitting(sitting, this);
    this.said = SITTING.kept;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { sitting } = this;
    if (this.failed) return html`<p role="alert">${SITTING.failed}</p><p><button @click=${() => void this.fetch()}>${SITTING.again}</button></p>`;
    if (!sitting) return html`<p class="quiet" role="status">${SITTING.wait}</p>`;
    if (sitting.rounds.length === 0) return html`<p>${SITTING.nothing}</p>`;
    const left = leftOut(sitting);
    this.dataset["house"] = sitting.house ?? "";
    return html`
      <p class="sat-net number"><b class=${tone(sitting.net)}>${netOf(sitting)}</b> <span class="quiet">${sitting.name ?? ""} · ${spanOf(sitting)}</span></p>
      ${sitting.more ? html`<p class="quiet small">${SITTING.more(sitting.rounds.length)}</p>` : nothing}
      ${course(sitting)}
      <dl class="sat-figures">
        ${figuresOf(sitting).map(
          (each) => html`<div><dt>${each.name}</dt><dd class="number ${tone(each.sign)}">${each.text}</dd><dd class="small quiet">${each.more}</dd></div>`,
        )}
        <div><dt>${SITTING.decisions}</dt><dd class="number">${SITTING.best(sitting.best_decisions, sitting.decisions)}</dd>${dearest(sitting)}</div>
        ${bestHand(sitting)}
      </dl>
      ${left ? html`<p class="quiet small">${left}</p>` : nothing}
      <div class="row">
        <button class="primary" @click=${() => void this.keep(sitting)}>${icon("download")} ${SITTING.keep}</button>
        <a class="button" href="/history">${SITTING.history}</a> <a class="button" href="/">${SITTING.lobby}</a>
        <span role="status">${this.said}</span>
      </div>
    `;
  }
}

const tone = (sign: number): string => (sign > 0 ? "win" : sign < 0 ? "lose" : "push");

function bestHand({ best_hand }: Sitting): TemplateResult | typeof nothing {
  if (!best_hand) return nothing;
  return html`<div class="sat-best"><dt>${SITTING.bestHand}</dt>
    <dd class="faces">${best_hand.cards.map((face) => card(face))}</dd>
    <dd><b>${best_hand.words}</b>, <a href="/rounds/${best_hand.round}">${SITTING.inRound(best_hand.number)}</a></dd></div>`;
}

function dearest({ dearest: worst }: Sitting): TemplateResult | typeof nothing {
  if (!worst) return nothing;
  return html`<dd class="small quiet">${SITTING.dearest}, <a href="/rounds/${worst.round}">${SITTING.inRound(worst.number)}</a>: ${SITTING.dearestText(worst.cards, worst.action, worst.best, worst.cost)}</dd>`;
}

function course({ rounds }: Sitting): TemplateResult {
  const found = courseOf(rounds.map((each) => each.net));
  const name = SITTING.courseName(rounds.length, found.low, found.high, found.sums.at(-1) ?? 0);
  return html`<figure class="sat-course">
    ${line(found, name)}
    <details>
      <summary>${SITTING.table}</summary>
      <div class="sat-scrolls" tabindex="0" role="group" aria-label=${SITTING.course}><table>
        <thead><tr>${SITTING.heads.map((each, i) => html`<th scope="col" class=${i > 0 ? "number" : ""}>${each}</th>`)}</tr></thead>
        <tbody>${rounds.map(
          (each, i) => html`<tr><th scope="row"><a href="/rounds/${each.round}">${each.number}</a> ${SITTING.counts[each.counts]}</th><td class="number">${signed(each.net)}</td><td class="number">${signed(found.sums[i + 1] ?? 0)}</td></tr>`,
        )}</tbody>
      </table></div>
    </details>
  </figure>`;
}

function line(found: Course, name: string): TemplateResult {
  const points = pointsOf(found, BOX);
  const [x, y] = points.at(-1) ?? [0, 0];
  const zero = heightOf(found, 0, BOX);
  return html`<svg class="sat-line" viewBox="0 0 480 120" role="img" aria-label=${name}>
    ${svg`<line class="zero" x1=${BOX.x} x2=${BOX.x + BOX.w} y1=${zero} y2=${zero}></line>
    <polyline points=${points.map((each) => each.map((at) => at.toFixed(1)).join(",")).join(" ")}></polyline>
    <circle cx=${x} cy=${y} r="4"></circle>`}
  </svg>
  <p class="sat-ends number quiet small" aria-hidden="true"><span>${SITTING.low(found.low)}</span> <span>${SITTING.high(found.high)}</span></p>`;
}

customElements.define("pit-sitting", SittingCard);
