// Skipping: any click or key ends what is being shown, everywhere together, and does nothing else on the table.

import { finishMotion } from "./motion.ts";
import type { Store } from "./store.ts";

/** Keys that only hold, or lead about the page. */
const SILENT: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Tab"]);

function skip(store: Store): boolean {
  const some = store.presentation.skip();
  return finishMotion() || some;
}

/** Listens on the page; gives back how to stop. A tab that nobody sees is never waited for. */
export function skipByHand(store: Store): () => void {
  let ended = false;
  const press = (): void => void (ended = store.presentation.playing && skip(store));
  const click = (event: Event): void => {
    const on = event.target instanceof Element ? event.target.closest("pit-rail, pit-felt, pit-text-table") : null;
    if (ended && on !== null) event.stopPropagation(); // it was meant for what is over
    ended = false;
  };
  const key = (event: KeyboardEvent): void => {
    if (SILENT.has(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (!store.presentation.playing || document.querySelector("dialog[open]")) return;
    skip(store);
    event.preventDefault();
    event.stopPropagation();
  };
  const hidden = (): void => void (document.hidden && skip(store));
  addEventListener("pointerdown", press, true);
  addEventListener("click", click, true);
  addEventListener("keydown", key, true);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    removeEventListener("pointerdown", press, true);
    removeEventListener("click", click, true);
    removeEventListener("keydown", key, true);
    document.removeEventListener("visibilitychange", hidden);
  };
}
