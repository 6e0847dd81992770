// What the service worker keeps and what it lets pass. It keeps built files, whose names carry a hash, and one page that
// says that there is no connection; never an answer of the API, a view, or a page that was made for somebody.

export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** kept: from the shell, else the network. page: from the network, else the page without connection. through: not ours. */
export type Way = "kept" | "page" | "through";

export const PREFIX = "pitboss-shell-";
const GENERATIONS = 2; // a page that is still open may yet load a part of the version before

export function wayOf({ method, mode, url }: Asked, origin: string): Way {
  const { origin: host, pathname } = new URL(url);
  if (method !== "GET" || host !== origin) return "through";
  if (pathname.startsWith("/static/") || pathname === "/felts.css") return "kept";
  return mode === "navigate" && !pathname.startsWith("/api/") ? "page" : "through";
}

/** Which caches go, of all there are in the order in which they were made. Those of others stay. */
export function expired(names: readonly string[], version: string): string[] {
  const before = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
  return before.slice(0, Math.max(0, before.length - GENERATIONS + 1));
}
