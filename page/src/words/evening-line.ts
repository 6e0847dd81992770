// The words of the line that an evening has at its tables.

export const LINE = {
  moved: (table: string, seat: number | null): string => `You move to ${table}${seat === null ? "" : `, seat ${seat}`}.`,
  go: "Go there",
  over: { ended: "It is over: the result is on its page.", called_off: "It was called off." },
  out: (place: string): string => `You are out: ${place}`,
  goes: "Your last round",
  paused: "Paused",
  /** "then $15–$150 in 4:05" */
  then: (limits: string, left: string, paused: boolean): string => (paused ? `Paused; then ${limits}` : `then ${limits} in ${left}`),
} as const;
