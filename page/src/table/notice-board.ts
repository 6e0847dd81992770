// Where the parts of the page hear that something has changed, and what lies before the person just now: a sentence, and
// what was opened over the table.

import type { Step } from "./presentation.ts";

/** A sentence for the status line and for who listens. */
export interface Said {
  text: string;
  kind: "status" | "fault";
}

/** What can be opened over the table. */
export type Dialog = "settings" | "host" | "bank" | "fair" | "leave" | "last" | "ranks" | "sitting" | "help" | "pays" | "log" | "me";

export class NoticeBoard {
  /** The last thing to tell the person. */
  said: Said = { text: "", kind: "status" };
  /** What lies open over the table. */
  dialog: Dialog | undefined;

  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(step: Step) => void>();
  private telling = false;

  /** Called after every change, at most once a frame. Gives back how to stop. */
  watch(heard: () => void): () => void {
    this.watchers.add(heard);
    return () => this.watchers.delete(heard);
  }

  /** Called with each step of the presentation, before it is drawn. */
  listen(heard: (step: Step) => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  /** Tells who listens of a step. */
  protected tell(step: Step): void {
    for (const each of this.listeners) each(step);
  }

  changed(): void {
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      for (const each of this.watchers) each();
    });
  }

  say(text: string, kind: Said["kind"] = "status"): void {
    this.said = { text, kind };
    this.changed();
  }

  /** What was refused is no longer so: the person has gone on. */
  forgetFault(): void {
    if (this.said.kind === "fault") this.said = { text: "", kind: "status" };
  }

  /** Opens something over the table; without a name, closes it. */
  show(dialog?: Dialog): void {
    this.dialog = dialog;
    this.changed();
  }
}
