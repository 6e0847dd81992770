// Me: money, time, limits, what happens when I am away, and what the platform has decided for me.

import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { call } from "../../shared/api.ts";
import { icon } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { elapsed } from "../../shared/time.ts";
import { ME } from "../../words/me.ts";
import { rail } from "../../words/rail.ts";
import { asked, topUp } from "../free-chips.ts";
import { coachSumIsHere } from "../later.ts";
import { hasLittle } from "../tray.ts";
import { Part } from "../part.ts";
import { bankWish } from "./bank-wish.ts";

type Past = components["schemas"]["Past"];
type PastRound = components["schemas"]["PastRound"];
type Allowed = components["schemas"]["Allowed"];
type Pending = components["schemas"]["Pending"];
type Instruction = "away rule" | "away fold" | "away optimal";

const SHOWN = 5;

class PanelMe extends Part {
  private marks: PastRound[] | undefined;
  private known: unknown;
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 1_000);
    void this.store.refreshMe();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** What is known of me is asked for anew after every round; the marks with it. */
  protected override willUpdate(): void {
    const { me } = this.store;
    if (me === this.known) return;
    this.known = me;
    if (me) void this.loadMarks();
  }

  private async loadMarks(): Promise<void> {
    const asked = (only: string) => call<Past>("GET", `/api/rounds?${new URLSearchParams({ only, most: String(SHOWN) })}`);
    try {
      const [voids, platform] = await Promise.all([asked("voids"), asked("platform")]);
      const all = new Map([...voids.rounds, ...platform.rounds].map((each) => [each.round, each]));
      this.marks = [...all.values()].sort((one, other) => other.at - one.at).slice(0, SHOWN);
    } catch {
      this.marks = undefined;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { me, view } = this.store;
    const notices = view?.notices ?? [];
    return html`
      ${me ? this.mine() : html`<p class="quiet">${ME.watching}</p>`}
      ${notices.length > 0 ? html`<section><h2>${ME.notices}</h2>${notices.map((each) => html`<p class="notice">${each}</p>`)}</section>` : nothing}
    `;
  }

  private mine(): TemplateResult | typeof nothing {
    const { me, view, seat } = this.store;
    if (!me) return nothing;
    const balance = view?.purse === "house" ? (seat?.stack ?? me.funds) : me.funds; // as in the Rail
    const tone = me.session_net > 0 ? "win" : me.session_net < 0 ? "lose" : "";
    return html`
      <dl class="purse number">
        <div><dt>${ME.balance}</dt><dd>${dollars(balance)}</dd></div>
        <div><dt>${ME.net}</dt><dd class=${tone}>${signed(me.session_net)}</dd></div>
        <div><dt>${ME.time}</dt><dd>${elapsed(this.store.sessionTime)}</dd></div>
        <div><dt>${ME.onTables}</dt><dd>${dollars(Math.max(0, me.funds + me.on_tables - balance))}</dd></div>
      </dl>
      ${hasLittle(me) ? html`<p class="broke">${ME.broke} <button class="primary" @click=${() => void topUp(this.store)}>${icon("hand-coins")} ${rail.topUp}</button></p>` : nothing}
      <p class="me-links"><a href="/history">${ME.history}</a> <a href="/account">${ME.account}</a> <button class="bare" @click=${() => this.store.show("settings")}>${ME.name}</button></p>
      ${me.guest ? html`<p class="quiet small">${ME.guest} <a href="/account">${ME.keep}</a></p>` : nothing}
      ${view?.me ? this.absence(view.me.instruction, view.bank !== null) : nothing} ${coachSumIsHere(this.store) ? html`<pit-coach-sum .store=${this.store}></pit-coach-sum>` : nothing} ${this.limits(me.limits)} ${this.marked()}
    `;
  }

  private absence(instruction: Instruction, banks: boolean): TemplateResult {
    const changed = (event: Event) => void this.store.do({ do: "instruct", instruction: (event.target as HTMLSelectElement).value as Instruction });
    return html`<section>
      <label>${ME.away}
        <select @change=${changed}>${ME.aways.map(([id, words]) => html`<option value=${id} ?selected=${id === instruction}>${words}</option>`)}</select>
      </label>
      ${banks
        ? bankWish(this.store, "me")
        : nothing}
    </section>`;
  }

  private limits(limits: Allowed): TemplateResult {
    return html`<form class="my-limits" @submit=${(event: SubmitEvent) => void this.setLimits(event)}>
      <h2>${ME.limits}</h2>
      <p class="quiet small">${ME.limitsMore}</p>
      <label>${ME.loss}<input name="loss" inputmode="numeric" pattern="[0-9]*" placeholder=${ME.none} .value=${limits.loss === null ? "" : String(limits.loss / 100)} /></label>
      <label>${ME.minutes}<input name="minutes" inputmode="numeric" pattern="[0-9]*" placeholder=${ME.none} .value=${limits.minutes === null ? "" : String(limits.minutes)} /></label>
      <button>${ME.set}</button>
      ${limits.pending.map((each) => html`<p class="quiet small">${pendingText(each)}</p>`)}
    </form>`;
  }

  private async setLimits(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement);
    const number = (name: string, times: number) => {
      const text = String(given.get(name) ?? "").trim();
      return text === "" ? null : Number(text) * times;
    };
    await asked(this.store, async () => {
      await call("PUT", "/api/limits", { loss: number("loss", 100), minutes: number("minutes", 1) });
      this.store.say(ME.setDone);
    });
  }

  private marked(): TemplateResult {
    return html`<section>
      <h2>${ME.marks}</h2>
      ${this.marks && this.marks.length > 0
        ? html`<ul class="marks">${this.marks.map((each) => html`<li><a href="/rounds/${each.round}">${ME.mark(each.number, each.title ?? "")}</a> <span class="quiet">${each.void !== null || each.ended === "void" ? ME.isVoid : ME.platform}</span></li>`)}</ul>`
        : html`<p class="quiet small">${ME.noMarks}</p>`}
    </section>`;
  }
}

function pendingText({ limit, value, at }: Pending): string {
  const shown = value === null ? ME.none : limit === "loss" ? dollars(value) : ME.minutesValue(value);
  return ME.pending(limit === "loss" ? ME.lossWord : ME.minutesWord, shown, new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" }));
}

customElements.define("pit-me", PanelMe);
