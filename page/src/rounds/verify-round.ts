// "Verify in this browser", on the page of a round.

import { html, nothing, render } from "lit";
import { icon } from "../shared/art.ts";
import { VERIFY } from "../words/rounds.ts";
import { textOf } from "./bytes.ts";
import { askServer, verdict } from "./verdict.ts";
import { type Noted, verify } from "./verify.ts";

/** What this browser wrote down while the bets of the round were open. */
function notedOf(round: string): Noted | undefined {
  try {
    const kept = sessionStorage.getItem(`pitboss.seal.${round}`);
    return kept === null ? undefined : (JSON.parse(kept) as Noted);
  } catch {
    return undefined;
  }
}

export function verifyRound(place: HTMLElement): void {
  const round = place.dataset["round"] ?? "";
  const noted = notedOf(round);
  let busy = false;
  let shown: unknown = nothing;

  function draw(): void {
    render(
      html`${noted?.commitment ? html`<p class="quiet noted">${VERIFY.noted} <code>${noted.commitment}</code>${noted.seed ? html`, ${VERIFY.ownSeed} <code>${noted.seed}</code>` : nothing}</p>` : nothing}
        <p class="ways"><button class="primary" ?disabled=${busy} @click=${() => void run()}>${icon("shield-check")} ${busy ? VERIFY.busy : shown === nothing ? VERIFY.button : VERIFY.again}</button></p>
        <div role="status">${shown}</div>`,
      place,
    );
  }

  async function run(): Promise<void> {
    busy = true;
    draw();
    try {
      const answer = await fetch(`/rounds/${encodeURIComponent(round)}/receipt.json`, { credentials: "same-origin" });
      const text = textOf(await answer.arrayBuffer());
      const [found, server] = await Promise.all([verify(text, noted), askServer(text)]);
      shown = verdict(VERIFY.button, found.checks, server, noted ? "" : VERIFY.noNote);
    } catch {
      shown = html`<p class="fault">${VERIFY.serverQuiet}</p>`;
    }
    busy = false;
    draw();
  }

  place.replaceChildren();
  draw();
  if (location.hash === "#verify") void run();
}
