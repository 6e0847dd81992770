// The words of the operator's console: its frame, its sections and the dialog of acts.

export const CONSOLE = {
  title: "Operator",
  sections: "Sections of the console",
  nothing: "Nothing here",
  nothingMore: "The console has no such section.",
  notLoaded: "This section could not be loaded. Load the page again.",
} as const;

/** By the keys of page/src/operator/sections.ts. */
export const SECTION_NAMES: Record<string, string> = {
  attention: "What needs attention",
  tables: "Tables",
  people: "People",
  money: "Money",
  disputes: "Disputes",
  proof: "Proof",
  journal: "Journal",
};

export const ACT = {
  why: "Reason",
  whyMore: "It stands in the journal of acts beside your name, and cannot be changed later.",
  noReason: "Write down the reason first.",
  cancel: "Do not",
  close: "Close",
  again: "Ask again",
  leave: "Leave it open",
  lost: "The answer was lost, and nobody here knows whether it was done. Ask again: under the same id it happens once.",
  done: "Done, and written down.",
  repeated: "This had been done before under the same id. Nothing was done again.",
  number: (number: number): string => `Number ${number} in the journal`,
  unreached: "The server did not answer. What is shown may be old.",
} as const;
