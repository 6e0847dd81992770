// Times as the reader's own clock shows them. The server writes UTC.

export const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

export function localTimes(root: ParentNode): void {
  for (const each of root.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    const at = new Date(each.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    each.title = each.textContent ?? "";
    each.textContent = moment.format(at);
  }
}
