// My betting spots: what lies on each, what may be added, why not, and what became of it.

import { html, nothing, type TemplateResult } from "lit";
import type { LineFrame, PlayFrame, SpotFrame } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { RESULTS } from "../../shared/words.ts";
import { rail } from "../../words/rail.ts";
import { chipsOff, chipsOn } from "../bets.ts";
import { areaOf, type SpotPlace, placeOf } from "../places.ts";
import type { Store } from "../store.ts";
import { stack } from "./chips.ts";
import type { SeatSeen } from "../seen.ts";

/** A reason as it stands at its spot, where the label is written already: "needs Ante and Pair Plus". */
function shortWhy(spot: SpotFrame, why: string, all: readonly SpotFrame[]): string {
  const labels = new Map(all.map((each) => [each.id, each.label]));
  return rail.shortWhy(spot.why_code ?? "", spot.why_values, (id) => labels.get(id) ?? id) ?? why;
}

/** The bets in one line, where there is no room for the spots once they are locked. */
export function betsLine(seat: SeatSeen): TemplateResult {
  const bets = [...seat.spots, ...(seat.play ? [seat.play] : [])].filter((each) => each.amount > 0);
  return html`<p class="bets-line">${bets.map((each) => html`<span>${each.label} <b class="number">${dollars(each.amount)}</b></span>`)}</p>`;
}

/** Why spots are shut, in one line: where there is no room for that at each. Who listens is told at the spot. */
export function shutSpots(store: Store, seat: SeatSeen): TemplateResult | typeof nothing {
  const spots = store.canBet ? store.bets.spots(seat) : [];
  const shut = spots.filter((each) => !each.enabled && each.why);
  if (shut.length === 0) return nothing;
  return html`<p class="shut-whys" aria-hidden="true">${shut.map((each) => html`<span>${icon("lock")} <b>${each.label}</b> ${shortWhy(each, each.why ?? "", spots)}</span>`)}</p>`;
}

export function spotsPart(store: Store, seat: SeatSeen): TemplateResult {
  const spots = store.bets.spots(seat);
  return html`<div class="spots" role="group" aria-label=${rail.spots}>
    ${spots.map((each) => spotPart(store, seat, each))}
    ${seat.play ? playPart(seat.play, placeOf(store.view, "play"), store.phase) : nothing}
  </div>`;
}

function spotPart(store: Store, seat: SeatSeen, spot: SpotFrame): TemplateResult {
  const open = store.canBet;
  const why = open ? spot.why : null;
  const adds = chipsOn(spot, store.tray.chip);
  const off = chipsOff(spot, store.tray.chip);
  const state = [why && spot.amount > 0 ? "faulty" : "", !spot.enabled && open ? "shut" : "", open ? "open" : "locked", spot.amount > 0 ? "has" : ""];
  const told = why || (open && spot.cover) || (open && spot.amount === 0) ? `spot-${seat.n}-${spot.id}` : undefined;
  return html`<div class="spot ${state.filter(Boolean).join(" ")}" data-area=${areaOf(placeOf(store.view, spot.id))} data-spot=${spot.id}>
    <span class="spot-label" aria-hidden="true">${spot.label}</span>
    ${spot.shape === "sensor" ? sensor(store, seat, spot, open, told) : ring(store, seat, spot, open, adds, told)}
    ${open && spot.shape === "ring" && spot.amount > 0
      ? html`<button class="less" aria-label=${rail.takeOff(off, spot.label)} @click=${() => void store.bets.put(seat.n, spot.id, -store.tray.chip)}><i>${icon("minus")}</i></button>`
      : nothing}
    ${told ? html`<span class="spot-note ${why ? "why" : ""}" id=${told}>${note(spot, why, seat.spots)}</span>` : outcome(spot.line)}
  </div>`;
}

/** What became of a bet, at its spot; the table of results says it to who listens. */
function outcome(line: LineFrame | null): TemplateResult | typeof nothing {
  if (!line) return nothing;
  const result = line.result === "void" ? "returned" : line.result;
  return html`<span class="spot-note result ${result}" aria-hidden="true">${RESULTS[result].sign} ${line.profit === 0 ? RESULTS[result].word : signed(line.profit)}</span>`;
}

function note(spot: SpotFrame, why: string | null, all: readonly SpotFrame[]): TemplateResult | string {
  if (why) return html`<span class="unseen">${why}</span><span aria-hidden="true">${shortWhy(spot, why, all)}</span>`;
  if (spot.cover) return rail.cover(spot.cover);
  return rail.range(spot.min, spot.max);
}

function ring(store: Store, seat: SeatSeen, spot: SpotFrame, open: boolean, adds: number, told: string | undefined): TemplateResult {
  const shut = !open || (!spot.enabled && spot.amount === 0);
  const name = shut ? rail.lockedName(spot.label, spot.amount) : rail.spotName(spot.label, spot.amount, spot.min, adds);
  const less = (event: Event): void => {
    event.preventDefault();
    if (open && spot.amount > 0) void store.bets.put(seat.n, spot.id, -store.tray.chip);
  };
  const more = (event: MouseEvent): void => {
    if (event.shiftKey) less(event);
    else if (!shut) void store.bets.put(seat.n, spot.id, store.tray.chip);
  };
  return html`<button class="bet-ring" aria-label=${name} aria-disabled=${shut ? "true" : nothing} aria-describedby=${told ?? nothing} @click=${more} @contextmenu=${less}>
    ${spot.amount > 0 ? stack(spot.amount) : html`<span class="ring-none" aria-hidden="true">${shut ? icon("lock") : icon("plus")}</span>`}
  </button>`;
}

/** A sensor is on or off; it lights when the table has accepted the bet (RIV-15). */
function sensor(store: Store, seat: SeatSeen, spot: SpotFrame, open: boolean, told: string | undefined): TemplateResult {
  const shut = !open || (!spot.enabled && spot.amount === 0);
  return html`<button class="sensor ${spot.lit ? "lit" : ""}" role="switch" aria-checked=${spot.amount > 0 ? "true" : "false"}
    aria-label=${rail.sensorName(spot.label, spot.min)} aria-disabled=${shut ? "true" : nothing} aria-describedby=${told ?? nothing}
    @click=${() => shut || void store.bets.put(seat.n, spot.id, spot.min)}>
    <span class="lamp" aria-hidden="true"></span><span class="number">${dollars(spot.min)}</span>
    <span class="sensor-word" data-word=${spot.amount > 0 ? rail.on : rail.off}></span>
  </button>`;
}

/** The box of the Play bet: it fills when the hand is played. */
function playPart(play: PlayFrame, place: SpotPlace | undefined, phase: string): TemplateResult {
  return html`<div class="spot play ${play.amount > 0 ? "has" : ""}" data-area=${areaOf(place)} data-spot="play">
    <span class="spot-label" aria-hidden="true">${play.label}</span>
    <span class="play-box" role="img" aria-label=${rail.playName(play.label, play.amount)}>${play.amount > 0 ? stack(play.amount) : nothing}</span>
    ${play.amount === 0 && phase === "bets" ? html`<span class="spot-note">${rail.afterDeal}</span>` : outcome(play.line)}
  </div>`;
}
