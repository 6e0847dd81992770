// Words that several lists of the console share.

export const LISTS = {
  waiting: "One moment…",
  more: "Show more",
  none: "None.",
  search: "Search",
  table: "Table",
  round: "Round",
  house: "House",
  when: "When",
  who: "Who",
  gone: "a deleted account",
  closedTable: "a table that is closed",
} as const;

/** "1 round", "2,000 rounds". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}
