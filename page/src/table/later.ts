// Parts that are fetched when they are first wanted: the table stands before them.

import type { Store } from "./store.ts";

const asked = new Map<string, boolean>();

/** Whether a part is there. If not, it is fetched, and the table is drawn again when it has come. */
function isHere(store: Store, name: string, fetch: () => Promise<unknown>): boolean {
  if (!asked.has(name)) {
    asked.set(name, false);
    void fetch().then(
      () => {
        asked.set(name, true);
        store.changed();
      },
      () => asked.delete(name), // without it the table goes on; the next look asks again
    );
  }
  return asked.get(name) ?? false;
}

export const coachIsHere = (store: Store): boolean => isHere(store, "coach", () => import("./parts/coach.ts"));
/** The same for what a person opens: fetched then, and it stays. */
function opened(store: Store, name: string, wanted: boolean, fetch: () => Promise<unknown>): boolean {
  return (wanted || asked.has(name)) && isHere(store, name, fetch);
}

/** Once a clock runs. */
export const clockIsHere = (store: Store): boolean => opened(store, "clock", (store.clocked?.deadline ?? null) !== null, () => import("./parts/head-clock.ts"));
/** Once somebody is waited for in vain, or something was decided for the person. */
export const waitsAreHere = (store: Store): boolean =>
  opened(store, "waits", !!store.view?.patience.length || !!store.view?.waiting_for.some((each) => each.what === "away") || store.mySeats.some((each) => each.missed ?? each.out), () => import("./parts/waits.ts"));
let verdict: typeof import("../words/verdict.ts") | undefined;
/** The words of a paid hand, from the deal on. */
export const verdictWords = (store: Store): typeof verdict => {
  opened(store, "verdict", store.phase !== "bets", async () => {
    verdict = await import("../words/verdict.ts");
  });
  return verdict;
};
export const dialogsAreHere = (store: Store): boolean => opened(store, "dialogs", store.dialog !== undefined, () => import("./parts/dialogs.ts"));
export const helpIsHere = (store: Store): boolean => opened(store, "help", store.dialog === "help", () => import("./parts/help.ts"));
export const textTableIsHere = (store: Store): boolean => isHere(store, "text-table", () => import("./parts/text-table.ts"));
export const bankRailIsHere = (store: Store): boolean => isHere(store, "bank-rail", () => import("./parts/bank-rail.ts"));
export const bankOfferIsHere = (store: Store): boolean => isHere(store, "bank-offer", () => import("./parts/bank-offer.ts"));
export const gesturesAreHere = (store: Store): boolean => isHere(store, "gestures", () => import("./parts/gesture-list.ts"));
export const endIsHere = (store: Store): boolean => isHere(store, "end", () => import("./parts/end.ts"));
export const firstHandIsHere = (store: Store): boolean => isHere(store, "first-hand", () => import("./parts/first-hand.ts"));
export const ranksAreHere = (store: Store): boolean => isHere(store, "ranks", () => import("./parts/ranks-dialog.ts"));
export const sittingIsHere = (store: Store): boolean => isHere(store, "sitting", () => import("./parts/sitting-dialog.ts"));
export const fairIsHere = (store: Store): boolean => isHere(store, "fair", () => import("./parts/fair-dialog.ts"));
export const leaveIsHere = (store: Store): boolean => isHere(store, "leave", () => import("./parts/leave-dialog.ts"));
export const hostIsHere = (store: Store): boolean => isHere(store, "host", () => import("./parts/host-dialog.ts"));
export const settingsAreHere = (store: Store): boolean => isHere(store, "settings", () => import("./parts/settings-dialog.ts"));
export const coachSumIsHere = (store: Store): boolean => isHere(store, "coach-sum", () => import("./parts/panel-coach.ts"));
/** Once the meter has paid, or envy. */
export const jackpotIsHere = (store: Store): boolean => {
  const { view } = store;
  return view !== undefined && view.jackpots.length + view.envy.length > 0 && isHere(store, "jackpot", () => import("./parts/jackpot-plate.ts"));
};
/** At a table with a player bank. */
export const bankPlateIsHere = (store: Store): boolean => !!store.view?.bank && isHere(store, "bank-plate", () => import("./parts/bank-plate.ts"));
/** Once the table is there and the person has no seat. */
export const seatBarIsHere = (store: Store): boolean => store.view !== undefined && isHere(store, "seat-bar", () => import("./parts/seat-bar.ts"));
/** At a table of an evening. */
export const eveningIsHere = (store: Store): boolean => !!store.view?.evening && isHere(store, "evening", () => import("./parts/evening-line.ts"));
export const logIsHere = (store: Store): boolean => isHere(store, "log", () => import("./parts/panel-log.ts"));
export const meIsHere = (store: Store): boolean => isHere(store, "me", () => import("./parts/panel-me.ts"));
