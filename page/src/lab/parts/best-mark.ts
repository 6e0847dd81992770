// The name of an action with its sign, in its colour.

import { html, type TemplateResult } from "lit";
import { actionLook } from "../../words/lab.ts";

export function bestMark(best: string): TemplateResult {
  const { word, sign, look } = actionLook(best);
  return html`<span class="mark best-${look}">${sign} ${look === "raise" ? word.replace(` ${sign}`, "") : word}</span>`;
}
