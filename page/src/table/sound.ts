// Sounds: made by a small synthesizer, off until somebody wants them, and never the only sign of anything.

import type { TableEvent } from "../generated/table.ts";
import { prefs } from "../shared/prefs.ts";
import type { Store } from "./store.ts";
import type { TableSeen } from "./seen.ts";

type Sound = "chip" | "card" | "flip" | "win" | "alert";

// volume, randomness, frequency, attack, sustain, release, shape, curve, slide, delta slide, jump, jump time, repeat, noise
const SOUNDS: Record<Sound, (number | undefined)[]> = {
  chip: [0.5, 0.02, 2400, 0, 0.004, 0.05, 1, 2.6, 0, 0, 900, 0.012],
  card: [0.35, 0.1, 300, 0.004, 0.012, 0.05, 4, 0.6, -8, 0, 0, 0, 0, 6],
  flip: [0.4, 0.05, 520, 0.002, 0.012, 0.06, 4, 0.8, 6, 0, 0, 0, 0, 4],
  win: [0.5, 0, 523, 0.01, 0.12, 0.3, 0, 1, 0, 0, 262, 0.08],
  alert: [0.5, 0, 660, 0.01, 0.08, 0.2, 0, 1, 0, 0, -110, 0.1],
};

const GAP = 60; // ms: several cards at once are one sound
let last: { sound: Sound; at: number } | undefined;

/** Plays a sound, if the person wants sounds. The synthesizer comes over the network only then, after a gesture. */
export function play(sound: Sound): void {
  if (!prefs().sound || !navigator.userActivation.hasBeenActive) return;
  const now = performance.now();
  if (last?.sound === sound && now - last.at < GAP) return;
  last = { sound, at: now };
  void import("zzfx").then(async ({ ZZFX }) => {
    if (ZZFX.audioContext.state === "suspended") await ZZFX.audioContext.resume();
    ZZFX.play(...SOUNDS[sound]);
  });
}

/** What a batch of events sounds like: a win only when the round has brought something, a loss never. */
export function soundsOf(events: readonly TableEvent[], view: TableSeen | undefined): Sound[] {
  const mine = new Set(view?.seats.filter((each) => each.you).map((each) => each.n));
  const found: Sound[] = [];
  for (const event of events) {
    if (event.k === "bets" && mine.has(event.seat)) found.push("chip");
    else if (event.k === "deal") found.push("card");
    else if (event.k === "dealer") found.push("flip");
    else if ((event.k === "bank_offer" || event.k === "nudge") && mine.has(event.seat)) found.push("alert");
  }
  if (events.some((each) => each.k === "net" && mine.has(each.seat)) && hasWon(view)) found.push("win");
  return found;
}

/** Whether all hands of the viewer are paid, and have brought something together. */
function hasWon(view: TableSeen | undefined): boolean {
  const played = view?.seats.filter((each) => each.you && each.cards.length > 0) ?? [];
  return played.every((each) => each.net !== null) && played.reduce((sum, each) => sum + (each.net ?? 0), 0) > 0;
}

/** Lets a table be heard. Gives back how to stop. */
export function listenTo(store: Store): () => void {
  return store.listen(({ beat }) => soundsOf(beat.events, beat.view).forEach((sound, i) => setTimeout(() => play(sound), i * 250)));
}
