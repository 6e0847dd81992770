// Inviting people, and the bots at the table.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { CLOSE, HOST } from "../../words/dialogs.ts";
import { Part } from "../part.ts";
import "./invite.ts";
import "./powers.ts";

class Host extends Part {
  private asked = false; // whether the host is asked once more before the table closes

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this.store;
    if (!view) return nothing;
    const { clock } = view;
    const company = view.seats.some((each) => each.name !== null && !each.you && !each.bot);
    const powers = html`<pit-powers .store=${this.store}></pit-powers>`;
    return html`
      ${company ? powers : nothing}
      <pit-invite .store=${this.store}></pit-invite>
      ${company ? nothing : powers}
      <h3>${HOST.bots}</h3>
      ${this.bots()}
      <h3>${HOST.about}</h3>
      <ul class="plain quiet">
        <li>${view.private ? HOST.isPrivate : HOST.isPublic}</li>
        <li>${clock ? HOST.clock(clock.bets, clock.decision, clock.extension, clock.extensions) : HOST.noClock(view.private)}</li>
        <li>${view.spectators ? HOST.spectators : HOST.noSpectators}</li>
        ${view.watching > 0 ? html`<li>${HOST.watching(view.watching)}</li>` : nothing}
      </ul>
      ${view.host ? this.closing(view.closing) : nothing}
    `;
  }

  private ask(asked: boolean): void {
    this.asked = asked;
    this.requestUpdate();
  }

  private async close(): Promise<void> {
    this.ask(false);
    if (await this.store.do({ do: "close" })) this.store.show();
  }

  /** Only the host closes a table, and is asked twice: it cannot be undone. */
  private closing(already: boolean): TemplateResult {
    if (already) return html`<p class="quiet">${CLOSE.closing}</p>`;
    if (!this.asked) return html`<div class="row"><button @click=${() => this.ask(true)}>${CLOSE.ask}</button></div>`;
    return html`
      <h3>${CLOSE.title}</h3>
      <p>${CLOSE.what}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.store.busy} @click=${() => void this.close()}>${CLOSE.yes}</button>
        <button @click=${() => this.ask(false)}>${CLOSE.no}</button>
      </div>
    `;
  }

  private bots(): TemplateResult {
    const { store } = this;
    const { seats, bots } = store.view ?? { seats: [], bots: [] };
    const sitting = seats.filter((each) => each.bot);
    const room = seats.some((each) => each.name === null);
    return html`
      ${sitting.length > 0
        ? html`<ul class="bots">${sitting.map((each) => html`<li>
            <span>${icon("bot")} ${each.name} <span class="quiet">${HOST.seatOf(each.n)}</span></span>
            ${bots.length > 0
              ? html`<button aria-label=${HOST.removeNamed(each.name ?? "", each.n)} ?disabled=${store.busy || each.leaving} @click=${() => void store.do({ do: "remove_bot", seat: each.n })}>${HOST.remove}</button>`
              : nothing}
          </li>`)}</ul>`
        : nothing}
      ${bots.length === 0
        ? html`<p class="quiet small">${HOST.mayNot}</p>`
        : html`<ul class="bots">${bots.map((each) => html`<li>
            <span><strong>${each.id}</strong> ${each.label}</span>
            <button aria-label=${HOST.addNamed(each.label)} ?disabled=${!room || store.busy} @click=${() => void store.do({ do: "add_bot", bot: each.id })}>${icon("plus")} ${HOST.add}</button>
          </li>`)}</ul>
          ${room ? nothing : html`<p class="quiet small">${HOST.noSeat}</p>`}`}
    `;
  }
}

customElements.define("pit-host", Host);
