// One act of an operator: what it is, what it will do, and how it is sent so that it happens once.

import type { TemplateResult } from "lit";
import type { components } from "../generated/api.ts";
import { Refused } from "../shared/api.ts";

export type ActShown = components["schemas"]["ActShown"];
/** What the server answers: the act, or the act beside something that is shown once. */
export type Answer = ActShown | { act: ActShown };
export type Fields = ReadonlyMap<string, string>;

export interface Act {
  /** The title of the dialog and the name of its button: "Freeze the table". */
  name: string;
  /** What will happen, in a sentence. */
  will: string;
  /** Where it is posted. */
  path: string;
  /** What is sent beside the id and the reason. */
  body?: Record<string, unknown>;
  /** More to fill in, drawn above the reason; each field has a name. */
  fields?: () => TemplateResult;
  /** What the fields say, as it is sent; throws `NotFilled` with a sentence. */
  read?: (fields: Fields) => Record<string, unknown>;
  /** It takes something from somebody or cannot be undone. */
  danger?: boolean;
  /** Shown when it is done, beside the journal's line; a link that is handed over, say. */
  more?: (answer: never) => TemplateResult;
}

/** A field that cannot be read: nothing was sent. */
export class NotFilled extends Error {}

export type Stage =
  | { at: "asking"; fault: string }
  | { at: "sending" }
  /** Nobody knows whether it was done: the same is sent again under the same id, and nothing else. */
  | { at: "lost" }
  | { at: "done"; answer: Answer; act: ActShown };

type Sender = (path: string, body: Record<string, unknown>) => Promise<Answer>;

/** Whether a fault leaves open what was done. A refusal of the house says that nothing was. */
export function isUnknown(fault: unknown): boolean {
  if (!(fault instanceof Refused)) return true;
  return fault.body.code === "unknown" || (fault.body.code === "fault" && fault.status !== 500);
}

/** One opening of the dialog, from the first question to the journal's line. */
export class Attempt {
  stage: Stage = { at: "asking", fault: "" };
  private id = "";
  private sent = "";
  private readonly act: Act;
  private readonly send: Sender;
  private readonly newId: () => string;

  constructor(act: Act, send: Sender, newId: () => string) {
    this.act = act;
    this.send = send;
    this.newId = newId;
  }

  /** Sends what the fields say. The same content keeps its id; after a lost answer nothing else can be sent. */
  async submit(fields: Fields, noReason: string): Promise<void> {
    if (this.stage.at === "sending" || this.stage.at === "done") return;
    if (this.stage.at === "asking" && !this.fill(fields, noReason)) return;
    this.stage = { at: "sending" };
    try {
      const answer = await this.send(this.act.path, { ...(JSON.parse(this.sent) as Record<string, unknown>), id: this.id });
      this.stage = { at: "done", answer, act: "act" in answer ? answer.act : answer };
    } catch (fault) {
      this.stage = isUnknown(fault) ? { at: "lost" } : { at: "asking", fault: (fault as Refused).message };
    }
  }

  private fill(fields: Fields, noReason: string): boolean {
    const why = (fields.get("why") ?? "").trim();
    try {
      if (!why) throw new NotFilled(noReason);
      const content = JSON.stringify({ ...this.act.body, ...this.act.read?.(fields), why });
      if (content !== this.sent) [this.sent, this.id] = [content, this.newId()];
      return true;
    } catch (fault) {
      if (!(fault instanceof NotFilled)) throw fault;
      this.stage = { at: "asking", fault: fault.message };
      return false;
    }
  }
}
