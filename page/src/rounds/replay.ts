// A past round step by step: buttons and arrow keys, with the same cards as at the table.

import { html, nothing, render, type TemplateResult } from "lit";
import type { components } from "../generated/api.ts";
import type { TableView } from "../generated/table.ts";
import { call } from "../shared/api.ts";
import { card } from "../shared/art.ts";
import { dollars, signed } from "../shared/money.ts";
import { RESULTS, resultOf } from "../shared/words.ts";
import { type SeatSeen, seen, type TableSeen } from "../table/seen.ts";
import { REPLAY } from "../words/rounds.ts";

type Replay = components["schemas"]["Replay"];

const STEPS: Record<string, (now: number, last: number) => number> = {
  ArrowLeft: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  Home: () => 0,
  End: (_, last) => last,
};

export async function replay(place: HTMLElement): Promise<void> {
  let told: Replay;
  try {
    told = await call<Replay>("GET", `/api/rounds/${encodeURIComponent(place.dataset["round"] ?? "")}/replay`);
  } catch {
    place.prepend(Object.assign(document.createElement("p"), { className: "fault", textContent: REPLAY.failed }));
    return;
  }
  const last = told.steps.length - 1;
  let now = last;

  function go(to: number): void {
    now = Math.max(0, Math.min(last, to));
    draw();
  }

  const button = (text: string, to: number, off: boolean): TemplateResult =>
    html`<button aria-disabled=${off} @click=${() => go(to)}>${text}</button>`;

  function draw(): void {
    const step = told.steps[now];
    if (!step) return;
    render(
      html`<div class="replay">
        <div>
          ${stage(seen(step.view as TableView))}
          <div class="steps-bar" role="group" aria-label="Steps">
            ${button(REPLAY.first, 0, now === 0)} ${button(REPLAY.back, now - 1, now === 0)} ${button(REPLAY.next, now + 1, now === last)} ${button(REPLAY.last, last, now === last)}
            <span class="number" role="status">${REPLAY.step(now + 1, last + 1)}<span class="unseen">: ${step.sentences.join(" ")}</span></span>
            <span class="quiet">${REPLAY.keys}</span>
          </div>
        </div>
        <ol class="tale" tabindex="0" aria-label=${REPLAY.tale}>
          ${told.steps.flatMap((each, i) => each.sentences.map((text) => html`<li ?data-told=${i <= now} aria-current=${i === now ? "step" : nothing}>${text}</li>`))}
        </ol>
      </div>`,
      place,
    );
    const [tale, current] = [place.querySelector(".tale"), place.querySelector<HTMLElement>("[aria-current]")];
    if (tale && current) tale.scrollTop = current.offsetTop - (tale as HTMLElement).offsetTop - tale.clientHeight / 3;
  }

  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, .scrolls");
    if (!step || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(step(now, last));
  });
  place.replaceChildren();
  draw();
}

function stage(view: TableSeen): TemplateResult {
  const { dealer } = view;
  const open = dealer.plays && dealer.plays.length > 0 ? dealer.plays : null;
  return html`<div class="stage">
    <div class="dealer-part">
      <p class="caption">${dealer.label}${view.bank?.name ? html` · ${view.bank.name}${view.bank.stake ? ` ${dollars(view.bank.stake)}` : ""}` : nothing}</p>
      <div class="faces">${dealer.cards.map((face) => card(face, { unused: open !== null && !open.includes(face), lifted: open !== null && dealer.cards.length > 3 && open.includes(face) }))}</div>
      ${dealer.words ? html`<p class="caption made">${dealer.words}</p>` : nothing}
      <p class="caption">${dealer.caption}</p>
      ${view.meter ? html`<p class="caption">${REPLAY.meter} ${dollars(view.meter.value)}</p>` : nothing}
    </div>
    <ul class="chairs">${view.seats.filter((seat) => seat.name !== null).map(chair)}</ul>
  </div>`;
}

function chair(seat: SeatSeen): TemplateResult {
  const bets = [...seat.spots.filter((spot) => spot.amount > 0), ...(seat.play && seat.play.amount > 0 ? [seat.play] : [])];
  return html`<li class=${seat.you ? "mine" : ""}>
    <b>${REPLAY.seat(seat.n, seat.name ?? "")}</b>
    <div class="faces">${seat.cards.map((face) => card(face))}</div>
    <div class="hand-label">${seat.words ?? seat.label ?? ""}</div>
    <dl>
      ${seat.lines.length > 0
        ? seat.lines.map((line) => {
            const result = resultOf(line);
            return html`<div><dt>${line.label} <span class=${result}>${RESULTS[result].sign} ${RESULTS[result].word}</span></dt><dd>${signed(line.profit)}</dd></div>`;
          })
        : bets.map((bet) => html`<div><dt>${bet.label}</dt><dd>${dollars(bet.amount)}</dd></div>`)}
    </dl>
    ${seat.net === null || seat.net === undefined ? nothing : html`<span class="net ${seat.net > 0 ? "win" : seat.net < 0 ? "lose" : "push"}">${signed(seat.net)}</span>`}
  </li>`;
}
