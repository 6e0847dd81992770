// Makes src/generated/cards.svg and icons.svg out of the npm packages. Nothing of it is committed.
//
// The faces are Adrian Kennard's (CC0), with big indices. Suits are coloured by CSS variables, so that one file
// serves all three decks; what cards share (the pips) is kept once.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { optimize } from "svgo";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const out = join(here, "../src/generated");
const faces = join(dirname(require.resolve("@heruka_urgyen/react-playing-cards/package.json")), "src/images/4color-bf");
const lucide = join(dirname(require.resolve("lucide-static/package.json")), "icons");

const RANKS = "23456789TJQKA";
const SUITS = { c: "#007A78", d: "#1B4FD0", h: "#C43A00", s: "#14181B" };
const OF_SUIT = { c: "green", d: "blue", h: "red", s: "black" };

// What stands for people, and what they say without words: the keys are the server's.
const FACES = [
  "cat", "dog", "bird", "fish", "rabbit", "squirrel", "turtle", "snail", "panda", "bug", "shell", "ghost", "rocket", "sailboat",
  "guitar", "clover",
];
const GESTURES = ["smile", "thumbs-up", "hand-heart", "party-popper", "frown", "hourglass", "beer", "moon"];

export const ICONS = [
  ...FACES, ...GESTURES, "qr-code",
  "arrow-left", "armchair", "bell", "book-open", "bot", "check", "chevron-left", "chevron-right", "circle-question-mark",
  "clock", "copy", "crown", "download", "eye", "flag", "graduation-cap", "hand-coins", "history", "landmark", "link", "list",
  "lock", "log-out", "menu", "minus", "pause", "play", "plus", "redo-2", "rotate-ccw", "scroll-text", "settings",
  "shield-check", "skip-forward", "star", "triangle-alert", "undo-2", "user", "users", "volume-2", "volume-x", "x",
];

// Court figures are drawn 1300 wide and shown about 40 pixels wide: whole numbers are finer than any screen.
function slim(svg, precision) {
  return optimize(svg, {
    multipass: true,
    floatPrecision: precision,
    plugins: ["removeXMLProcInst", "removeComments", "cleanupAttrs", { name: "convertPathData", params: { floatPrecision: precision } }],
  }).data;
}

function inner(svg) {
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
}

function symbols(body) {
  const found = new Map();
  const rest = body.replace(/<symbol id="([^"]+)"([\s\S]*?)<\/symbol>/g, (_, id, more) => {
    found.set(id, more);
    return "";
  });
  return { found, rest };
}

function cards() {
  const shared = new Map();
  const faceSymbols = [];
  for (const suit of Object.keys(SUITS)) {
    for (const rank of RANKS) {
      const name = rank + suit.toUpperCase();
      const svg = readFileSync(join(faces, `${name}.svg`), "utf8");
      const { found, rest } = symbols(inner(svg.replaceAll("xlink:href", "href")));
      const own = suit.toUpperCase() + rank;
      const paint = `var(--suit-${suit},${SUITS[suit]})`;
      let face = rest.replace(/<defs>[\s\S]*?<\/defs>/, "").replace(/<rect[^>]*fill="white"[^>]*\/?>(<\/rect>)?/, "");
      for (const [id, more] of found) {
        const pip = id === `S${own}`;
        const index = id === `V${own}`;
        const precision = pip || index ? 1 : 0;
        const to = pip ? `pip-${suit}` : `${rank}${suit}-${index ? "index" : id.slice(2)}`;
        let body = `<symbol id="${to}"${more}</symbol>`;
        if (pip || index) body = body.replaceAll(`"${OF_SUIT[suit]}"`, `"${paint}"`);
        body = body.replaceAll(`#S${own}"`, `#pip-${suit}"`);
        const slimmed = inner(slim(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`, precision));
        shared.set(to, slimmed);
        face = face.replaceAll(`href="#${id}"`, `href="#${to}"`);
      }
      face = face.replace(new RegExp(`<use[^>]*href="#X${own}"[^>]*>(</use>)?`, "g"), "");
      faceSymbols.push(`<symbol id="${rank}${suit}" viewBox="-120 -168 240 336">${face.replaceAll("></use>", "/>")}</symbol>`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...shared.values()].join("")}${faceSymbols.join("")}</svg>`;
}

function icons() {
  const made = ICONS.map((name) => {
    const svg = readFileSync(join(lucide, `${name}.svg`), "utf8");
    const body = inner(slim(svg.replace(/<!--[\s\S]*?-->/g, ""), 2)).replace(/\s+/g, " ").trim();
    return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${made.join("")}</svg>`;
}

mkdirSync(out, { recursive: true });
for (const [name, svg] of [["cards.svg", cards()], ["icons.svg", icons()]]) {
  writeFileSync(join(out, name), svg);
  console.log(`${name}: ${Math.round(svg.length / 1024)} KB, ${Math.round(gzipSync(svg, { level: 9 }).length / 1024)} KB gzipped`);
}
