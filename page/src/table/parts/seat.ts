// A seat on the felt: spots, cards, and the plate with who sits there, what they have and how they did.

import { html, nothing, type TemplateResult } from "lit";
import { card, icon } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { cardName, RESULTS, resultOf } from "../../shared/words.ts";
import { vars } from "../../shared/vars.ts";
import { capital, FELT, STATUS, times } from "../../words/felt.ts";
import { HOST, MISSED, OUTS } from "../../words/host.ts";
import { bonusCards, decidingCards } from "../deciding.ts";
import type { Place } from "../geometry.ts";
import type { Store } from "../store.ts";
import { face, passing } from "./faces.ts";
import "./running-sum.ts";
import { type Drawn, spotRow, stack } from "./seat-spots.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

export interface SeatLook {
  readonly place: Place | undefined;
  /** Side bets; Ante and Play. */
  readonly rows: readonly [readonly Drawn[], readonly Drawn[]];
  /** Shows everything of a seat, where the strip has no room for it. */
  readonly look: ((seat: number) => void) | undefined;
}

export function nameOf(seat: SeatSeen): string {
  return seat.you ? FELT.you : (seat.name ?? "");
}

function statusOf(seat: SeatSeen): string {
  if (seat.ready) return FELT.ready;
  if (seat.out !== null && seat.net === null && seat.cards.length === 0) return OUTS.status(seat.out);
  if (seat.status !== "bank" && !seat.here && !seat.bot && seat.status !== "empty") return STATUS["away"] ?? "";
  if (seat.status === "settled") return seat.words ?? STATUS["settled"] ?? "";
  return STATUS[seat.status] ?? seat.status;
}

/** "Seat 3, You, deciding, bets: Ante $15, Pair Plus $15." */
export function sentence(seat: SeatSeen): string {
  if (seat.name === null) return FELT.empty(seat.n);
  const bets = seat.spots.filter((each) => each.amount > 0).map((each) => `${each.label} ${dollars(each.amount)}`);
  const parts = [`Seat ${seat.n}`, nameOf(seat), statusOf(seat).toLowerCase(), ...(bets.length > 0 ? [`${FELT.bets}: ${bets.join(", ")}`] : [])];
  return parts.join(", ") + (seat.net === null ? "" : `, net ${signed(seat.net)}`);
}

/** Results that have no spot of their own: bonuses and envy, which several hands may have brought. */
function extras(seat: SeatSeen): TemplateResult | typeof nothing {
  const own = new Set([...seat.spots.map((each) => each.id), "play"]);
  const lines = seat.lines.filter((line) => !own.has(line.id));
  if (lines.length === 0) return nothing;
  return html`<div class="extras">${lines.map((line) => {
    const label = times(line.label, line.by.length);
    return html`<span class="extra">${line.profit > 0 ? stack(line.profit, "paid") : nothing}${RESULTS[resultOf(line)].sign} <span class="label">${label}</span> ${signed(line.profit)}</span>`;
  })}</div>`;
}

function cards(seat: SeatSeen): TemplateResult {
  const drew = seat.first_three !== null;
  const [deciding, bonus] = [decidingCards(seat), bonusCards(seat)];
  const lies = seat.cards.length === 0 ? wagered(seat) : seat.lines.reduce((sum, { profit }) => sum + Math.max(0, profit), 0);
  return html`<div class="held">
    ${lies > 0 ? html`<span class="lump">${stack(lies)}</span>` : nothing}
    <div class="seat-cards">${seat.cards.map((face) => card(face, { size: "seat", decides: deciding.has(face), bonus: bonus.has(face) }))}</div>
    ${drew
      ? html`<p class="first">${FELT.firstThree}<b>${seat.first_label}</b>${
          seat.discard ? html`<span class="ghost" title="${FELT.discard}: ${cardName(seat.discard)}">${card(seat.discard, { size: "tiny" })}</span>` : nothing
        }</p>`
      : nothing}
    ${extras(seat)}
  </div>`;
}

function wagered(seat: SeatSeen): number {
  return seat.spots.reduce((sum, each) => sum + each.amount, seat.play?.amount ?? 0);
}

function netOf(seat: SeatSeen): TemplateResult | typeof nothing {
  if (seat.net === null) return nothing;
  const kind = seat.net > 0 ? "win" : seat.net < 0 ? "lose" : "push";
  return html`<b class="net ${kind}">${signed(seat.net)}</b>`;
}

function number(store: Store, seat: SeatSeen, look: SeatLook): TemplateResult {
  if (look.look) {
    const open = look.look;
    return html`<button type="button" class="n" aria-label=${FELT.look(seat.n, nameOf(seat))} @click=${() => open(seat.n)}>${seat.n}</button>`;
  }
  if (seat.you && store.mySeats.length > 1 && store.seat?.n !== seat.n) {
    return html`<button type="button" class="n" aria-label=${FELT.shownBelow(seat.n)} @click=${() => store.choose(seat.n)}>${seat.n}</button>`;
  }
  return html`<span class="n" aria-hidden="true">${seat.n}</span>`;
}

function plate(store: Store, view: TableSeen, seat: SeatSeen, look: SeatLook): TemplateResult {
  const platform = seat.by !== null && seat.by !== "player" && !seat.bot;
  const removable = seat.bot && view.bots.length > 0 && view.phase !== "decisions";
  const staked = wagered(seat);
  const runs = store.presentation.beat?.kind === "jackpot" && store.presentation.beat.seat === seat.n;
  return html`<div class="nameplate">
    ${number(store, seat, look)}
    <span class="name">${seat.bot ? html`<span class="as-bot" title=${FELT.bot}>${icon("bot")}</span>` : face(seat)}<span class="text">${nameOf(seat)}</span>${view.host_seat === seat.n ? html`<span class="as-host" title=${HOST}>${icon("crown")}<span class="unseen">${HOST}</span></span>` : nothing}</span>
    <span class="seat-stack number">${seat.stack === null ? nothing : html`<pit-sum .cents=${seat.stack} .runs=${runs}></pit-sum>`}</span>
    <span class="status">${
      seat.ready && view.phase === "bets" ? html`<span class="tick" title=${FELT.done}>${icon("check")}</span>` : nothing
    }${
      seat.status === "settled" && seat.words ? html`<span class="long">${capital(seat.words)}</span><span class="short">${seat.label}</span>` : statusOf(seat)
    }${platform ? html`<span class="by-platform" title=${FELT.byPlatform(seat.by ?? "")}>${icon("clock")}<span class="unseen">${FELT.byPlatform(seat.by ?? "")}</span></span>` : nothing}${
      seat.missed && !platform ? html`<span class="by-platform" title=${missedAt(seat)}>${icon("clock")} ${MISSED.badge(seat.missed.action)}<span class="unseen">. ${missedAt(seat)}</span></span>` : nothing
    }</span>
    ${netOf(seat)} ${passing(store, seat.n)}
    ${staked > 0 && seat.net === null ? html`<span class="wagered number">${dollars(staked)}</span>` : nothing}
    ${removable
      ? html`<button type="button" class="remove" aria-label=${FELT.removeBot(nameOf(seat), seat.n)} @click=${() => void store.do({ do: "remove_bot", seat: seat.n })}>${icon("x")}</button>`
      : nothing}
  </div>`;
}

/** What the platform has decided for somebody who has not moved on since. */
function missedAt(seat: SeatSeen): string {
  const { missed } = seat;
  return missed ? MISSED.told(seat.you ? MISSED.you : (seat.name ?? ""), missed.action, missed.by, missed.why) : "";
}

function puck(view: TableSeen, seat: SeatSeen): TemplateResult | typeof nothing {
  if (view.bank?.seat !== seat.n || view.bank.stake === null) return nothing;
  return html`<div class="puck"><b>${view.bank.label}</b><span class="number">${dollars(view.bank.stake)}</span></div>`;
}

function vacant(store: Store, view: TableSeen, n: number): TemplateResult | typeof nothing {
  const second = store.mySeats.length > 0;
  if (!store.me) {
    const to = `/tables/${view.table}${store.invite ? `?invite=${encodeURIComponent(store.invite)}` : ""}`;
    return html`<a class="sit" href=${to} aria-label=${FELT.sitAt(n)}>${FELT.sit}</a>`;
  }
  return html`<button type="button" class="sit ${second ? "second" : ""}" aria-label=${second ? FELT.handAt(n) : FELT.sitAt(n)}
    ?disabled=${view.closing} @click=${() => void store.do({ do: "sit", seat: n })}>${second ? html`${icon("plus")}` : FELT.sit}</button>`;
}

/** One seat, taken or not. */
export function seatModule(store: Store, view: TableSeen, seat: SeatSeen, look: SeatLook): TemplateResult {
  const at = look.place ? { "--x": `${look.place.x}px`, "--y": `${look.place.y}px` } : { "--x": "auto", "--y": "auto" };
  const empty = seat.name === null;
  const classes = [
    "seatbox", empty ? "empty" : "", seat.you ? "you" : "", seat.you && store.seat?.n === seat.n ? "active" : "",
    seat.status.replace(" ", "-"), view.bank?.seat === seat.n ? "banks" : "", seat.folded ? "out" : "", look.rows[1].length === 0 ? "unprinted" : "",
  ];
  return html`<section class=${classes.filter(Boolean).join(" ")} data-seat=${seat.n} aria-label=${sentence(seat)} ${vars(at)}>
    ${spotRow(store, seat, look.rows[0])}${spotRow(store, seat, look.rows[1])}
    ${empty
      ? html`<div class="held">${vacant(store, view, seat.n)}</div><div class="nameplate"><span class="n" aria-hidden="true">${seat.n}</span><span class="name">${FELT.free}</span></div>`
      : html`${view.bank?.seat === seat.n ? puck(view, seat) : cards(seat)}${plate(store, view, seat, look)}`}
  </section>`;
}
