// Getting up: at once, or after this hand when there are bets or cards on the table.

import { html, type TemplateResult } from "lit";
import { LEAVE } from "../../words/dialogs.ts";
import { HEAD } from "../../words/head.ts";
import { Part } from "../part.ts";

class LeaveTable extends Part {
  private async stand(): Promise<void> {
    this.store.show();
    await this.store.do({ do: "stand" });
  }

  protected override render(): TemplateResult {
    const { mySeats, betweenRounds } = this.store;
    const playing = !betweenRounds && mySeats.some((seat) => seat.cards.length > 0 || seat.spots.some((spot) => spot.amount > 0) || seat.status === "bank");
    if (mySeats.length > 0 && mySeats.every((each) => each.leaving)) return html`<p>${LEAVE.leaving}</p><div class="row"><a class="button" href="/">${HEAD.toLobby}</a></div>`;
    return html`
      <p>${playing ? LEAVE.after : LEAVE.now}</p>
      <div class="row">
        <button class="primary" @click=${() => void this.stand()}>${playing ? LEAVE.standAfter : LEAVE.stand}</button>
        <button @click=${() => this.store.show()}>${LEAVE.stay}</button>
      </div>
    `;
  }
}

customElements.define("pit-leave", LeaveTable);
