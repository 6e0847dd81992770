// An amount of money as somebody types it.

/** "$1,000", "12.50" or "20" in cents; undefined for anything else. */
export function readMoney(text: string): number | undefined {
  const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return undefined;
  return Number((found[1] ?? "").replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
