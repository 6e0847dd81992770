// The dialog that every act goes through: it names itself, says what will happen, asks for its reason, and shows what came of it.

import { html, LitElement, nothing, type TemplateResult } from "lit";
import { call, newId } from "../shared/api.ts";
import { icon } from "../shared/art.ts";
import { LONGEST_REASON } from "../shared/reason.ts";
import { ACT } from "../words/operator.ts";
import { actWords } from "../words/operator-acts.ts";
import { type Act, type Answer, Attempt } from "./act.ts";

class ActDialog extends LitElement {
  private act: Act | undefined;
  private attempt: Attempt | undefined;
  private over: ((answer: Answer | undefined) => void) | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Asks for an act. The answer once the dialog is closed, or undefined where nothing was done. */
  async ask(act: Act): Promise<Answer | undefined> {
    this.over?.(undefined);
    this.act = act;
    this.attempt = new Attempt(act, (path, body) => call<Answer>("POST", path, body), newId);
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector("form")?.reset();
    this.querySelector("dialog")?.showModal();
    this.querySelector<HTMLElement>("form :is(input, select, textarea)")?.focus();
    return new Promise((resolve) => (this.over = resolve));
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { attempt } = this;
    if (!attempt) return;
    const fields = new Map([...new FormData(event.currentTarget as HTMLFormElement)].map(([name, value]) => [name, String(value)]));
    const sent = attempt.submit(fields, ACT.noReason);
    this.requestUpdate();
    await sent;
    this.requestUpdate();
    await this.updateComplete;
    const next = attempt.stage.at === "asking" ? "textarea[name=why]" : ".act-next";
    this.querySelector<HTMLElement>(next)?.focus();
  }

  private closed(): void {
    const stage = this.attempt?.stage;
    const over = this.over;
    this.act = this.attempt = this.over = undefined;
    this.requestUpdate();
    over?.(stage?.at === "done" ? stage.answer : undefined);
  }

  private shut(): void {
    this.querySelector("dialog")?.close();
  }

  protected override render(): TemplateResult {
    return html`<dialog class="act" aria-labelledby="act-name" aria-describedby="act-will" @close=${() => this.closed()} @cancel=${(event: Event) => this.attempt?.stage.at === "sending" && event.preventDefault()}>
      ${this.act && this.attempt ? this.body(this.act, this.attempt) : nothing}
    </dialog>`;
  }

  private body(act: Act, { stage }: Attempt): TemplateResult {
    const done = stage.at === "done";
    const fixed = stage.at !== "asking";
    return html`<form novalidate @submit=${(event: SubmitEvent) => void this.submit(event)}>
      <h2 id="act-name">${act.name}</h2>
      <p id="act-will" ?hidden=${done}>${act.will}</p>
      <fieldset class="act-fields" ?hidden=${done} ?inert=${fixed}>
        ${act.fields?.() ?? nothing}
        <label>${ACT.why}<textarea name="why" rows="2" maxlength=${LONGEST_REASON} required aria-describedby="act-why"></textarea></label>
        <p class="quiet small" id="act-why">${ACT.whyMore}</p>
      </fieldset>
      <div role="status" class="act-done">${done ? this.done(act, stage) : nothing}</div>
      <p class="fault" role="alert">${stage.at === "asking" ? stage.fault : stage.at === "lost" ? ACT.lost : ""}</p>
      <div class="act-ways">
        ${done
          ? html`<button type="button" class="primary act-next" @click=${() => this.shut()}>${ACT.close}</button>`
          : html`<button type="button" ?disabled=${stage.at === "sending"} @click=${() => this.shut()}>${stage.at === "lost" ? ACT.leave : ACT.cancel}</button>
              <button class="act-next ${act.danger ? "danger" : "primary"}" ?disabled=${stage.at === "sending"}>${stage.at === "lost" ? ACT.again : act.name}</button>`}
      </div>
    </form>`;
  }

  private done(act: Act, { answer, act: line }: { answer: Answer; act: Parameters<typeof actWords>[0] }): TemplateResult {
    return html`<p class="done">${icon("check")} ${line.repeated ? ACT.repeated : ACT.done}</p>
      <p>${actWords(line)} <a href="/operator/journal#${line.number}">${ACT.number(line.number)}</a></p>
      ${act.more?.(answer as never) ?? nothing}`;
  }
}

customElements.define("operator-act", ActDialog);

declare global {
  interface HTMLElementTagNameMap {
    "operator-act": ActDialog;
  }
}
