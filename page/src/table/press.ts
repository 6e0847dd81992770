// Pressing a key on the table: what it means now, done to the store.

import { prefs, setPrefs } from "../shared/prefs.ts";
import { isRaise } from "../shared/raises.ts";
import { meaning, placesOf } from "./keys.ts";
import { toggleGestures } from "./parts/gestures.ts";
import { readAloud } from "./parts/voice.ts";
import { spotAt } from "./places.ts";
import type { Store } from "./store.ts";
import { CHIPS } from "./tray.ts";

/** Whether the focus is where it is because of a mouse or a finger. */
let pointed = false;

/** Listens on the page; gives back how to stop. */
export function listenForKeys(store: Store): () => void {
  const down = (event: KeyboardEvent): void => {
    if (event.key === "Tab") pointed = false;
    pressed(store, event);
  };
  const click = (): void => void (pointed = true);
  addEventListener("keydown", down);
  addEventListener("pointerdown", click, { capture: true });
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("pointerdown", click, { capture: true });
  };
}

function pressed(store: Store, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
  if (!prefs().keys || document.querySelector("dialog[open]")) return;
  if (event.key === " " && ownSpace(event.target)) return;
  const own = event.shiftKey || store.phase !== "decisions" ? undefined : store.actions.find((each) => isRaise(each.id) && each.key === event.key);
  if (own) {
    if (store.canDecide) void store.decide(own);
    event.preventDefault();
    return;
  }
  const fromServer = Object.fromEntries(store.actions.map((each) => [each.id, each.key]));
  const meant = meaning({ key: event.key, shift: event.shiftKey }, store.phase, prefs().keyMap, fromServer);
  if (meant && act(store, meant.id, meant.twin)) event.preventDefault();
}

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "range", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Space belongs to what has the focus by keyboard: a button, a link, a choice. After a click in the Rail it deals. */
function ownSpace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest("button, a, input, summary, [role='tab']") === null) return false;
  return !(pointed && target.closest("pit-rail") !== null);
}

/** Does what a key means; false when it means nothing here. */
function act(store: Store, id: string, twin: boolean): boolean {
  const seat = store.seat;
  switch (id) {
    case "help":
      store.show("help");
      return true;
    case "mute":
      setPrefs({ sound: !prefs().sound });
      return true;
    case "gestures":
      return toggleGestures();
    case "odds":
    case "history":
      store.show(id === "odds" ? "pays" : "log");
      return true;
    case "read":
      void readAloud(store);
      return true;
  }
  if (!seat) return false;
  switch (id) {
    case "previous":
    case "next":
      return turn(store, id === "next" ? 1 : -1);
    case "play":
    case "fold":
    case "draw":
      return decide(store, id);
    case "card1":
    case "card2":
    case "card3":
      return mark(store, Number(id.slice(-1)) - 1);
    case "coach":
      void store.coach.open(seat);
      return true;
    case "more_time":
      void store.do({ do: "more_time" });
      return true;
    case "again":
      void (store.view?.bank?.keeps ? store.bank.goOn("keep") : store.bets.rebetAndDeal());
      return true;
    case "fresh":
      void (store.view?.bank?.keeps ? store.bank.goOn("pass") : store.clearFelt());
      return true;
    case "go":
      void store.clearFelt();
      return true;
  }
  return store.canBet && bet(store, seat.n, id, twin);
}

function bet(store: Store, seat: number, id: string, twin: boolean): boolean {
  if (id.startsWith("chip")) {
    store.tray.choose(CHIPS[Number(id.slice(4)) - 1]);
  } else if (id === "rebet") void (twin ? store.bets.rebetAndDeal() : store.bets.rebet());
  else if (id === "double") void store.bets.rebet(2);
  else if (id === "undo") twin ? store.bets.redo(seat) : store.bets.undo(seat);
  else if (id === "clear") void store.bets.setBets(seat, {});
  else if (id === "deal") return deal(store);
  else {
    const frame = store.mySeats.find((each) => each.n === seat);
    const spot = frame && spotAt(store.view, store.bets.spots(frame), placesOf(id));
    if (!spot) return false;
    void store.bets.put(seat, spot.id, twin ? -store.tray.chip : store.tray.chip);
  }
  return true;
}

/** Space deals when there is a bet; to sit a round out is a button of its own. */
function deal(store: Store): boolean {
  const plays = store.view?.bank?.you || store.mySeats.some((each) => store.bets.draft(each.n).total > 0);
  if (!plays || store.view?.me?.ready) return false;
  void store.bets.ready();
  return true;
}

function decide(store: Store, id: string): boolean {
  const seat = store.seat?.n ?? 0;
  const marked = store.discards.get(seat);
  const found = store.actions.find((each) => each.id === id && (each.discard === null || each.discard === marked));
  if (found && store.canDecide) void store.decide(found);
  return found !== undefined;
}

function mark(store: Store, at: number): boolean {
  const seat = store.seat;
  const face = seat?.cards[at];
  if (!seat || !face || !store.actions.some((each) => each.discard === face)) return false;
  store.toggleDiscard(seat.n, face);
  return true;
}

function turn(store: Store, by: number): boolean {
  const mine = store.mySeats;
  if (mine.length < 2) return false;
  const at = mine.findIndex((each) => each.n === store.seat?.n);
  const next = mine.at((at + by) % mine.length);
  if (next) store.choose(next.n);
  return true;
}
