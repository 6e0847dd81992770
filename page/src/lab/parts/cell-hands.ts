// The hands of one cell of the chart, each with the worth of its actions.

import { html, nothing, type TemplateResult } from "lit";
import { cardName, cardSign } from "../../shared/words.ts";
import { STRATEGY } from "../../words/lab.ts";
import { units } from "../numbers.ts";
import type { CellHands, Chart } from "../shapes.ts";
import { readCards } from "../state.ts";
import type { LabStore } from "../store.ts";
import { bestMark } from "./best-mark.ts";

/** Suited signs for the eye, names for the ear. */
function faces(text: string): TemplateResult {
  const cards = readCards(text);
  return html`<span class="faces-text" role="img" aria-label=${cards.map(cardName).join(", ")}>${cards.map((face) => html`<span class="suit-${face[1] ?? ""}">${cardSign(face)}</span> `)}</span>`;
}

export function cellHands(store: LabStore, chart: Chart, told: CellHands): TemplateResult {
  const cell = [...(chart.grid ?? []), ...chart.categories].find((each) => each.cell === told.cell);
  const title = STRATEGY.cellTitle(cell?.label ?? told.cell, told.up ?? "");
  const look = (hand: string, up: string): void => {
    store.change({ cards: readCards(hand), shown: readCards(up).slice(0, chart.shows) }, "cards");
    document.getElementById("hand")?.scrollIntoView({ block: "start" });
  };
  return html`<div class="cell-hands" role="region" aria-labelledby="cell-title" aria-busy=${store.cell.pending}>
    <div class="edge-head"><h3 id="cell-title">${title}</h3><button class="small" @click=${() => store.change({ cell: "" }, "cell")}>${STRATEGY.close}</button></div>
    <div class="scrolls tall" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr>${STRATEGY.cellHead.map((each, i) => html`<th scope="col" class=${i === 1 ? "number" : ""}>${each}</th>`)}</tr></thead>
      <tbody>${told.hands.map((hand) => html`<tr>
        <th scope="row"><button class="linkish" @click=${() => look(hand.hand, hand.up)}><span class="unseen">${STRATEGY.explore}: </span>${faces(hand.hand)}</button>${hand.up ? html` <small>${hand.up}</small>` : nothing}</th>
        <td class="number">${hand.multiplicity}</td>
        <td>${[...new Set(hand.action.split("|").map((each) => (each.startsWith("draw") ? "draw" : each)))].map(bestMark)}</td>
        <td class="worths">${Object.entries(hand.ev).map(([action, ev]) => html`<span title=${String(ev)}>${action.replaceAll("_", " ")} ${units(String(ev), 3)}</span> `)}</td>
      </tr>`)}</tbody>
    </table></div>
    ${told.more > 0 ? html`<p class="note">${STRATEGY.more(told.more)}</p>` : nothing}
  </div>`;
}
