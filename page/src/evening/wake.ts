// Keeps the screen awake where the browser can: it may let go when nobody looks, and is asked again when somebody does.

interface Lock {
  request(type: "screen"): Promise<unknown>;
}

export function stayAwake(): void {
  const lock = (navigator as { wakeLock?: Lock }).wakeLock; // absent without TLS, and in some browsers
  if (!lock) return;
  const ask = (): void => {
    if (!document.hidden) lock.request("screen").catch(() => undefined); // not allowed now: the screen's own setting holds
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
