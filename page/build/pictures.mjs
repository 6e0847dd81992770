// Makes the icons of the installed app and the picture of a shared link, src/generated/*.png, out of our own art
// (art/icon.svg), the CC0 faces of cards.svg and the felt's type. Nothing of it is committed.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { createSvg2png, initialize } from "svg2png-wasm";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const out = join(here, "../src/generated");
const icon = readFileSync(join(here, "../art/icon.svg"), "utf8").trim();
const [, ground, art] = icon.match(/<svg[^>]*>(<rect[^>]*>)([\s\S]*)<\/svg>/);
const type = readFileSync(require.resolve("@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff"));

/** A WOFF is a font whose tables are squeezed one by one; this is the font. */
function unsqueezed(woff) {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const [offset, squeezed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(44 + i * 20 + at));
    const body = woff.subarray(offset, offset + squeezed);
    return { head: woff.subarray(44 + i * 20, 44 + i * 20 + 4), sum: woff.readUInt32BE(44 + i * 20 + 16), body: squeezed < length ? inflateSync(body) : body };
  });
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  [count, power * 16, Math.log2(power), (count - power) * 16].forEach((each, i) => head.writeUInt16BE(each, 4 + i * 2));
  let at = head.length;
  tables.forEach(({ head: name, sum, body }, i) => {
    name.copy(head, 12 + i * 16);
    [sum, at, body.length].forEach((each, j) => head.writeUInt32BE(each, 16 + i * 16 + j * 4));
    at += body.length + ((4 - (body.length % 4)) % 4);
  });
  return Buffer.concat([head, ...tables.flatMap(({ body }) => [body, Buffer.alloc((4 - (body.length % 4)) % 4)])]);
}

/** Whole: the rounded tile. Otherwise the ground fills the square, and the art keeps to the part that no mask cuts. */
function tile(size, share) {
  const whole = share === undefined;
  const inside = whole ? art : `<g transform="translate(16 16) scale(${share}) translate(-16 -16)">${art}</g>`;
  const under = whole ? ground : ground.replace(/ rx="\d+"/, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${under}${inside}</svg>`;
}

/** 1200 × 630, as the places want it where links are shared: the felt, three cards, and what it is. */
function preview() {
  const faces = readFileSync(join(out, "cards.svg"), "utf8").replace(/var\(--suit-\w,(#\w+)\)/g, "$1").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
  const face = (name, turn) =>
    `<g transform="translate(915 345) rotate(${turn} 0 420) translate(-132 -185) scale(0.88)"><rect width="300" height="420" rx="22" fill="#fcfbf7" stroke="#0006"/><use href="#${name}" width="300" height="420"/></g>`;
  const text = (x, y, size, fill, words, spacing = 0) => `<text x="${x}" y="${y}" font-family="${FAMILY}" font-weight="600" font-size="${size}" letter-spacing="${spacing}" fill="${fill}">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><defs>${faces}
    <radialGradient id="cloth" cx="0.4" cy="0.2" r="1"><stop offset="0" stop-color="#1a5c4c"/><stop offset="0.55" stop-color="#12463a"/><stop offset="1" stop-color="#0a2c24"/></radialGradient></defs>
    <rect width="1200" height="630" fill="url(#cloth)"/><rect x="22" y="22" width="1156" height="586" rx="26" fill="none" stroke="#d9b45b" stroke-opacity="0.55" stroke-width="2"/>
    <g transform="translate(84 84) scale(3)">${art}</g>
    ${text(84, 300, 150, "#f4efe3", "Pitboss", -1)}${text(88, 362, 35, "#ffe9a8", "THE OPEN THREE-CARD-POKER HOUSE", 1.5)}
    ${text(88, 452, 38, "#f4efe3", "Casino rule sheets. Exact odds.")}${text(88, 502, 38, "#f4efe3", "Every deal can be proved. Play money.")}
    ${face("As", -15)}${face("Ks", -1)}${face("Qs", 13)}</svg>`;
}

/** An .ico holds a picture as it is, behind a short head. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  [[2, 1], [4, 1], [10, 1], [12, 32]].forEach(([at, value]) => head.writeUInt16LE(value, at));
  head.set([size, size], 6);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

await initialize(readFileSync(require.resolve("svg2png-wasm/svg2png_wasm_bg.wasm")));
const draw = createSvg2png({ fonts: [unsqueezed(type)] });
const [FAMILY] = draw.getLoadedFontFamilies();
const drawn = async (svg) => Buffer.from(await draw(svg));
mkdirSync(out, { recursive: true });
const made = {
  "icon.svg": Buffer.from(icon),
  "favicon.ico": ico(await drawn(tile(32)), 32),
  "icon-192.png": await drawn(tile(192)),
  "icon-512.png": await drawn(tile(512)),
  "maskable-192.png": await drawn(tile(192, 0.94)),
  "maskable-512.png": await drawn(tile(512, 0.94)),
  "apple-touch-icon.png": await drawn(tile(180, 1)),
  "preview.png": await drawn(preview()),
};
for (const [name, bytes] of Object.entries(made)) writeFileSync(join(out, name), bytes);
console.log(`pictures: ${Object.entries(made).map(([name, bytes]) => `${name} ${Math.ceil(bytes.length / 1024)} KB`).join(", ")}`);
