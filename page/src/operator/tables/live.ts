// A table as a spectator sees it: the dealer, each seat with what lies there, and what the round has come to.

import { html, nothing, type TemplateResult } from "lit";
import type { components } from "../../generated/api.ts";
import { card } from "../../shared/art.ts";
import { dollars, signed } from "../../shared/money.ts";
import { TABLES } from "../../words/operator-tables.ts";

type TableView = components["schemas"]["TableView"];
type Seat = TableView["seats"][number];

export function live(view: TableView): TemplateResult {
  const { dealer } = view.state;
  const taken = view.seats.filter((seat) => seat.name !== null);
  return html`<div class="live felted" data-house=${view.table.house}>
    <div class="live-dealer"><h3>${dealer.label || TABLES.dealer}</h3>
      <p class="faces">${dealer.cards.map((face) => card(face))}</p>
      ${dealer.hand ? html`<p class="live-hand">${dealer.caption || dealer.hand}</p>` : nothing}</div>
    ${taken.length > 0 ? html`<ul class="live-seats">${taken.map(place)}</ul>` : html`<p>${TABLES.empty}</p>`}
  </div>`;
}

function place(seat: Seat): TemplateResult {
  const bets = seat.spots.filter((spot) => spot.amount > 0);
  const { hand } = seat;
  const marks = [seat.bot ? TABLES.bot : "", seat.here || seat.bot ? "" : TABLES.away, hand?.folded ? TABLES.folded : ""].filter(Boolean);
  return html`<li><h3>${TABLES.seat(seat.n)}: ${seat.name}${marks.length > 0 ? html` <small>${marks.join(", ")}</small>` : nothing}</h3>
    ${hand && hand.cards.length > 0 ? html`<p class="faces">${hand.cards.map((face) => card(face))}</p>` : nothing}
    ${hand?.label ? html`<p class="live-hand">${hand.label}</p>` : nothing}
    ${bets.length > 0 ? html`<dl>${bets.map((spot) => html`<div><dt>${spot.label}</dt><dd>${dollars(spot.amount)}</dd></div>`)}</dl>` : html`<p class="live-none">${TABLES.noBets}</p>`}
    ${hand && hand.net !== null ? html`<p class="live-net">${signed(hand.net)}</p>` : nothing}</li>`;
}
