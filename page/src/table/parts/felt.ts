// The felt: the dealer's side, the print, and every seat in true order. Seats stand on a curve where there is room,
// else in a strip.

import { html, nothing, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../../shared/art.ts";
import { vars } from "../../shared/vars.ts";
import { FELT } from "../../words/felt.ts";
import { lay, layAlone, type Layout, moduleOf, placeAt, type Size } from "../geometry.ts";
import { bankPlateIsHere, jackpotIsHere } from "../later.ts";
import { Motion } from "../motion.ts";
import { Part } from "../part.ts";
import type { Step } from "../presentation.ts";
import { alone } from "../seating.ts";
import { banner, type Voided } from "./banner.ts";
import { dealer } from "./dealer.ts";
import { envyRibbons } from "./envy.ts";
import { company } from "./felt-company.ts";
import { lettering, line } from "./felt-print.ts";
import { meterPlate } from "./meter-plate.ts";
import { payTables } from "./pay-tables.ts";
import { seatModule } from "./seat.ts";
import { drawnSpots } from "./seat-spots.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

const ROOMS = 5; // steps of leaving things out, in felt.css
const BESIDE = 880; // a middle so wide has plates and offers beside the dealer
const [LOW, HIGH] = [230, 560]; // felts that are lower or higher than a strip needs

class Felt extends Part {
  static override properties = { ...Part.properties, looked: { state: true }, unfolded: { state: true } };
  /** The seat whose sheet is open. */
  declare looked: number | undefined;
  /** The free seats are wanted, although nobody else sits there. */
  declare unfolded: boolean;
  private readonly motion = new Motion(this);
  private readonly sized = new ResizeObserver(([entry]) => this.resized(entry));
  private size: Size | undefined;
  private design: Size = moduleOf([]);
  private laid: { key: string; layout: Layout | undefined } | undefined;
  private printed: SeatSeen | undefined;
  private voided: Voided | undefined;
  private roomFor = "";
  private followed = "";
  private ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.sized.observe(this);
    this.ends = [this.store.listen((step) => this.heard(step))];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sized.disconnect();
    for (const end of this.ends) end();
  }

  private heard(step: Step): void {
    this.motion.hear(step);
    if (step.beat.view.phase === "decisions") this.unfolded = false;
    for (const each of step.beat.events) if (each.k === "void") this.voided = { round: step.beat.view.round, cause: each.cause };
  }

  private resized(entry: ResizeObserverEntry | undefined): void {
    const box = entry?.contentRect;
    if (!box || (this.size?.w === box.width && this.size.h === box.height)) return;
    this.size = { w: box.width, h: box.height };
    this.requestUpdate();
  }

  protected override updated(): void {
    requestAnimationFrame(() => this.motion.play());
    this.follow();
    this.makeRoom();
    const dialog = this.querySelector<HTMLDialogElement>("dialog.seat-sheet");
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Leaves out what the middle has no room for, the least important first. */
  private makeRoom(): void {
    const [centre, view] = [this.querySelector<HTMLElement>(".centre"), this.store.view];
    if (!centre || !view) return;
    const asked = [this.size?.w, this.size?.h, view.house, view.phase, view.dealer.cards.length, view.bank?.stake, view.bank?.exhausted_at, view.paused, view.evening_paused, view.closing, view.dealer.words, jackpotIsHere(this.store), bankPlateIsHere(this.store), view.jackpots.length, view.envy.length, this.store.seat?.showdown?.how, centre.querySelector(".company") !== null, this.folds(view)].join();
    if (asked === this.roomFor) return;
    this.roomFor = asked;
    const prints = centre.querySelector<HTMLElement>(".prints");
    for (let room = 0; room <= ROOMS; room++) {
      centre.dataset["room"] = String(room);
      if (centre.scrollHeight <= centre.clientHeight && (prints?.scrollWidth ?? 0) <= centre.clientWidth) return;
    }
  }

  /** In the strip, the hand in the Rail is kept in sight. */
  private follow(): void {
    const seat = this.store.seat?.n;
    const asked = `${seat} ${this.size?.w} ${this.size?.h}`;
    if (!this.size || seat === undefined || asked === this.followed || this.laid?.layout) return;
    this.followed = asked;
    const [strip, box] = [this.querySelector(".seats"), this.querySelector<HTMLElement>(`[data-seat="${seat}"]`)];
    if (strip && box) strip.scrollLeft = box.offsetLeft - (strip.clientWidth - box.offsetWidth) / 2;
  }

  /** The places of the seats; worked out again only when the size or the house has changed. */
  private layout(view: TableSeen): Layout | undefined {
    if (!this.size) return undefined;
    const rows = this.printed ? drawnSpots(this.store, this.printed, undefined) : [];
    this.design = moduleOf(rows);
    const mine = this.folds(view) ? this.store.mySeats.map((each) => each.n) : [];
    const seats = view.seats.map((each) => each.n);
    const key = [this.size.w, this.size.h, seats, this.design.w, this.design.h, ...mine].join();
    if (this.laid?.key !== key) this.laid = { key, layout: mine.length > 0 ? layAlone(this.size, mine, this.design) : lay(this.size, seats, this.design) };
    return this.laid.layout;
  }

  /** Whether the free seats are folded away. */
  private folds(view: TableSeen): boolean {
    return alone(view.seats) && !this.unfolded;
  }

  /** A strip lies beside the dealer on a low felt, and in rows on a high one. */
  private strip(): "low" | "high" | "" {
    const high = this.size?.h ?? LOW;
    return high < LOW ? "low" : high > HIGH ? "high" : "";
  }

  private seats(view: TableSeen, layout: Layout | undefined): TemplateResult {
    const { store } = this;
    const look = layout ? undefined : (n: number) => { this.looked = n; };
    const folds = this.folds(view);
    const shown = folds ? store.mySeats : view.seats;
    const free = view.seats.length - shown.length;
    return html`<div class="seats" role="group" aria-label=${FELT.seats} tabindex=${layout ? nothing : 0}>${repeat(
      shown,
      (seat) => seat.n,
      (seat) => {
        const spots = seat.you ? store.bets.spots(seat).map((each) => each.amount).join() : "";
        return guard([seat, store.gestures.at(seat.n), view.bank, view.bots.length > 0, view.phase, view.closing, layout, spots, store.seat?.n, store.mySeats.length, store.canBet, this.printed], () =>
          seatModule(store, view, seat, { place: placeAt(layout, seat.n), rows: drawnSpots(store, seat, this.printed), look }),
        );
      },
    )}${folds && !view.closing ? html`<button type="button" class="unfold" @click=${() => { this.unfolded = true; }}>${icon("plus")} ${FELT.unfold(free)}</button>` : nothing}</div>`;
  }

  private sheet(view: TableSeen): TemplateResult | typeof nothing {
    const seat = view.seats.find((each) => each.n === this.looked);
    if (!seat) return nothing;
    const close = (): void => { this.looked = undefined; };
    return html`<dialog class="seat-sheet" aria-label=${FELT.look(seat.n, seat.name ?? "")} @close=${close}>
      <div class="sheet-seat">${seatModule(this.store, view, seat, { place: undefined, rows: drawnSpots(this.store, seat, this.printed), look: undefined })}</div>
      <form method="dialog"><button class="bare">${icon("x")} ${FELT.close}</button></form>
    </dialog>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.store.view;
    if (!view) return nothing;
    this.printed = view.seats.find((seat) => seat.spots.length > 0 && seat.play !== null) ?? this.printed;
    const layout = this.layout(view);
    const centre = layout?.centre;
    const box = centre
      ? { "--left": `${centre.left}px`, "--top": `${centre.top}px`, "--width": `${centre.right - centre.left}px`, "--height": `${centre.bottom - centre.top}px`, "--s": layout.scale, "--mw": `${this.design.w}px`, "--mh": `${this.design.h}px` }
      : { "--s": 1 };
    const shows = view.phase === "reveal" || view.phase === "settled";
    return html`<div class="felt ${layout ? "curve" : `strip ${this.strip()}`} ${shows ? "shows" : ""} ${this.folds(view) ? `alone ${centre && centre.right - centre.left >= BESIDE ? "beside" : ""}` : ""}" data-beat=${this.store.presentation.beat?.kind ?? nothing} ${vars(box)}>
      ${layout && this.size ? svg`<svg class="lines" width=${this.size.w} height=${this.size.h} aria-hidden="true">${line(layout, view)}${envyRibbons(view, layout)}</svg>` : nothing}
      <div class="centre">
        ${dealer(view, this.store.seat)}
        ${banner(view, this.voided, this.store.endedCode === "closed")} ${jackpotIsHere(this.store) ? html`<pit-jackpot .store=${this.store}></pit-jackpot>` : nothing}
        ${lettering(view)}
        ${meterPlate(view.meter, this.store.presentation.beat?.kind === "jackpot")}
        ${bankPlateIsHere(this.store) ? html`<pit-bank-plate class="bank-plate" .store=${this.store}></pit-bank-plate>` : nothing}
        ${company(this.store, view)}
        ${payTables(view, this.store.seat)}
      </div>
      ${this.seats(view, layout)}
      <div class="sweep" aria-hidden="true"></div>
      <div class="flights" aria-hidden="true"></div>
      ${layout ? nothing : this.sheet(view)}
    </div>`;
  }
}

customElements.define("pit-felt", Felt);
