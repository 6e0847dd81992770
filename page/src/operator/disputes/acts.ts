// What an operator can do about a doubted round.

import { html } from "lit";
import { DISPUTE_ACTS, VERDICTS } from "../../words/operator-disputes.ts";
import { type Act, NotFilled } from "../act.ts";

/** The act that fits: a dispute that is open is closed, else one is opened. */
export function disputeAct(round: string, isOpen: boolean): Act {
  const path = `/api/operator/rounds/${encodeURIComponent(round)}/dispute`;
  if (!isOpen) return { ...DISPUTE_ACTS.open, path };
  const { name, will, verdict, notVerdict } = DISPUTE_ACTS.close;
  return {
    name,
    will,
    path: `${path}/close`,
    fields: () => html`<label>${verdict}<select name="verdict" required>
      <option value=""></option>
      ${Object.entries(VERDICTS).map(([key, words]) => html`<option value=${key}>${words}</option>`)}
    </select></label>`,
    read: (fields) => {
      const chosen = fields.get("verdict") ?? "";
      if (!(chosen in VERDICTS)) throw new NotFilled(notVerdict);
      return { verdict: chosen };
    },
  };
}
