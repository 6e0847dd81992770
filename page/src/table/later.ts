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
export const gesturesAreHere = (store: Store): boolean => isHere(store, "gestures", () => import("./parts/gesture-list.ts"));
export const fairIsHere = (store: Store): boolean => isHere(store, "fair", () => import("./parts/fair-dialog.ts"));
export const leaveIsHere = (store: Store): boolean => isHere(store, "leave", () => import("./parts/leave-dialog.ts"));
export const textTableIsHere = (store: Store): boolean => isHere(store, "text-table", () => import("./parts/text-table.ts"));
export const hostIsHere = (store: Store): boolean => isHere(store, "host", () => import("./parts/host-dialog.ts"));
export const settingsAreHere = (store: Store): boolean => isHere(store, "settings", () => import("./parts/settings-dialog.ts"));
export const coachSumIsHere = (store: Store): boolean => isHere(store, "coach-sum", () => import("./parts/panel-coach.ts"));
