// What a host may do at the table, and what everybody there may: one row for each person, then the terms. The server
// says which powers there are and at which seats; what takes something from somebody is asked about once more.

import { html, nothing, type TemplateResult } from "lit";
import type { PowerFrame } from "../../generated/table.ts";
import { icon } from "../../shared/art.ts";
import { POWERS } from "../../words/powers.ts";
import { Part } from "../part.ts";
import type { SeatSeen } from "../seen.ts";

type Sure = keyof typeof POWERS.sure;

const ASKED: readonly Sure[] = ["sit_out", "remove", "hand_over"];

class Powers extends Part {
  /** What is asked about once more. */
  private asked: { do: Sure; seat: SeatSeen } | undefined;
  private told = "";

  private power(name: PowerFrame["do"]): PowerFrame | undefined {
    return this.store.view?.powers.find((each) => each.do === name);
  }

  private can(name: PowerFrame["do"], seat: SeatSeen): boolean {
    return this.power(name)?.seats.includes(seat.n) ?? false;
  }

  private ask(asked: Powers["asked"]): void {
    this.asked = asked;
    this.requestUpdate();
  }

  /** A person with several seats is one row. */
  private get others(): SeatSeen[] {
    const seats = this.store.view?.seats.filter((each) => each.name !== null && !each.you && !each.bot) ?? [];
    return seats.filter((each, i) => seats.findIndex((one) => one.name === each.name) === i);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    if (!view || view.powers.length === 0) return nothing;
    const { others } = this;
    return html`
      <h3>${POWERS.title}</h3>
      ${others.length > 0 ? html`<ul class="bots people">${others.map((each) => this.row(each))}</ul>` : html`<p class="quiet small">${POWERS.nobody}</p>`}
      <p class="small" role="status">${this.told}</p>
      ${this.deal()} ${view.host && !view.private ? html`<p class="quiet small">${POWERS.public}</p>` : nothing} ${this.terms()}
    `;
  }

  private row(seat: SeatSeen): TemplateResult {
    const name = seat.name ?? "";
    if (this.asked?.seat.n === seat.n) return this.sure(this.asked.do, seat);
    const waits = this.store.view?.waiting_for.some((each) => each.what !== "away" && each.seats.includes(seat.n)) ?? false;
    const state = [seat.n === this.store.view?.host_seat ? POWERS.host : "", !seat.here ? POWERS.away : seat.out ? POWERS.out : waits ? POWERS.waiting : ""].filter(Boolean).join(", ");
    return html`<li>
      <span>${icon("user")} <span>${name}${state ? html` <span class="quiet">· ${state}</span>` : nothing}</span></span>
      <span class="acts">
        ${this.can("nudge", seat)
          ? html`<button aria-label=${POWERS.nudgeNamed(name)} ?disabled=${this.store.busy} @click=${() => void this.nudge(seat)}>${icon("bell")} ${POWERS.nudge}</button>`
          : nothing}
        ${ASKED.filter((each) => this.can(each, seat)).map(
          (each) => html`<button aria-label=${POWERS.named(POWERS[each], name, seat.n)} ?disabled=${this.store.busy} @click=${() => this.ask({ do: each, seat })}>${POWERS[each]}</button>`,
        )}
      </span>
    </li>`;
  }

  private sure(act: Sure, seat: SeatSeen): TemplateResult {
    return html`<li class="sure">
      <p>${POWERS.sure[act](seat.name ?? "")}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.store.busy} @click=${() => void this.use(act, seat)}>${POWERS.yes[act]}</button>
        <button @click=${() => this.ask(undefined)}>${POWERS.no}</button>
      </div>
    </li>`;
  }

  protected override updated(): void {
    this.querySelector<HTMLElement>(".sure .primary:not(:focus)")?.focus();
  }

  private async nudge(seat: SeatSeen): Promise<void> {
    if (await this.store.do({ do: "nudge", seat: seat.n })) this.say(POWERS.nudged(seat.name ?? ""));
    else this.say(this.store.said.text);
  }

  private async use(act: Sure, seat: SeatSeen): Promise<void> {
    this.asked = undefined;
    this.say((await this.store.do({ do: act, seat: seat.n })) ? "" : this.store.said.text);
  }

  private say(text: string): void {
    this.told = text;
    this.requestUpdate();
  }

  private deal(): TemplateResult | typeof nothing {
    const power = this.power("deal_now");
    if (!power) return nothing;
    return html`<div class="row deal-now">
      <button class="primary" ?disabled=${power.why !== null || this.store.busy} @click=${() => void this.dealNow()}>${icon("play")} ${POWERS.deal}</button>
      <span class="quiet small">${power.why === null ? POWERS.dealWhy : (POWERS.whys[power.why] ?? POWERS.dealWhy)}</span>
    </div>`;
  }

  private async dealNow(): Promise<void> {
    if (await this.store.do({ do: "deal_now" })) this.store.show();
    else this.say(this.store.said.text);
  }

  private terms(): TemplateResult | typeof nothing {
    const { view } = this.store;
    const power = this.power("change");
    if (!view || !power) return nothing;
    const field = (id: "low" | "high", label: string) => html`<label>${label}<input name=${id} inputmode="numeric" pattern="[0-9]+" .defaultValue=${String(view.limits[id] / 100)} required /></label>`;
    const check = (id: "clock" | "coach", label: string, more: string, on: boolean) => html`<label class="check"><input type="checkbox" name=${id} ?checked=${on} /><span>${label}<small>${more}</small></span></label>`;
    return html`<h3>${POWERS.terms}</h3>
      <form class="terms" @submit=${(event: SubmitEvent) => void this.change(event)}>
        <div class="limits-fields">${field("low", POWERS.low)} ${field("high", POWERS.high)}</div>
        ${check("clock", POWERS.clock, POWERS.clockMore, view.clock !== null)} ${check("coach", POWERS.coach, POWERS.coachMore, view.coach)}
        <button ?disabled=${power.why !== null || this.store.busy}>${POWERS.save}</button>
        ${power.why !== null ? html`<p class="quiet small">${POWERS.later}</p>` : nothing}
      </form>`;
  }

  /** Sends what is other than it was. */
  private async change(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { view } = this.store;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (!view) return;
    const [low, high] = ["low", "high"].map((each) => 100 * Number(form.get(each)));
    const [clock, coach] = [form.has("clock"), form.has("coach")];
    const wanted = {
      ...(low !== view.limits.low ? { low } : {}),
      ...(high !== view.limits.high ? { high } : {}),
      ...(clock !== (view.clock !== null) ? { clock } : {}),
      ...(coach !== view.coach ? { coach } : {}),
    };
    if (Object.keys(wanted).length === 0) return this.say(POWERS.unchanged);
    this.say((await this.store.do({ do: "change", ...wanted })) ? POWERS.saved : this.store.said.text);
  }
}

customElements.define("pit-powers", Powers);
