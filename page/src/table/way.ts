// Where a table's socket is: at the server that the ticket names, and nowhere that the page was not told of.

/** The address of a table's socket, without its query. `address` is a server's, empty for the one the page came from. */
export function wayTo(table: string, address: string, page: string, servers: readonly string[]): string {
  const base = known(address, page, servers) ? address : page;
  return `${base.replace(/^http/, "ws")}/api/tables/${table}/socket`;
}

/** Whether a page may open a socket there: at its own origin, or at a server of the list that it was served with. */
function known(address: string, page: string, servers: readonly string[]): boolean {
  return address === page || address.startsWith(`${page}/`) || (address !== "" && servers.includes(address));
}

/** The servers of the house that this page was served with. */
export function serversOfPage(): readonly string[] {
  return (document.body.dataset["servers"] ?? "").split(" ").filter((each) => each !== "");
}
