import { describe, expect, it } from "vitest";
import { expired, PREFIX, wayOf } from "../src/service-worker/shell.ts";

const HOME = "https://cards.example";
const way = (path: string, mode = "navigate", method = "GET") => wayOf({ method, mode, url: new URL(path, HOME).href }, HOME);

describe("what the service worker does with a request", () => {
  it("serves built files from the shell", () => {
    expect(way("/static/assets/table-abc.js", "cors")).toBe("kept");
    expect(way("/felts.css?0123", "no-cors")).toBe("kept");
  });

  it("asks the house for every page, and has one of its own only for when it cannot be reached", () => {
    for (const path of ["/", "/rules/rivers", "/account", "/history", "/rounds/t:1", "/tables/t?invite=x"]) expect(way(path)).toBe("page");
  });

  it("lets everything else pass: the API, lists that are fetched, forms, other hosts", () => {
    expect(way("/api/me", "cors")).toBe("through");
    expect(way("/api/rounds.csv")).toBe("through");
    expect(way("/lobby/tables", "cors")).toBe("through");
    expect(way("/rounds/t:1/receipt.json", "cors")).toBe("through");
    expect(way("/play", "navigate", "POST")).toBe("through");
    expect(way("https://elsewhere.example/static/a.js", "cors")).toBe("through");
  });
});

describe("old caches", () => {
  const names = (...versions: string[]) => versions.map((each) => PREFIX + each);

  it("go, save the one before: a page of it may still be open", () => {
    expect(expired(names("a", "b", "c", "d"), "d")).toEqual(names("a", "b"));
    expect(expired(names("a", "b"), "b")).toEqual([]);
    expect(expired(names("a"), "a")).toEqual([]);
  });

  it("stay where they are another's", () => {
    expect(expired(["another", ...names("a", "b", "c")], "c")).toEqual(names("a"));
  });

  it("go by when they were made, also after a step back to an older version", () => {
    expect(expired(names("a", "b", "c"), "a")).toEqual(names("b"));
  });
});
