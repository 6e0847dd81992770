// Free play money for a person who has next to none left.

import { call, Refused } from "../shared/api.ts";
import { rail } from "../words/rail.ts";
import type { Store } from "./store.ts";

/** Asks for something about me; what is refused is told, and how I stand is asked for anew. */
export async function asked(store: Store, what: () => Promise<void>): Promise<void> {
  try {
    await what();
    await store.refreshMe();
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    store.say(fault.message, "fault");
  }
}

export function topUp(store: Store): Promise<void> {
  return asked(store, async () => {
    const { funds } = await call<{ funds: number }>("POST", "/api/top-up");
    await store.do({ do: "introduce" });
    store.say(rail.toppedUp(funds));
  });
}
