// The keyboard map as data, and which key means what now. Keys can be changed or switched off (WCAG 2.1.4); those of
// the decisions come from the server. The pressing itself is in press.ts.

import { prefs } from "../shared/prefs.ts";
import type { SpotPlace } from "./places.ts";

export type When = "bets" | "decisions" | "settled" | "any";

export interface Binding {
  readonly id: string;
  readonly key: string;
  readonly when: When;
  /** With Shift it does its twin: takes off, redo, rebet and deal. */
  readonly shift?: true;
  /** The spots that it is for, by where they lie. */
  readonly places?: readonly SpotPlace[];
}

export const BINDINGS: readonly Binding[] = [
  { id: "chip1", key: "1", when: "bets" },
  { id: "chip2", key: "2", when: "bets" },
  { id: "chip3", key: "3", when: "bets" },
  { id: "chip4", key: "4", when: "bets" },
  { id: "chip5", key: "5", when: "bets" },
  { id: "chip6", key: "6", when: "bets" },
  { id: "spot1", key: "a", when: "bets", shift: true, places: ["bottom middle"] },
  { id: "spot2", key: "b", when: "bets", shift: true, places: ["top middle", "bottom left"] },
  { id: "spot3", key: "s", when: "bets", shift: true, places: ["top right"] },
  { id: "spot4", key: "g", when: "bets", shift: true, places: ["top left"] },
  { id: "rebet", key: "r", when: "bets", shift: true },
  { id: "double", key: "d", when: "bets" },
  { id: "undo", key: "u", when: "bets", shift: true },
  { id: "clear", key: "x", when: "bets" },
  { id: "deal", key: " ", when: "bets" },
  { id: "card1", key: "1", when: "decisions" },
  { id: "card2", key: "2", when: "decisions" },
  { id: "card3", key: "3", when: "decisions" },
  { id: "play", key: "p", when: "decisions" },
  { id: "draw", key: "d", when: "decisions" },
  { id: "fold", key: "f", when: "decisions" },
  { id: "more_time", key: "t", when: "decisions" },
  { id: "again", key: "r", when: "settled", shift: true },
  { id: "fresh", key: "n", when: "settled" },
  { id: "go", key: " ", when: "settled" },
  { id: "previous", key: "[", when: "any" },
  { id: "next", key: "]", when: "any" },
  { id: "coach", key: "c", when: "any" },
  { id: "odds", key: "o", when: "any" },
  { id: "history", key: "h", when: "any" },
  { id: "mute", key: "m", when: "any" },
  { id: "gestures", key: "w", when: "any" },
  { id: "read", key: "v", when: "any" },
  { id: "help", key: "?", when: "any" },
];

export type KeyMap = Readonly<Record<string, string>>;

/** The key of a binding: the person's, else the server's, else the printed one. */
export function keyFor(binding: Binding, map: KeyMap, fromServer?: string): string {
  return map[binding.id] ?? fromServer ?? binding.key;
}

/** The places that a key is for. */
export function placesOf(id: string): readonly SpotPlace[] {
  return BINDINGS.find((each) => each.id === id)?.places ?? [];
}

/** What a phase of the table is to the keys. */
export function whenOf(phase: string): When {
  if (phase === "bets" || phase === "decisions") return phase;
  return phase === "settled" || phase === "void" ? "settled" : "any";
}

export interface Pressed {
  key: string;
  shift: boolean;
}

/** What a key means in a phase: the binding, and whether its Shift twin; signs need Shift on many keyboards. */
export function meaning(pressed: Pressed, phase: string, map: KeyMap, server: KeyMap = {}): { id: string; twin: boolean } | undefined {
  const now = whenOf(phase);
  const key = pressed.key.toLowerCase();
  const letter = /^[a-z ]$/.test(key);
  const found = BINDINGS.find((each) => {
    if (each.when !== "any" && each.when !== now) return false;
    if (keyFor(each, map, server[each.id]) !== key) return false;
    return !pressed.shift || !letter || each.shift === true;
  });
  return found && { id: found.id, twin: pressed.shift && letter && found.shift === true };
}

/** The binding that already has this key where it would count together with `id`. */
export function clash(id: string, key: string, map: KeyMap): Binding | undefined {
  const own = BINDINGS.find((each) => each.id === id);
  return BINDINGS.find(
    (each) => each.id !== id && keyFor(each, map) === key && (each.when === own?.when || each.when === "any" || own?.when === "any"),
  );
}

/** Whether a key can be chosen: one sign that can be typed. */
export function choosable(key: string): boolean {
  return [...key].length === 1 && key.trim() !== "";
}

/** The key as it is written on a button; nothing while single keys are off. */
export function keyOf(id: string, fromServer?: string): string {
  const binding = BINDINGS.find((each) => each.id === id);
  if (!prefs().keys) return "";
  if (!binding) return fromServer ? written(fromServer) : "";
  return written(keyFor(binding, prefs().keyMap, fromServer));
}

export function written(key: string): string {
  return key === " " ? "Space" : key.toUpperCase();
}
