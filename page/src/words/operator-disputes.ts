// The words of the console's section of disputes.

import { counted } from "./operator-lists.ts";

export const DISPUTES = {
  which: "Which disputes",
  open: (number: number | undefined): string => (number === undefined ? "Open" : `Open (${number})`),
  closed: "Closed",
  find: "Find a round",
  noneOpen: "Nobody doubts a round. Well dealt.",
  noneClosed: "No dispute was closed yet.",
  list: "Disputes",
  says: "What is said",
  verdict: "How it ended",
  findRound: "Id of the round, like 7:41",
  findTable: "Id of the table",
  findPerson: "Name or id of a person",
  findMore: "Fill in one or more of them.",
  found: "Rounds",
  nothingFound: "No round fits.",
  ended: "Ended",
  stillOpen: "still open",
  back: "All disputes",
  judging: "Judged again",
  right: "This round is right: everything was dealt, settled and paid by the rules.",
  wrong: (count: number): string => `This round is not right: ${counted(count, "fault")} below.`,
  checks: "What was checked",
  lines: "Settled again, line by line",
  seat: (seat: number, name: string): string => `Seat ${seat}, ${name}`,
  wager: "Wager",
  stake: "Stake",
  result: "By the rules",
  paid: "Paid",
  clause: "Clause",
  same: "The same?",
  equal: "the same",
  unequal: "different",
  noLine: "no such line",
  total: "Together",
  noSeats: "Nobody was paid in this round.",
  tale: "The round, step by step",
  notes: "Notes",
  noNotes: "Nobody has noted anything.",
  note: "Add a note",
  noteMore: "Notes stand beside the round for ever and cannot be changed.",
  send: "Note it",
  noted: "Noted.",
  noteLost: "The answer was lost. Press again: it is noted once.",
  receipt: "Receipt",
  page: "Page of the round",
  said: (name: string): string => `Doubted by ${name},`,
  closedBy: (name: string): string => `Closed by ${name},`,
} as const;

/** How rounds end, by the keys of the server. */
export const ENDS: Record<string, string> = { settled: "settled", void: "void", unused: "nobody bet" };

/** Verdicts, by the keys of the server. */
export const VERDICTS: Record<string, string> = { stands: "The round stands", wrong: "The house was wrong", withdrawn: "Nobody doubts it any more" };

export const DISPUTE_ACTS = {
  open: { name: "Open a dispute", will: "The round stands in the list of open disputes until somebody closes it. The reason is noted beside it." },
  close: {
    name: "Close the dispute",
    will: "The player who disputed the round can read the verdict and the reason. No money moves: give what is owed under People.",
    verdict: "Verdict",
    notVerdict: "Choose a verdict.",
  },
} as const;
