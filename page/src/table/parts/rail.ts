// The Rail: my hand, my spots, my actions. What it shows depends on the phase.

import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { signed } from "../../shared/money.ts";
import { rail } from "../../words/rail.ts";
import { showdownText } from "../../words/showdown.ts";
import { keyOf } from "../keys.ts";
import { bankOfferIsHere, bankRailIsHere, coachIsHere, jackpotIsHere, verdictWords, waitsAreHere } from "../later.ts";
import { namesAt } from "../names.ts";
import { Part } from "../part.ts";
import "./gestures.ts";
import { actPart, awaited } from "./rail-act.ts";
import { handPart, sureBets } from "./rail-hand.ts";
import { countdown, lastResult, meanwhile } from "./rail-last.ts";
import { betsLine, shutSpots, spotsPart } from "./rail-spots.ts";
import "./rail-standing.ts";
import { trayPart } from "./rail-tray.ts";
import { resultLines, roundSum, sums } from "./results.ts";
import type { Store } from "../store.ts";
import type { BankSeen, SeatSeen, TableSeen } from "../seen.ts";

const LONG = 64; // signs; longer ones are set smaller, so that the Rail holds still

interface Heading {
  title: string;
  more?: string;
  look?: "win" | "fault";
  /** `more` is the sentence that decided the hand. */
  decides?: true;
}

class Rail extends Part {
  private readonly status = createRef<HTMLHeadingElement>();
  private shownPhase = "";
  private readonly redraw = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("prefs", this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("prefs", this.redraw);
  }

  /** A new phase: the focus goes to the heading, never to a button, so that a stray Enter cannot act. */
  protected override updated(): void {
    const phase = `${this.store.phase} ${this.store.phase === "decisions" ? this.store.seat?.n : ""}`;
    const moved = this.shownPhase !== "" && phase !== this.shownPhase;
    this.shownPhase = phase;
    const at = document.activeElement;
    if (moved && (at === null || at === document.body || this.contains(at))) this.status.value?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, seat } = this.store;
    if (!view || !seat) return nothing;
    const head = this.heading(view, seat);
    return html`<section class="rail ${view.bank?.you ? "of-bank" : ""} ${this.store.coach.level === "off" ? "" : "coached"}" data-phase=${view.phase} aria-label=${rail.region}>
      <div class="rail-head">
        ${this.hands()}
        <h2 class="rail-status ${head.look ?? ""}" id="your-hand" tabindex="-1" ${ref(this.status)}>${head.title}</h2>
        <p class="rail-more ${head.look ?? ""} ${head.decides ? "decisive" : ""} ${(head.more?.length ?? 0) > LONG ? "long" : ""}">${head.more ?? nothing}</p>
        ${waitsAreHere(this.store) ? html`<pit-waits .store=${this.store}></pit-waits>` : nothing}
        <pit-standing .store=${this.store}></pit-standing>
        <pit-gestures .store=${this.store}></pit-gestures>
      </div>
      ${this.store.presentation.live?.bank?.offered_to_you && bankOfferIsHere(this.store) ? html`<pit-bank-offer .store=${this.store}></pit-bank-offer>` : nothing}
      <div class="rail-body">${this.body(view, seat)}</div>
      <div class="rail-foot">
        ${meanwhile(this.store)} ${lastResult(this.store)} ${view.bank?.you ? nothing : shutSpots(this.store, seat)} ${sureBets(this.store, view, seat)} ${jackpotIsHere(this.store) ? html`<pit-keep-jackpot .store=${this.store}></pit-keep-jackpot>` : nothing}
        ${view.coach && seat.cards.length > 0 && coachIsHere(this.store) ? html`<pit-coach .store=${this.store} .seat=${seat}></pit-coach>` : nothing}
      </div>
    </section>`;
  }

  /** Bets, cards, and beside them what there is to do: the same places from the bet to the result. */
  private body(view: TableSeen, seat: SeatSeen): TemplateResult {
    const { store } = this;
    if (view.bank?.you) return html`${bankRailIsHere(store) ? html`<pit-bank-rail .store=${store}></pit-bank-rail>` : nothing} ${view.phase === "bets" ? this.go(view, seat) : nothing}`;
    return html`${spotsPart(store, seat)} ${betsLine(seat)} ${handPart(store, seat)} <div class="rail-side">${this.side(view, seat)}</div>`;
  }

  private side(view: TableSeen, seat: SeatSeen): TemplateResult {
    const { store } = this;
    if (view.phase === "bets") return html`${trayPart(store, seat)} ${this.go(view, seat)}`;
    if (seat.net !== null || store.betweenRounds) return html`${seat.lines.length > 0 ? resultLines(seat, view.house) : nothing} ${this.paid(seat)}`;
    return store.actions.length > 0 ? actPart(store, seat) : this.wait(view);
  }

  private hands(): TemplateResult | typeof nothing {
    const mine = this.store.mySeats;
    if (mine.length < 2) return nothing;
    return html`<div class="hands" role="group" aria-label=${rail.hands}>
      ${mine.map(
        (each) => html`<button class="tool" aria-pressed=${each.n === this.store.seat?.n ? "true" : "false"} @click=${() => this.store.choose(each.n)}>
          ${rail.hand(each.n)}${each.net !== null && this.store.betweenRounds ? html` <span class="number">${signed(each.net)}</span>` : nothing}
        </button>`,
      )}
    </div>`;
  }

  /** What is going on, in a few words, and what to do now. */
  private heading(view: TableSeen, seat: SeatSeen): Heading {
    const { store } = this;
    if (store.said.kind === "fault" && store.said.text !== "" && view.phase !== "bets") return { title: rail.notDone, more: store.said.text, look: "fault" };
    if (store.link !== "live") return { title: store.ended || rail.offline };
    if (view.paused) return { title: rail.paused };
    if (view.bank?.you && !store.betweenRounds) return bankHeading(view, view.bank);
    switch (view.phase) {
      case "bets":
        return this.betsHeading(view, seat);
      case "deal":
        return { title: rail.dealing, more: rail.dealt };
      case "decisions":
        return this.decisionHeading(view, seat);
      case "reveal":
        return seat.net === null ? { title: rail.revealing(view.dealer.label), more: rail.skip, ...decisive(this.store, view, seat) } : afterHeading(this.store, view, seat);
      case "void":
        return { title: rail.voided, more: rail.voidWhy };
      default:
        return afterHeading(this.store, view, seat);
    }
  }

  private betsHeading(view: TableSeen, seat: SeatSeen): Heading {
    const { store } = this;
    const fault = store.bets.fault(seat);
    if (fault) return { title: rail.refused, more: fault.text, look: "fault" };
    if (view.me?.ready) {
      const names = awaited(view);
      return names.length > 0 ? { title: rail.isReady, more: rail.waiting(names) } : { title: rail.isReady };
    }
    const first = seat.spots[0]?.label ?? "";
    const alone = this.alone(view);
    const go = alone ? rail.deal : rail.ready;
    if (store.bets.draft(seat.n).total === 0) return { title: rail.place, more: rail.firstBet(first, alone) };
    return { title: rail.total(store.bets.draft(seat.n).total), more: store.bets.accepted(seat) ? rail.moreBets(go) : rail.checking };
  }

  private decisionHeading(view: TableSeen, seat: SeatSeen): Heading {
    if (this.store.actions.length > 0) return { title: this.store.mySeats.length > 1 ? rail.yourMoveAt(seat.n) : rail.yourMove, more: view.dealer.caption };
    const names = awaited(view);
    const more = names.length > 0 ? rail.waiting(names) : rail.waitingShort;
    if (seat.status === "no decision") return { title: rail.noDecision, more: `${rail.noDecisionWhy} ${more}.` };
    const byTable = seat.by && seat.by !== "player" ? rail.by(seat.by) : rail.decided[seat.status];
    return { title: byTable ?? rail.satOut, more };
  }

  private wait(view: TableSeen): TemplateResult {
    const late = view.seats.filter((each) => each.status === "deciding").length;
    return html`<div class="wait">${late > 0 ? html`<span class="dots" aria-hidden="true">${view.seats.filter((each) => each.cards.length > 0).map((each) => html`<i class=${each.status === "deciding" ? "" : "done"}></i>`)}</span>` : nothing}</div>`;
  }

  /** Nobody but bots sits with me. */
  private alone(view: TableSeen): boolean {
    return view.seats.every((each) => each.name === null || each.you || each.bot);
  }

  private go(view: TableSeen, seat: SeatSeen): TemplateResult {
    const { store } = this;
    const total = store.mySeats.reduce((sum, each) => sum + store.bets.draft(each.n).total, 0);
    const alone = this.alone(view);
    const stands = store.bets.fault(seat) === undefined && store.canBet && !view.me?.ready;
    const plays = total > 0 || seat.status === "bank";
    const can = stands && (plays || !alone);
    const label = alone ? rail.deal : plays ? rail.ready : rail.sitOut;
    return html`<div class="rail-go">
      ${countdown(store)}
      <button class=${plays ? "primary deal" : "deal"} aria-disabled=${can ? nothing : "true"} @click=${() => can && void store.bets.ready()}>
        <span>${view.me?.ready ? rail.isReady : label}</span>${total > 0 && keyOf("deal") ? html`<kbd aria-hidden="true">${keyOf("deal")}</kbd>` : nothing}
      </button>
    </div>`;
  }

  private paid(seat: SeatSeen): TemplateResult {
    const { store } = this;
    const again = store.bets.last(seat.n) !== undefined;
    const lines = store.mySeats.flatMap((each) => each.lines);
    const by = seat.by && seat.by !== "player" ? rail.by(seat.by) : "";
    const waits = !!store.view?.evening && !store.presentation.holding; // an evening begins its rounds itself
    return html`<div class="after">
      ${lines.length > 0 ? roundSum(lines) : nothing} ${by ? html`<p class="by">${by}</p>` : nothing}
      <div class="after-buttons" ?inert=${!store.betweenRounds} ?hidden=${waits || (store.view?.closing ?? false)}>
        ${again ? html`<button class="primary deal" @click=${() => void store.bets.rebetAndDeal()}><span>${rail.again}</span>${keyOf("again") ? html`<kbd aria-hidden="true">${keyOf("again")}</kbd>` : nothing}</button>` : nothing}
        <button class=${again ? "fresh" : "primary fresh"} @click=${() => void store.clearFelt()}><span>${rail.fresh}</span>${keyOf("fresh") ? html`<kbd aria-hidden="true">${keyOf("fresh")}</kbd>` : nothing}</button>
        ${store.presentation.holding ? nothing : countdown(store)}
      </div>
    </div>`;
  }
}

/** Who holds the bank has nothing to decide: which of its rounds it is, and whom the table waits for. */
function bankHeading(view: TableSeen, bank: BankSeen): Heading {
  const names = awaited(view);
  const waits = view.phase === "bets" && bank.seats.length === 0 ? rail.bankWaits : names.length > 0 ? rail.waiting(names) : "";
  return { title: rail.bank, more: [rail.bankHeld(bank.held, bank.rounds), waits].filter(Boolean).join(" · ") };
}

/** Only a round that made money is told as a win. */
function afterHeading(store: Store, view: TableSeen, seat: SeatSeen): Heading {
  if (view.bank?.you && view.bank.net !== null) return { title: rail.bankNet(view.bank.net), ...(view.bank.net > 0 ? { look: "win" } : {}) };
  if (seat.lines.length === 0) return { title: rail.satOut };
  const { net } = sums(seat.lines);
  const several = view.seats.filter((each) => each.you && each.lines.length > 0).length > 1;
  return { title: rail.verdict(net, several ? seat.n : undefined), ...(net > 0 ? { look: "win" } : {}), ...decisive(store, view, seat) };
}

/** The sentence that decided a hand, as soon as the cards tell it; once the hand is paid, in accord with its net. */
function decisive(store: Store, view: TableSeen, seat: SeatSeen): Pick<Heading, "more" | "decides"> {
  const { showdown, net, lines } = seat;
  if (!showdown) return {};
  const names = namesAt(view, seat.n);
  return { more: (net === null ? undefined : verdictWords(store)?.verdictText(showdown, lines, names)) ?? showdownText(showdown, names), decides: true };
}

customElements.define("pit-rail", Rail);
