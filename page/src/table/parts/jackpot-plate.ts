// The jackpot as a moment of the whole table: who took it, with which hand, and how much; for who took it, a card of it
// to keep. It is drawn as a win only where the round has made money. Envy says whose hand pays it.

import { html, nothing, type TemplateResult } from "lit";
import type { EnvyPay, Jackpot } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { dollars } from "../../shared/money.ts";
import { JACKPOT } from "../../words/felt.ts";
import { envyText, jackpotText } from "../../words/showdown.ts";
import { namesAt, whoAt } from "../names.ts";
import { Part } from "../part.ts";
import type { SeatSeen, TableSeen } from "../seen.ts";

function seatOf(view: TableSeen, { seat }: Jackpot): SeatSeen | undefined {
  return view.seats.find((each) => each.n === seat);
}

function envyWords(view: TableSeen, pays: readonly EnvyPay[]): string[] {
  return pays.map((each) => envyText(each, namesAt(view, each.seat), whoAt(view, each.holder)));
}

/** Across the felt, until the person goes on. */
class JackpotPlate extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    if (!view) return nothing;
    const holders = new Set(view.jackpots.map((each) => each.seat));
    const others = envyWords(view, view.envy.filter((each) => !holders.has(each.holder)));
    return html`${view.jackpots.map((each) => this.jackpot(view, each))}
      ${others.length > 0 ? html`<ul class="envy-lines">${others.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}`;
  }

  private jackpot(view: TableSeen, jackpot: Jackpot): TemplateResult {
    const names = namesAt(view, jackpot.seat);
    return html`<div class="jackpot ${(seatOf(view, jackpot)?.net ?? 0) > 0 ? "won" : ""}">
      <b>${names.wager(jackpot.id)}</b> <span class="jackpot-sum number">${dollars(jackpot.cents)}</span>
      <p>${jackpotText(jackpot, names)}</p>
      ${envyWords(view, view.envy.filter((each) => each.holder === jackpot.seat)).map((each) => html`<p>${each}</p>`)}
    </div>`;
  }
}

customElements.define("pit-jackpot", JackpotPlate);

/** For who took it: the picture, and the receipt. */
class JackpotKeeper extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const mine = view?.jackpots.find((each) => seatOf(view, each)?.you);
    if (!view || !mine) return nothing;
    return html`<span class="keep-jackpot">
      <button class="tool" @click=${() => void this.keep(view, mine)}>${icon("download")}${JACKPOT.keep}</button>
      <a class="button tool" href="/rounds/${mine.receipt}" target="_blank" rel="noopener">${icon("scroll-text")}${JACKPOT.receipt}</a>
    </span>`;
  }

  private async keep(view: TableSeen, jackpot: Jackpot): Promise<void> {
    const { saveJackpot } = await import("../jackpot-picture.ts");
    await saveJackpot(view, jackpot);
    this.store.say(JACKPOT.kept);
  }
}

customElements.define("pit-keep-jackpot", JackpotKeeper);
