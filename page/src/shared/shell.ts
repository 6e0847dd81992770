// Keeps the shell in the browser (src/service-worker), so that the house can be installed and says when it cannot be reached.

const NEWER = "pitboss-newer";
const EVERY = 3_000; // milliseconds between two looks whether the house can be reached again

/** Registers the worker once the page has loaded; where there is none, everything works without. */
export function keepShell(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // absent without TLS
  if (!workers) return;
  const before = workers.controller;
  workers.addEventListener("controllerchange", () => before && dispatchEvent(new Event(NEWER)));
  addEventListener("load", () => {
    void workers.register("/sw.js", { updateViaCache: "none" }).then(
      (found) =>
        document.addEventListener("visibilitychange", () => {
          if (!document.hidden) found.update().catch(() => undefined); // not now; the next look may be luckier
        }),
      () => undefined,
    );
  });
}

/** The page that says that there is no connection: as soon as the house answers, the page that was wanted takes its place. */
export function comeBack(): void {
  const look = async (): Promise<void> => {
    if (!navigator.onLine) return;
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
    if (answer?.ok) location.reload();
  };
  addEventListener("online", () => void look());
  setInterval(() => void look(), EVERY);
}

/** Tells a page that stays open for long that a newer one is to be had. */
export function whenNewer(hear: () => void): void {
  addEventListener(NEWER, hear);
}
