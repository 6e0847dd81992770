// What became of my bets, line by line in the order of the settlement, and of the round as a whole.

import { html, nothing, type TemplateResult } from "lit";
import type { LineFrame } from "../../generated/table.ts";
import { signed } from "../../shared/money.ts";
import { RESULTS, resultOf } from "../../shared/words.ts";
import { rail } from "../../words/rail.ts";
import type { SeatSeen } from "../seen.ts";

export interface Sums {
  bets: number;
  back: number;
  net: number;
}

/** What was bet, what came back with the profit, and the difference. */
export function sums(lines: readonly { stake: number; profit: number }[]): Sums {
  const bets = lines.reduce((sum, each) => sum + each.stake, 0);
  const net = lines.reduce((sum, each) => sum + each.profit, 0);
  return { bets, back: bets + net, net };
}

/** The lines of a hand as a table; each names the clause it was paid by. */
export function resultLines(seat: SeatSeen, house: string): TemplateResult {
  return html`<table class="results">
    <caption class="unseen">${rail.results}</caption>
    <thead class="unseen"><tr><th scope="col">${rail.wager}</th><th scope="col">${rail.result}</th><th scope="col">${rail.odds}</th><th scope="col">${rail.profit}</th><th scope="col">${rail.clause}</th></tr></thead>
    <tbody>${seat.lines.map((each) => resultLine(each, house))}</tbody>
  </table>`;
}

function resultLine(line: LineFrame, house: string): TemplateResult {
  const result = line.result === "void" ? "returned" : resultOf(line);
  const { word, sign } = RESULTS[result];
  return html`<tr class=${result}>
    <th scope="row">${line.label}</th>
    <td class="tag ${result}"><span aria-hidden="true">${sign}</span> ${word}</td>
    <td class="pays">${line.pays ?? nothing}</td>
    <td class="profit number">${signed(line.profit)}</td>
    <td class="clause"><a href="/rules/${house}#${line.clause}" target="_blank" rel="noopener" aria-label=${rail.clauseName(line.clause)}>${line.clause}</a></td>
  </tr>`;
}

/** "Round net +$584 (bets $46 → back $630)". */
export function roundSum(lines: readonly LineFrame[]): TemplateResult {
  const { bets, back, net } = sums(lines);
  return html`<p class="round-net ${net > 0 ? "win" : net < 0 ? "lose" : "push"}">
    <b class="number">${rail.net(net)}</b> <span class="number">(${rail.money(bets, back)})</span>
  </p>`;
}
