// The sections of the console. Each is a module of its own that is fetched when it is opened, and defines the element
// `operator-<key>`; its name stands in words/operator.ts under the same key.

export interface SectionEntry {
  key: string;
  /** Fetches the module. */
  load: () => Promise<unknown>;
}

export const HOME = "attention"; // what /operator itself shows

export const SECTIONS: readonly SectionEntry[] = [
  { key: HOME, load: () => import("./attention/section.ts") },
  { key: "tables", load: () => import("./tables/section.ts") },
  { key: "people", load: () => import("./people/section.ts") },
  { key: "money", load: () => import("./money/section.ts") },
  { key: "disputes", load: () => import("./disputes/section.ts") },
  { key: "proof", load: () => import("./proof/section.ts") },
  { key: "journal", load: () => import("./journal/section.ts") },
];

export interface Place {
  entry: SectionEntry | undefined;
  rest: readonly string[];
}

/** The section that an address leads to, and what is left of the address for it. */
export function placeOf(path: string): Place {
  const [, , key = "", ...rest] = path.replace(/\/+$/, "").split("/").map(decodeURIComponent);
  return { entry: SECTIONS.find((each) => each.key === (key || HOME)), rest };
}

export function addressOf(key: string): string {
  return key === HOME ? "/operator" : `/operator/${key}`;
}
