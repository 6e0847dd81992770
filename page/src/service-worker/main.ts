// The service worker. The server writes before it what belongs to this version: `kept`.

import { expired, PREFIX, wayOf } from "./shell.ts";

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetches extends Waits {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly kept: { readonly version: string; readonly offline: string; readonly files: readonly string[] };
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: Waits) => void): void;
  addEventListener(type: "fetch", hear: (event: Fetches) => void): void;
}

const scope = globalThis as unknown as Scope;
const { version, offline, files } = scope.kept;

/** One after the other: nobody waits for it, and what an older version has need not be fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(PREFIX + version);
  for (const file of files) {
    const answer = (await caches.match(file)) ?? (await fetch(file, { credentials: "omit" }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer);
  }
  await cache.put(offline, await fetch(offline, { cache: "reload", credentials: "omit" }));
  await scope.skipWaiting(); // pages come from the network: no page can be older than its server
}

async function activate(): Promise<void> {
  for (const name of expired(await caches.keys(), version)) await caches.delete(name);
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function fromShell(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function fromHouse(event: Fetches): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const cache = await caches.open(PREFIX + version);
    return (await cache.match(offline)) ?? Response.error();
  }
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const way = wayOf(event.request, scope.location.origin);
  if (way === "kept") event.respondWith(fromShell(event.request));
  if (way === "page") event.respondWith(fromHouse(event));
});
