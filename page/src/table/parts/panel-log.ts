// The log in the panel: sentences, the newest last, to be read and copied.

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../../shared/art.ts";
import { LOGGED } from "../../words/panel.ts";
import type { LogLine } from "../log.ts";
import { Part } from "../part.ts";

const SEAL_SHOWN = 12;
const NEAR = 40; // px from the end that still count as the end

class PanelLog extends Part {
  private atEnd = true;

  protected override willUpdate(): void {
    const box = this.parentElement;
    this.atEnd = box === null || box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  }

  protected override updated(): void {
    const box = this.parentElement;
    if (this.atEnd && box) box.scrollTop = box.scrollHeight;
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.store.log.text);
      this.store.say(LOGGED.copied);
    } catch {
      this.store.say(LOGGED.noCopy, "fault");
    }
  }

  protected override render(): TemplateResult {
    const { lines } = this.store.log;
    if (lines.length === 0) return html`<p class="quiet">${LOGGED.empty}</p>`;
    return html`
      <ol class="log">${repeat(lines, (each) => each.n, (each, i) => this.line(each, lines[i - 1]))}</ol>
      <p class="log-foot">
        <button @click=${() => void this.copy()}>${icon("copy")} ${LOGGED.copy}</button>
      </p>
    `;
  }

  private line(line: LogLine, before: LogLine | undefined): TemplateResult {
    const { house } = this.store.view ?? { house: "" };
    return html`<li class="${line.kind} ${line.mine ? "mine" : ""}">
      ${line.round !== before?.round
        ? html`<span class="log-round">${LOGGED.round(line.round)}</span>`
        : nothing}
      ${line.text}
      ${line.clause ? html`<a class="clause" href="/rules/${house}#${line.clause}" target="_blank" rel="noopener">${line.clause}</a>` : nothing}
      ${line.seal ? html`<button class="seal mono" title=${LOGGED.fair} @click=${() => this.store.show("fair")}>${LOGGED.seal(line.seal.slice(0, SEAL_SHOWN))}</button>` : nothing}
    </li>`;
  }
}

customElements.define("pit-log", PanelLog);
