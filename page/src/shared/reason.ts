// The reason that an operator gives for an act; the server's own bound is the same.

export const LONGEST_REASON = 400; // characters
