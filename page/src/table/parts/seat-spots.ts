// The spots of a seat on the felt: rings, the sensor, the Play box; chips on them, and what became of them.

import { html, nothing, type TemplateResult } from "lit";
import type { LineFrame, Spot, SpotFrame } from "../../generated/table.ts";
import { dollars, signed } from "../../shared/money.ts";
import { type Result, RESULTS, resultOf } from "../../shared/words.ts";
import { rowsOf } from "../geometry.ts";
import { type SpotPlace, placeOf, printOf } from "../places.ts";
import type { Store } from "../store.ts";
import { CHIPS } from "../tray.ts";
import type { SeatSeen } from "../seen.ts";

/** What is drawn of a spot. */
export interface Drawn {
  readonly id: string;
  readonly place: SpotPlace | undefined;
  readonly shape: "ring" | "sensor" | "play";
  /** The label, or what the house prints where that is too long. */
  readonly print: string;
  readonly amount: number;
  readonly lit: boolean;
  readonly line: LineFrame | null;
}

/** The spots of a seat, dealer's side first. Where nobody has bet, the rings of another seat are printed, empty. */
export function drawnSpots(store: Store, seat: SeatSeen, printed: SeatSeen | undefined): [Drawn[], Drawn[]] {
  const from = seat.spots.length > 0 ? seat : printed;
  if (!from) return [[], []];
  const own = from === seat;
  const spots = own && seat.you ? store.bets.spots(seat) : from.spots;
  const { view } = store;
  const drawn = spots.map((each) => ringOf(each, placeOf(view, each.id), printOf(view, each), own));
  return rowsOf(drawn, from.play ? { id: "play", place: placeOf(view, "play"), shape: "play", print: printOf(view, { id: "play", label: from.play.label }), amount: own ? from.play.amount : 0, lit: false, line: own ? from.play.line : null } : undefined);
}

function ringOf(spot: SpotFrame | Spot, place: SpotPlace | undefined, print: string, own: boolean): Drawn {
  const line = own && "line" in spot ? spot.line : null;
  return { id: spot.id, place, shape: spot.lit === null ? "ring" : "sensor", print, amount: own ? spot.amount : 0, lit: own && spot.lit === true, line };
}

/** "15", "1.5k": what fits on a chip. */
export function onChip(cents: number): string {
  const whole = cents < 10_000 ? cents / 100 : Math.floor(cents / 100);
  if (whole < 1_000) return String(whole);
  return `${(whole / 1_000).toLocaleString("en-US", { maximumFractionDigits: 1 })}k`;
}

/** A stack, drawn as its largest chip with the whole amount on it; `how` it lies there: as a bet, paid, taken. */
export function stack(cents: number, how = ""): TemplateResult {
  const largest = [...CHIPS].reverse().find((each) => each <= cents) ?? CHIPS[0];
  return html`<span class="chip ${how} ${cents > largest ? "stacked" : ""}" data-chip=${largest} aria-hidden="true"><span>${onChip(cents)}</span></span>`;
}

/** On the felt a void wager is one that went back. */
function felt(line: LineFrame): Result {
  const result = resultOf(line);
  return result === "void" ? "returned" : result;
}

function outcome(line: LineFrame): TemplateResult {
  const result = felt(line);
  const told = line.profit === 0 ? nothing : signed(line.profit);
  return html`<span class="told result ${result}">${RESULTS[result].word} ${told}</span>`;
}

function face(spot: Drawn): TemplateResult {
  const { line } = spot;
  const result = line ? felt(line) : undefined;
  return html`
    <span class="hole ${line && line.profit > 0 ? "won" : ""}">${spot.amount > 0 ? stack(spot.amount, result === "lose" ? "taken" : "") : nothing}${
      line && line.profit > 0 ? stack(line.profit, "paid") : nothing
    }${
      result ? html`<span class="mark ${result}" aria-hidden="true">${RESULTS[result].sign}</span>` : nothing
    }</span>
    ${line ? outcome(line) : html`<span class="told">${spot.print}</span>`}
  `;
}

/** A row of spots. At one's own seat a click adds the chip in hand, while bets are open. */
export function spotRow(store: Store, seat: SeatSeen, row: readonly Drawn[]): TemplateResult {
  const bets = seat.you && store.canBet;
  const one = (spot: Drawn): TemplateResult => {
    const classes = `wager w-${spot.shape} ${spot.amount > 0 ? "bet" : ""} ${spot.lit ? "lit" : ""}`;
    if (!bets || spot.shape === "play") return html`<div class=${classes} data-wager=${spot.id}>${face(spot)}</div>`;
    return html`<button type="button" class=${classes} data-wager=${spot.id} tabindex="-1"
      @click=${() => void store.bets.put(seat.n, spot.id, store.tray.chip)}>${face(spot)}<span class="unseen">, ${dollars(spot.amount)}</span></button>`;
  };
  return html`<div class="wagers">${row.map(one)}</div>`;
}
