// What the table sounds like: made by a small synthesizer. Fetched when somebody wants sounds.

import type { TableEvent } from "../generated/table.ts";
import type { TableSeen } from "./seen.ts";

export type Sound = "chip" | "card" | "flip" | "win" | "alert";

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

/** Plays a sound; the synthesizer comes over the network only now. */
export function sound(name: Sound): void {
  const now = performance.now();
  if (last?.sound === name && now - last.at < GAP) return;
  last = { sound: name, at: now };
  void import("zzfx").then(async ({ ZZFX }) => {
    if (ZZFX.audioContext.state === "suspended") await ZZFX.audioContext.resume();
    ZZFX.play(...SOUNDS[name]);
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

/** Some events, one sound after the other. */
export function hear(events: readonly TableEvent[], view: TableSeen): void {
  soundsOf(events, view).forEach((each, i) => setTimeout(() => sound(each), i * 250));
}
