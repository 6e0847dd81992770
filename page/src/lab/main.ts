// The Lab: a house with any of its rules moved, priced exactly. Without a script the page shows the printed sheet.

import "../style/lab.css";
import "./figure.ts";
import { html, nothing, render } from "lit";
import { guard } from "lit/directives/guard.js";
import { LAB } from "../words/lab.ts";
import { bankroll } from "./parts/bankroll.ts";
import { bar } from "./parts/bar.ts";
import { compare } from "./parts/compare.ts";
import { edges } from "./parts/edges.ts";
import { folk } from "./parts/folk.ts";
import { hand } from "./parts/hand.ts";
import { knobs } from "./parts/knobs.ts";
import { pays } from "./parts/pays.ts";
import { refused, waits } from "./parts/refused.ts";
import { sitting } from "./parts/sitting.ts";
import { strategy } from "./parts/strategy.ts";
import { tableRisk } from "./parts/table-risk.ts";
import { LabStore } from "./store.ts";

const SHORT = 12; // pay lines: with fewer, the left column has room for more

function start(place: HTMLElement): void {
  const store = new LabStore(place.dataset["house"] ?? "", location.search);
  const houses = [...document.querySelectorAll<HTMLElement>(".houses a[data-house]")].map((each) => [each.dataset["house"] ?? "", each.textContent ?? ""] as const);
  const disclosed = document.querySelectorAll<HTMLElement>(".disclosed");
  let cleared = false;

  function draw(): void {
    const told = store.now.answer ?? store.printed.answer;
    if (!told && !store.now.refusal && !store.printed.refusal) return; // the printed sheet stands there until there is more
    if (!cleared) place.replaceChildren();
    cleared = true;
    for (const each of disclosed) each.hidden = told?.changed === true; // they are about the printed sheet
    const { up, cell, cards, shown, bets, rounds, stopWin, stopLoss, beside, pace, rebate, risk, tablePace, hours } = store.state;
    const purse = store.state.bankroll;
    const pending = store.now.pending;
    const lines = told?.wagers.reduce((sum, wager) => sum + wager.linear.lines.length, 0) ?? 0;
    const left = lines < SHORT;
    const people = told ? guard([told], () => folk(store, told)) : nothing;
    // A slider that is dragged draws only what can follow it; the rest waits for its own answers.
    render(
      html`<p class="unseen" role="status">${store.said}</p>${bar(store, told)} ${refused(store.now.refusal ? store.now : store.printed)}
        ${told
          ? html`<div class="lab-grid ${store.now.refusal ? "stale" : ""}">
              <div class="lab-column">${edges(store, told)} ${pays(store, told)} ${left ? people : nothing}</div>
              <div class="lab-column">
                ${knobs(store, told)}
                ${guard([told, pending, up, cell, ...store.chart.seen, ...store.cutOffs.seen, ...store.cell.seen], () => strategy(store, told))}
                ${left ? nothing : people}
              </div>
              ${guard([told, pending, bets, purse, rounds, stopWin, stopLoss, ...store.sitting.seen], () => sitting(store, told))}
              ${guard([told, pending, pace, rebate, ...store.bankroll.seen], () => bankroll(store, told))}
              ${guard([told, pending, risk, tablePace, hours, ...store.risk.seen], () => tableRisk(store, told))}
              ${guard([told, cards, shown, ...store.hand.seen], () => hand(store, told))}
              ${guard([beside, ...store.now.seen, ...store.beside.flatMap((each) => each.seen)], () => compare(store, houses))}
            </div>`
          : waits(store.now, LAB.waiting)}`,
      place,
    );
  }

  store.watch(draw);
  addEventListener("popstate", () => store.back());
  draw();
}

const place = document.getElementById("lab");
if (place) start(place);
