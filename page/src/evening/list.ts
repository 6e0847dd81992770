// What is on, what is to come, what was; and the form in which an evening is put on.

import "../style/evening.css";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { call } from "../shared/api.ts";
import { icon } from "../shared/art.ts";
import { moment } from "../shared/times.ts";
import { KINDS, phaseText, plural } from "../words/evening.ts";
import { LIST } from "../words/evening-list.ts";
import { EveningForm } from "./form.ts";
import type { EveningListed, LeagueListed } from "./shapes.ts";

const EVERY = 5_000; // ms between two looks, while somebody looks
const PAST = 12; // evenings that were, before one asks for more
const PAGE = 100; // of a list, as the server gives it at once

/** So many pages of a list, and whether there may be more. */
async function pagesOf<T extends { id: string }>(path: string, pages: number): Promise<[T[], boolean]> {
  const found: T[] = [];
  for (let page = 0; page < pages; page++) {
    const last = found.at(-1);
    found.push(...(await call<T[]>("GET", last ? `${path}?after=${encodeURIComponent(last.id)}` : path)));
    if (found.length < (page + 1) * PAGE) return [found, false];
  }
  return [found, true];
}

class Evenings extends LitElement {
  private all: EveningListed[] | undefined;
  private leagues: LeagueListed[] = [];
  private lost = false;
  private whole = false;
  private pages = 1;
  private further = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
    setInterval(() => void this.look(), EVERY);
    document.addEventListener("visibilitychange", () => void this.look());
  }

  private async look(): Promise<void> {
    if (document.hidden) return;
    try {
      const [evenings, leagues] = await Promise.all([pagesOf<EveningListed>("/api/evenings", this.pages), pagesOf<LeagueListed>("/api/leagues", this.pages)]);
      [this.all, this.leagues, this.further] = [evenings[0], leagues[0], evenings[1] || leagues[1]];
      this.lost = false;
    } catch {
      this.lost = true;
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { all } = this;
    if (!all) return html`<p class="quiet">${this.lost ? LIST.lost : LIST.loading}</p>`;
    const of = (...phases: string[]): EveningListed[] => all.filter((each) => phases.includes(each.phase));
    const past = of("ended", "called_off");
    return html`${this.lost ? html`<p class="quiet-sign" role="status">${icon("triangle-alert")} ${LIST.lost}</p>` : nothing}
      ${this.group("on", LIST.on, of("running"), LIST.noneOn)}
      ${this.group("coming", LIST.coming, of("listed"), LIST.noneComing)}
      ${past.length > 0 ? this.group("past", LIST.past, this.whole ? past : past.slice(0, PAST), "") : nothing}
      ${past.length > PAST && !this.whole ? html`<p><button @click=${() => this.showAll()}>${LIST.more(past.length - PAST)}</button></p>` : nothing}
      ${this.leagues.length > 0 ? this.leaguesPart() : nothing}
      ${this.further ? html`<p><button @click=${() => this.nextPage()}>${LIST.further}</button></p>` : nothing}`;
  }

  private nextPage(): void {
    this.pages += 1;
    void this.look();
  }

  private showAll(): void {
    this.whole = true;
    this.requestUpdate();
  }

  private group(id: string, head: string, evenings: readonly EveningListed[], none: string): TemplateResult {
    return html`<section aria-labelledby="evenings-${id}"><h2 id="evenings-${id}">${head}</h2>
      ${evenings.length === 0 ? html`<p class="nothing">${none}</p>` : html`<ul class="tables evenings">${evenings.map((each) => this.line(each))}</ul>`}</section>`;
  }

  private line(each: EveningListed): TemplateResult {
    const address = `/evening/${encodeURIComponent(each.id)}`;
    const over = each.phase === "ended" || each.phase === "called_off";
    const open = !over && (each.you?.entered || each.you?.host || (each.you?.may_enter ?? each.phase === "listed"));
    const way = each.phase === "ended" ? LIST.result : each.you?.host && !over ? LIST.desk : each.you?.table && !over ? LIST.goOn : each.you?.may_enter ? LIST.enter : LIST.see;
    return html`<li data-house=${each.house}><div class="swatch" aria-hidden="true"></div>
      <div class="what"><h3>${each.name}</h3>
        <p><b>${each.house_name}</b> · ${KINDS[each.kind].name}${each.private ? html` · ${LIST.private}` : nothing}${each.you?.host ? html` <span class="mark">${LIST.yours}</span>` : nothing}</p>
        <p class="quiet">${phaseText(each)}${each.phase === "running" ? html`, ${LIST.round(each.round)}` : nothing} · ${over ? plural(each.entered, "player", "players") : LIST.entered(each.entered, each.most)} · ${LIST.by(each.host)}${over ? html` · <time datetime=${new Date(each.ended ?? each.made).toISOString()}>${moment.format(each.ended ?? each.made)}</time>` : nothing}</p></div>
      <div class="go"><a class=${open ? "button primary" : "button"} href=${address}>${way}<span class="unseen">: ${each.name}</span></a></div></li>`;
  }

  private leaguesPart(): TemplateResult {
    return html`<section aria-labelledby="leagues"><h2 id="leagues">${LIST.leagues}</h2>
      <ul class="tables leagues">${this.leagues.map(
        (each) => html`<li><div class="swatch" aria-hidden="true"></div><div class="what"><h3>${each.name}</h3><p class="quiet">${LIST.league(each.ended, each.evenings)} · ${LIST.by(each.host)}</p></div>
          <div class="go"><a class="button" href="/league/${encodeURIComponent(each.id)}">${LIST.table}<span class="unseen">: ${each.name}</span></a></div></li>`,
      )}</ul></section>`;
  }
}

customElements.define("pit-evenings", Evenings);

const [form, schedule] = [document.querySelector<HTMLFormElement>("#evening-form"), document.getElementById("schedule")];
if (form && schedule) new EveningForm(form, schedule).begin();
