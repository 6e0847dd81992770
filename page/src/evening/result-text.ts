// The result of an evening as plain text, to be pasted into a message.

import { dollars } from "../shared/money.ts";
import { RESULT, tieRule } from "../words/evening-page.ts";
import type { Evening } from "./shapes.ts";
import { placeSign } from "./standings.ts";

export function resultText(evening: Evening, address: string): string {
  const lines = evening.standings.map((each) => {
    const chips = each.out_round === null ? dollars(each.chips) : RESULT.outIn(each.out_round);
    return `${placeSign(each)}. ${each.name}, ${chips}${each.prizes.length > 0 ? `: ${RESULT.prize(each.prizes, each.shares)}` : ""}`;
  });
  const ties = evening.standings.some((each) => each.tied) ? ["", tieRule(evening.tie_rule)] : [];
  return [RESULT.head(evening.name, evening.house_name), "", ...lines, ...ties, "", address].join("\n");
}
