// Where the Rail would be, for who has no seat: one button that gives one, and covers nothing.

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../shared/art.ts";
import { COMPANY } from "../../words/company.ts";
import { STATES } from "../../words/states.ts";
import { Part } from "../part.ts";
import { freeSeats, takeSeat } from "../seating.ts";

class SeatBar extends Part {
  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const { view } = store;
    if (!view || view.closing || view.phase === "closed") return nothing;
    const free = !view.evening && freeSeats(view.seats).length > 0;
    const words = view.evening ? STATES.spectating : free ? (store.me ? COMPANY.noSeat : STATES.spectating) : COMPANY.full;
    return html`<section class="seat-bar" aria-label=${COMPANY.seatBar}>
      <p>${icon("eye")} ${words}</p>
      ${free ? html`<button class="primary" ?disabled=${store.busy} @click=${() => void takeSeat(store)}>${icon("armchair")} ${STATES.takeSeat}</button>` : nothing}
    </section>`;
  }
}

customElements.define("pit-seat-bar", SeatBar);
