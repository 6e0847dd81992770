// The words around the list of hands.

export const RANKS = {
  order: "Hands, the best first",
  wait: "One moment…",
  failed: "The hands cannot be fetched at this moment.",
} as const;
