// Sounds: off until somebody wants them, and never the only sign of anything.

import { prefs } from "../shared/prefs.ts";
import type { Sound } from "./sounds.ts";
import type { Store } from "./store.ts";

/** Whether the person wants sounds, and the browser lets a page make them: after a gesture. */
const wanted = (): boolean => prefs().sound && navigator.userActivation.hasBeenActive;

export function play(name: Sound): void {
  if (wanted()) void import("./sounds.ts").then(({ sound }) => sound(name));
}

/** Lets a table be heard. Gives back how to stop. */
export function listenTo(store: Store): () => void {
  return store.listen(({ beat }) => wanted() && void import("./sounds.ts").then(({ hear }) => hear(beat.events, beat.view)));
}
