// One round judged again: what was checked, every line beside what was paid, its tale, its notes.

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call, newId, Refused } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { RESULTS, type Result } from "../../shared/words.ts";
import { DISPUTES, ENDS, VERDICTS } from "../../words/operator-disputes.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { isUnknown } from "../act.ts";
import { facts, houseNames, list, looked, when } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { disputeAct } from "./acts.ts";

type Judged = components["schemas"]["Judged"];
type SeatJudged = components["schemas"]["SeatJudged"];
type Line = components["schemas"]["Line"];
type DisputeListed = components["schemas"]["DisputeListed"];

const LONGEST = 4000; // characters of a note

class JudgedRound extends Section {
  static override properties = { ...Section.properties, round: { attribute: false } };
  declare round: string;
  private houses = new Map<string, string>();
  private said = "";
  private note = { id: "", text: "" }; // that was sent last: the same text keeps its id until it is noted
  private readonly judged = new Look<Judged>(this, (until) => call("GET", `/api/operator/rounds/${encodeURIComponent(this.round)}`, undefined, until));

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("round")) return;
    this.judged.forget();
    void this.judged.ask();
    void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
  }

  protected override render(): TemplateResult {
    return html`<p><a href="/operator/disputes">${icon("arrow-left")} ${DISPUTES.back}</a></p>
      ${looked(this.judged, (judged) => this.whole(judged))}`;
  }

  private whole(judged: Judged): TemplateResult {
    const isOpen = judged.dispute !== null && judged.dispute.closed === null;
    const act = disputeAct(judged.round, isOpen);
    return html`<h2>${LISTS.round} ${judged.round}</h2>
      ${judged.dispute ? said(judged.dispute) : nothing}
      ${facts([
        [LISTS.house, this.houses.get(judged.house) ?? judged.house],
        [LISTS.when, when(judged.at)],
        [DISPUTES.ended, ENDS[judged.ended] ?? judged.ended],
      ])}
      <p class="ways">
        <button type="button" class=${isOpen ? "primary" : nothing} @click=${() => void this.console.act(act).then((done) => done && this.judged.ask())}>${act.name}…</button>
        <a href="/rounds/${encodeURIComponent(judged.round)}">${DISPUTES.page}</a>
        ${judged.receipt === null ? nothing : html`<a href="/rounds/${encodeURIComponent(judged.round)}/receipt.json" download>${DISPUTES.receipt}</a>`}
      </p>
      <h2>${DISPUTES.judging}</h2>
      <p class="verdict ${judged.right ? "good" : "odd"}">${icon(judged.right ? "check" : "triangle-alert")} ${judged.right ? DISPUTES.right : DISPUTES.wrong(judged.faults.length)}</p>
      ${judged.faults.length ? html`<ul class="faults">${judged.faults.map((each) => html`<li>${icon("x")} ${each}</li>`)}</ul>` : nothing}
      <details><summary>${DISPUTES.checks}</summary><ul class="checks">${judged.checks.map((each) => html`<li>${icon("check")} ${each}</li>`)}</ul></details>
      <h2>${DISPUTES.lines}</h2>
      ${judged.seats.length ? judged.seats.map((seat) => this.seat(seat, judged.people)) : html`<p>${DISPUTES.noSeats}</p>`}
      <h2>${DISPUTES.tale}</h2>
      <ol class="tale">${judged.tale.map((each) => html`<li>${each}</li>`)}</ol>
      <h2>${DISPUTES.notes}</h2>
      ${judged.notes.length
        ? html`<ul class="notes">${judged.notes.map((each) => html`<li><p class="quiet small">${each.name ?? LISTS.gone}, ${when(each.at)}</p><p class="said">${each.text}</p></li>`)}</ul>`
        : html`<p>${DISPUTES.noNotes}</p>`}
      <form class="note" @submit=${this.submit}>
        <label>${DISPUTES.note}<textarea name="text" rows="3" maxlength=${LONGEST} required aria-describedby="note-more"></textarea></label>
        <p class="quiet small" id="note-more">${DISPUTES.noteMore}</p>
        <p class="ways"><button>${DISPUTES.send}</button> <span role="status">${this.said}</span></p>
      </form>`;
  }

  private seat(seat: SeatJudged, people: Judged["people"]): TemplateResult {
    const name = DISPUTES.seat(seat.seat, people[seat.player] ?? LISTS.gone);
    const number = true;
    return html`<h3>${name}</h3>
      ${list(
        name,
        [{ name: DISPUTES.wager }, { name: DISPUTES.stake, number }, { name: DISPUTES.result, number }, { name: DISPUTES.paid, number }, { name: DISPUTES.clause }, { name: DISPUTES.same }],
        [
          ...seat.lines.map((line) => [
            line.label,
            dollars((line.ruled ?? line.paid)?.stake ?? 0),
            outcome(line.ruled),
            outcome(line.paid),
            (line.ruled ?? line.paid)?.clause ?? "",
            mark(line.equal),
          ]),
          [DISPUTES.total, "", signed(seat.ruled), signed(seat.paid), "", mark(seat.ruled === seat.paid)],
        ],
      )}`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get("text")).trim();
    if (!text) return;
    if (text !== this.note.text) this.note = { id: newId(), text };
    try {
      await call("POST", `/api/operator/rounds/${encodeURIComponent(this.round)}/notes`, this.note);
      this.note = { id: "", text: "" };
      this.said = DISPUTES.noted;
      form.reset();
      await this.judged.ask();
    } catch (fault) {
      this.said = isUnknown(fault) ? DISPUTES.noteLost : (fault as Refused).message;
    }
    this.requestUpdate();
  }
}

function outcome(line: Line | null): string {
  if (!line) return DISPUTES.noLine;
  return `${RESULTS[line.result as Result].word} ${signed(line.profit)}`;
}

function mark(same: boolean): TemplateResult {
  return html`<span class=${same ? "good" : "odd"}>${icon(same ? "check" : "triangle-alert")} ${same ? DISPUTES.equal : DISPUTES.unequal}</span>`;
}

function said(dispute: DisputeListed): TemplateResult {
  return html`<blockquote class="doubt"><p class="quiet small">${DISPUTES.said(dispute.name ?? LISTS.gone)} ${when(dispute.at)}</p><p class="said">${dispute.text}</p>
    ${dispute.closed
      ? html`<p class="quiet small">${DISPUTES.closedBy(dispute.closed.name ?? LISTS.gone)} ${when(dispute.closed.at)}</p><p class="said"><strong>${VERDICTS[dispute.closed.verdict]}.</strong> ${dispute.closed.why}</p>`
      : nothing}</blockquote>`;
}

customElements.define("operator-round", JudgedRound);
