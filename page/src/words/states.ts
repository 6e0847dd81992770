// The words for when something is the matter with the table or the way to it.

export const STATES = {
  connecting: "Coming to the table…",
  lost: "Reconnecting… your seat is held.",
  lostWatching: "Reconnecting…",
  newer: "There is a newer version of this page. Your seat and your bets stay as they are.",
  reload: "Load it",
  spectating: "You are looking on.",
  takeSeat: "Take a seat",
  yourSitting: "Your sitting",
  ranks: "Which hand beats which",
} as const;
