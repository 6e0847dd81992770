// The name of an action with its sign, in its colour.

import { html, type TemplateResult } from "lit";
import { ACTIONS } from "../../words/lab.ts";

export function bestMark(best: string): TemplateResult {
  const { word, sign } = ACTIONS[best as keyof typeof ACTIONS];
  return html`<span class="mark best-${best}">${sign} ${word}</span>`;
}
