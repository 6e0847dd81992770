// The filters of the journal: as they stand in the address, and as the server is asked.

export const FILTERS = ["table", "person", "operator", "kind", "since", "until"] as const;

const PAGE = 50;

/** The first moment of a day as it is written in a field ("2026-11-16"), in the reader's own zone. */
export function fromDay(day: string, later = 0): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!found) return undefined;
  const at = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]) + later).valueOf();
  return Number.isNaN(at) || at < 0 ? undefined : at;
}

/** What the server is asked for; the last day is whole. */
export function asked(query: URLSearchParams, before?: number): URLSearchParams {
  const found = new URLSearchParams({ most: String(PAGE) });
  for (const name of FILTERS) {
    const value = query.get(name);
    const moment = name === "since" ? fromDay(value ?? "") : name === "until" ? fromDay(value ?? "", 1) : undefined;
    if (name === "since" || name === "until") {
      if (moment !== undefined) found.set(name, String(moment));
    } else if (value) found.set(name, value);
  }
  if (before !== undefined) found.set("before", String(before));
  return found;
}
