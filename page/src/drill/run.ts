// One drill as it goes: which hand is asked, what the answers gave up. Nothing here knows a rule; costs come with the
// server's answers.

import type { components } from "../generated/api.ts";
import { isRaise } from "../shared/raises.ts";

export type Drill = components["schemas"]["Drill"];
export type Question = components["schemas"]["QuestionShown"];
export type Answered = components["schemas"]["Answered"];

export interface Done {
  question: Question;
  /** Of the first answer; it is the one that counts. Micro-cents. */
  cost: number;
}

export class Run {
  readonly drill: Drill;
  readonly done: Done[] = [];
  streak = 0;
  private queue: Question[];
  /** The first answer was wrong and may be given again. */
  private second = false;
  /** The hand that is asked has its answer, and stays until `next`. */
  private counted = false;

  constructor(drill: Drill) {
    this.drill = drill;
    this.queue = [...drill.questions];
  }

  get question(): Question | undefined {
    return this.queue[0];
  }

  /** The keys of raised Plays, where hands of this drill may choose one: the digits of their multiples. */
  get raiseKeys(): string[] {
    const choices = this.drill.questions.flatMap((each) => each.choices);
    return [...new Set(choices.filter((each) => isRaise(each.id)).map((each) => each.key))];
  }

  get all(): number {
    return this.done.length + this.queue.length - (this.counted ? 1 : 0);
  }

  /** Whether the hand that is asked is the last. */
  get last(): boolean {
    return this.queue.length === 1;
  }

  get again(): boolean {
    return this.second;
  }

  /** What came of an answer to the hand that is asked; the hand stays until `next`. */
  answered(answer: Answered): void {
    const { question } = this;
    if (!question) return;
    if (!answer.finished) {
      this.second = true;
      this.streak = 0;
      return;
    }
    if (!this.second) {
      this.count(question, answer.cost ?? 0);
      this.streak = answer.right ? this.streak + 1 : 0;
    }
  }

  private count(question: Question, cost: number): void {
    this.done.push({ question, cost });
    this.counted = true;
  }

  /** The cost of the first answer is known only with the second: the whole table of worths comes with it. */
  firstCost(cost: number): void {
    const { question } = this;
    if (question && this.second) this.count(question, cost);
  }

  next(): void {
    this.queue.shift();
    this.second = this.counted = false;
  }

  /** No answer in time: the hand comes back at the end. */
  slow(): void {
    const late = this.queue.shift();
    if (late) this.queue.push(late);
    this.second = false;
    this.streak = 0;
  }

  get givenUp(): number {
    return this.done.reduce((sum, each) => sum + each.cost, 0);
  }

  /** Of a hundred; undefined before the first answer. */
  get accuracy(): number | undefined {
    if (!this.done.length) return undefined;
    return Math.round((100 * this.done.filter((each) => each.cost === 0).length) / this.done.length);
  }

  worst(most: number): Done[] {
    return this.done.filter((each) => each.cost > 0).sort((a, b) => b.cost - a.cost).slice(0, most);
  }
}

/** Micro-cents to the cent: "$0.46", "−$9.54"; what would look like nothing is told as less than a cent. */
export function fine(micro: number, less: string): string {
  const cents = Math.round(micro / 1_000_000);
  if (micro !== 0 && cents === 0) return less;
  return `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
