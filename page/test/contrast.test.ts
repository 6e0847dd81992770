import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../src/style/tokens.css", import.meta.url), "utf8");

function tokens(scheme: "light" | "dark"): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of css.matchAll(/(--[\w-]+): ([^;]+);/g)) {
    const pair = value?.match(/^light-dark\((#\w+), (#\w+)\)$/);
    if (!found.has(name ?? "")) found.set(name ?? "", (pair ? pair[scheme === "light" ? 1 : 2] : value) ?? "");
  }
  return found;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["--room", "--panel", "--head", "--band", "--well", "--field"];
const WRITTEN = ["--text", "--muted", "--cream", "--brass", "--brass-bright", "--link", "--win", "--lose", "--push", "--returned", "--bonus", "--void", "--danger", "--coach", "--accent", "--gold-ink"];
/** What is written on what else: buttons at rest, under the mouse and shut; brass plates; what is marked. */
const PAIRS: [string, string][] = [
  ["--on-button", "--button"], ["--on-button", "--button-hover"], ["--on-button", "--brass"], ["--on-accent", "--accent"], ["--on-accent", "--gold-ink"],
  ["--muted", "--spent"], ["--text", "--raised"], ["--coach", "--raised"], ["--text", "--marked"], ["--muted", "--marked"], ["--room", "--text"],
];

describe.each(["light", "dark"] as const)("by %s", (scheme) => {
  const all = tokens(scheme);
  const of = (name: string): string => {
    const value = all.get(name) ?? "";
    expect(value, name).toMatch(/^#[0-9a-f]{6}$/);
    return value;
  };

  it.each(WRITTEN)("%s can be read on every ground", (name) => {
    for (const ground of GROUNDS) expect(contrast(of(name), of(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each(PAIRS)("%s can be read on %s", (name, ground) => {
    expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it("fields and buttons have an edge that can be seen", () => {
    for (const ground of GROUNDS) expect(contrast(of("--line-strong"), of(ground)), ground).toBeGreaterThanOrEqual(3);
  });
});
