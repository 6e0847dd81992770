// The page of an evening, as its parts see it.

import type { Evening } from "./shapes.ts";

/** A question before something that cannot be undone. */
export interface Question {
  text: string;
  yes: string;
  /** About nobody but who is asked: an operator need not say why. */
  own?: boolean;
  act(said: Said): void;
}

/** What an operator says beside the answer: it stands in the journal. */
export interface Said {
  why?: string;
}

/** What the parts of the page see and do. */
export interface Room {
  readonly evening: Evening;
  readonly now: number;
  readonly busy: boolean;
  readonly invite: string;
  /** The name a guest has given, or none yet; undefined for who has an account. */
  readonly guestName: string | undefined;
  readonly longestName: number;
  readonly asks: Question | undefined;
  act(what: string, body?: Record<string, unknown>): void;
  enter(name: string): void;
  ask(question: Question | undefined): void;
  say(text: string): void;
}
