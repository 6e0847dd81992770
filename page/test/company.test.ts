import { beforeEach, describe, expect, it, vi } from "vitest";
import { GESTURES, AVATARS } from "../src/words/company.ts";
import { GestureDesk, isMuted, muting } from "../src/table/gestures.ts";
import { GESTURE_ICONS } from "../src/table/parts/faces.ts";
import { sentences } from "../src/table/log.ts";
import { freeSeats, takeSeat } from "../src/table/seating.ts";
import { Refused } from "../src/shared/api.ts";
import type { Store } from "../src/table/store.ts";
import type { TableEvent } from "../src/generated/table.ts";
import { seat, view } from "./table-views.ts";

const prefs = vi.hoisted(() => ({ now: { muted: {} as Record<string, string>, mutedAll: false } }));
vi.mock("../src/shared/prefs.ts", () => ({
  prefs: () => prefs.now,
  setPrefs: (change: object) => Object.assign(prefs.now, change),
}));
vi.mock("../src/shared/art.ts", () => ({ icon: () => "" }));

const CHEERS: TableEvent = { k: "gesture", seat: 2, name: "Ann", person: "a", gesture: "cheers" };
const SITS: TableEvent = { k: "sit", seat: 3, name: "Bob" };

function desk(): { desk: GestureDesk; changed: ReturnType<typeof vi.fn> } {
  const changed = vi.fn();
  return { desk: new GestureDesk({ me: { id: "me" }, changed } as unknown as Store), changed };
}

beforeEach(() => {
  prefs.now = { muted: {}, mutedAll: false };
});

describe("gestures", () => {
  it("are seen at the seat for a few seconds, and told", () => {
    vi.useFakeTimers();
    const { desk: gestures, changed } = desk();
    expect(gestures.heard([CHEERS, SITS])).toEqual([CHEERS, SITS]);
    expect(gestures.at(2)).toBe("cheers");
    expect(gestures.at(3)).toBeUndefined();
    vi.advanceTimersByTime(3_000);
    gestures.heard([{ ...CHEERS, gesture: "ouch" }]);
    vi.advanceTimersByTime(3_000);
    expect(gestures.at(2)).toBe("ouch");
    vi.advanceTimersByTime(1_000);
    expect(gestures.at(2)).toBeUndefined();
    expect(changed).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("of a muted person, or of all, are neither seen nor told, but one's own are", () => {
    const { desk: gestures } = desk();
    gestures.mute("a", "Ann", true);
    expect(gestures.heard([CHEERS, SITS])).toEqual([SITS]);
    expect(gestures.at(2)).toBeUndefined();
    gestures.mute("a", "Ann", false);
    expect(gestures.heard([CHEERS])).toEqual([CHEERS]);
    prefs.now.mutedAll = true;
    expect(gestures.heard([CHEERS])).toEqual([]);
    expect(isMuted(prefs.now, { person: "me" }, "me")).toBe(false);
  });

  it("remember a hundred muted people", () => {
    let muted: Record<string, string> = {};
    for (let n = 0; n < 105; n++) muted = muting(muted, `p${n}`, `P${n}`, true);
    expect(Object.keys(muted)).toHaveLength(100);
    expect(muted["p4"]).toBeUndefined();
    expect(muting(muted, "p104", "", false)["p104"]).toBeUndefined();
  });

  it("have words and a picture each, and stand in the log", () => {
    expect(Object.keys(GESTURES)).toHaveLength(8);
    expect(Object.keys(GESTURE_ICONS).sort()).toEqual(Object.keys(GESTURES).sort());
    expect(new Set(Object.values(AVATARS)).size).toBeGreaterThanOrEqual(12);
    const after = view({ seats: [seat(1, { you: true, name: "Me" }), seat(2, { name: "Ann" })] });
    expect(sentences([CHEERS], undefined, after)).toMatchObject([{ text: "Ann: Cheers!", mine: true }]);
    expect(sentences([{ ...CHEERS, seat: 1 }], undefined, after)).toMatchObject([{ text: "You: Cheers!" }]);
    expect(sentences([{ k: "renamed", was: "Guest 1", name: "Ann", seats: [2] }], undefined, after)).toMatchObject([{ text: "Guest 1 is called Ann now." }]);
  });
});

describe("a seat without choosing one", () => {
  const seats = [1, 2, 3, 4, 5, 6, 7].map((n) => seat(n, { name: n === 4 ? "Ann" : null }));

  it("is the free one nearest to the middle", () => {
    expect(freeSeats(seats)).toEqual([3, 5, 2, 6, 1, 7]);
    expect(freeSeats([])).toEqual([]);
  });

  it("is the next one where somebody was faster", async () => {
    const refused = (code: string) => new Refused({ code, text: "", clause: null, path: "", values: {} }, 0);
    const ask = vi.fn().mockResolvedValueOnce(refused("taken")).mockResolvedValueOnce({ t: "done" });
    const store = { me: { id: "me" }, view: view({ seats }), ask } as unknown as Store;
    await takeSeat(store);
    expect(ask.mock.calls.map(([command]) => (command as { seat: number }).seat)).toEqual([3, 5]);
    ask.mockReset().mockResolvedValue(refused("closing"));
    await takeSeat(store);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
