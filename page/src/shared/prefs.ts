// What a person has chosen about the look and feel. Kept in the browser, never sent.

export type Deck = "distinct" | "poker" | "classic";
/** By day, by night, or as the rest of the reader's machine. */
export type Theme = "system" | "light" | "dark";
export type Motion = "normal" | "fast" | "instant";
/** When the coach speaks: never, after a decision, when asked, before it, or only to stop a costly one. */
export type Level = "off" | "after" | "request" | "before" | "ask";

export interface Prefs {
  theme: Theme;
  deck: Deck;
  motion: Motion;
  sound: boolean;
  textTable: boolean;
  /** Single keys act; off for who needs them for other things (WCAG 2.1.4). */
  keys: boolean;
  /** Keys that were changed: what the key does → the key. */
  keyMap: Record<string, string>;
  /** Whether the log of the table is read aloud. */
  logAloud: boolean;
  coach: Level;
  /** One's own result stays until one goes on, whatever the table does meanwhile. */
  resultStays: boolean;
  /** People whose gestures are not to be seen: id → the name they had. */
  muted: Record<string, string>;
  mutedAll: boolean;
  /** The houses whose first hand was played, or skipped. */
  firstHands: string[];
  /** Up to three kept bets, per house. */
  favourites: Record<string, Record<string, number>[]>;
}

const KEY = "pitboss.prefs";
const FIRST: Prefs = { theme: "system", deck: "distinct", motion: "normal", sound: false, textTable: false, keys: true, keyMap: {}, logAloud: false, coach: "request", resultStays: true, muted: {}, mutedAll: false, firstHands: [], favourites: {} };

let held: Prefs | undefined;

/** The choices now; `?motion=instant` in the address goes over what is kept. */
export function prefs(): Prefs {
  if (held === undefined) {
    let kept: Partial<Prefs> = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
    } catch {
      kept = {}; // a browser that keeps nothing
    }
    held = { ...FIRST, ...kept };
    const motion = new URLSearchParams(location.search).get("motion");
    if (motion === "normal" || motion === "fast" || motion === "instant") held.motion = motion;
  }
  return held;
}

export function setPrefs(change: Partial<Prefs>): void {
  held = { ...prefs(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // kept until the page is closed
  }
  applyPrefs();
  dispatchEvent(new CustomEvent("prefs"));
}

/** The colour of the browser's own bars: that of the room. */
const ROOM = { light: "#faf8f3", dark: "#14181b" } as const;

export function applyPrefs(): void {
  const { theme, deck, motion } = prefs();
  document.documentElement.dataset["theme"] = theme;
  for (const each of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    each.content = ROOM[theme === "system" ? (each.dataset["scheme"] as "light" | "dark") : theme];
  }
  document.documentElement.dataset["deck"] = deck;
  document.documentElement.dataset["motion"] = motion;
}
