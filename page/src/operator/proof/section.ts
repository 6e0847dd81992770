// Proof: audits on demand with their progress, and where all chains end.

import "../../style/operator-desk.css";
import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { LISTS } from "../../words/operator-lists.ts";
import { AUDIT_ACTS, AUDIT_STATES, PROOF } from "../../words/operator-proof.ts";
import type { Act } from "../act.ts";
import { facts, houseNames, list, looked, more, when } from "../parts.ts";
import { Look, Section } from "../section.ts";
import { lastWord } from "./last-word.ts";

type AuditPage = components["schemas"]["AuditPage"];
type AuditShown = components["schemas"]["AuditShown"];
type ProofShown = components["schemas"]["ProofShown"];

const PAGE = 50;
const EVERY = 1_000; // milliseconds between two looks at the audits

class Proof extends Section {
  private houses = new Map<string, string>();
  private further: ProofShown["tables"] = [];
  private last = false;
  private readonly audits = new Look<AuditPage>(this, (until) => call("GET", "/api/operator/audits?most=10", undefined, until), EVERY);
  private readonly proof = new Look<ProofShown>(this, (until) => call("GET", `/api/operator/proof?most=${PAGE}`, undefined, until));

  override connectedCallback(): void {
    super.connectedCallback();
    void this.audits.ask();
    void this.proof.ask();
    void houseNames().then((names) => ((this.houses = names), this.requestUpdate()));
  }

  protected override render(): TemplateResult {
    return html`<h2>${PROOF.audits}</h2>
      <p>${PROOF.auditLead}</p>
      ${looked(this.audits, ({ audits }) => this.history(audits))}
      <h2>${PROOF.chains}</h2>
      <p>${PROOF.chainLead}</p>
      ${looked(this.proof, (proof) => this.chains(proof))}`;
  }

  private history(audits: readonly AuditShown[]): TemplateResult {
    const running = audits.find((each) => each.state === "running");
    const latest = lastWord(audits);
    return html`${running ? this.running(running) : html`<p class="ways"><button type="button" class="primary" @click=${() => void this.do({ ...AUDIT_ACTS.begin, path: "/api/operator/audits" })}>${AUDIT_ACTS.begin.name}…</button></p>`}
      <div role="status">${!running && latest ? verdict(latest) : nothing}</div>
      ${latest?.said.length ? html`<ul class="faults">${latest.said.map((each) => html`<li>${icon("x")} ${each}</li>`)}</ul>` : nothing}
      ${latest && latest.said.length < latest.faults ? html`<p class="quiet small">${PROOF.faultsMore(latest.said.length, latest.faults)}</p>` : nothing}
      ${audits.length
        ? list(
            PROOF.list,
            [{ name: PROOF.number }, { name: LISTS.when }, { name: LISTS.who }, { name: PROOF.rounds, number: true }, { name: PROOF.state }],
            audits.map((each) => [
              PROOF.one(each.number),
              when(each.at),
              each.name ?? LISTS.gone,
              each.done.toLocaleString("en-US"),
              `${AUDIT_STATES[each.state] ?? each.state}${each.faults ? `, ${PROOF.faults(each.faults)}` : ""}`,
            ]),
          )
        : html`<p>${PROOF.noAudit}</p>`}`;
  }

  private running(audit: AuditShown): TemplateResult {
    const words = PROOF.running(audit.done, audit.total);
    return html`<div class="running">
      <p id="audit-words">${words} <span class="quiet small">${PROOF.begunBy(audit.name ?? LISTS.gone)} ${when(audit.at)}</span></p>
      <progress aria-labelledby="audit-words" max=${audit.total || 1} value=${audit.total ? audit.done : nothing}></progress>
      <p class="ways"><button type="button" class="danger" @click=${() => void this.do({ ...AUDIT_ACTS.stop, path: `/api/operator/audits/${audit.number}/stop`, danger: true })}>${AUDIT_ACTS.stop.name}…</button></p>
    </div>`;
  }

  private async do(act: Act): Promise<void> {
    if (await this.console.act(act)) void this.audits.ask();
  }

  private chains(proof: ProofShown): TemplateResult {
    const { last } = proof;
    const tables = [...proof.tables, ...this.further];
    return html`${facts([
        [PROOF.house, html`${PROOF.records(proof.records)}<br /><span class="mono hash">${proof.head}</span>`],
        [
          PROOF.last,
          last ? html`${PROOF.headNumber(last.number)} ${when(last.at)}<br /><span class="mono hash">${last.head}</span><br /><span class="small">${PROOF.covers(last.tables, last.rounds, last.records)}</span>` : PROOF.noHead,
        ],
      ])}
      <h3>${PROOF.tables}</h3>
      ${tables.length
        ? html`${list(
              PROOF.tables,
              [{ name: PROOF.table }, { name: LISTS.house }, { name: PROOF.rounds, number: true }, { name: PROOF.roundHead }, { name: PROOF.events, number: true }, { name: PROOF.eventLink }],
              tables.map((each) => [
                html`${each.title ?? each.table}${each.closed ? html` <span class="mark">${PROOF.closed}</span>` : nothing}`,
                this.houses.get(each.house) ?? each.house,
                each.rounds.toLocaleString("en-US"),
                html`<span class="mono hash">${each.head}</span>`,
                each.events.toLocaleString("en-US"),
                html`<span class="mono hash">${each.link}</span>`,
              ]),
            )}
            ${proof.tables.length === PAGE && !this.last ? more(() => void this.next(tables), this.proof.pending) : nothing}`
        : html`<p>${PROOF.noTables}</p>`}`;
  }

  private async next(shown: ProofShown["tables"]): Promise<void> {
    const found = await call<ProofShown>("GET", `/api/operator/proof?most=${PAGE}&after=${encodeURIComponent(shown.at(-1)?.table ?? "")}`);
    this.last = found.tables.length < PAGE;
    this.further = [...this.further, ...found.tables];
    this.requestUpdate();
  }
}

function verdict(audit: AuditShown): TemplateResult {
  const clean = audit.state === "clean";
  const look = clean ? "good" : audit.state === "faulty" || audit.state === "failed" ? "odd" : "quiet";
  return html`<p class="verdict ${look}">${icon(clean ? "check" : "triangle-alert")} ${AUDIT_STATES[audit.state]}${audit.faults ? `: ${PROOF.faults(audit.faults)}` : ""}. <span class="small">${when(audit.ended ?? audit.at)}</span></p>`;
}

customElements.define("operator-proof", Proof);
