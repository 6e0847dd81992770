// The result of an evening as plain text, to be pasted into a message.

import { dollars } from "../shared/money.ts";
import { RESULT, tieRule } from "../words/evening-page.ts";
import type { Evening } from "./shapes.ts";
import { placeSign, prizesOf } from "./standings.ts";

export function resultText(evening: Evening, address: string): string {
  const prizes = prizesOf(evening.standings, evening.prizes);
  const lines = evening.standings.map((each) => {
    const won = each.place === null ? undefined : prizes.get(each.place);
    const chips = each.out_round === null ? dollars(each.chips) : RESULT.outIn(each.out_round);
    return `${placeSign(each)}. ${each.name}, ${chips}${won ? `: ${RESULT.prize(won, each.tied)}` : ""}`;
  });
  const ties = evening.standings.some((each) => each.tied) ? ["", tieRule(evening.tie_rule)] : [];
  return [RESULT.head(evening.name, evening.house_name), "", ...lines, ...ties, "", address].join("\n");
}
