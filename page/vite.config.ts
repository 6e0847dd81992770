// Builds the scripts and styles of the pages into the Python package, with names that carry a hash, beside a
// manifest for the templates and a gzipped twin of everything that shrinks.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { carried, standalone } from "./build/apart.ts";

const target = "es2022";
const pictures = ["icon.svg", "favicon.ico", "icon-192.png", "icon-512.png", "maskable-192.png", "maskable-512.png", "apple-touch-icon.png", "preview.png"];
const built = resolve(import.meta.dirname, "../src/pitboss/web/built");

function gzipped(): Plugin {
  return {
    name: "gzipped",
    closeBundle() {
      for (const name of readdirSync(built, { recursive: true }) as string[]) {
        const file = join(built, name);
        if (statSync(file).isFile() && /\.(js|css|svg)$/.test(name)) {
          writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  base: "/static/",
  publicDir: false,
  plugins: [
    standalone(["src/first-paint.ts", "src/service-worker/main.ts"], target),
    carried(pictures.map((each) => `src/generated/${each}`)),
    gzipped(),
  ],
  build: {
    outDir: built,
    emptyOutDir: true,
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target,
    minify: "terser", // by a twentieth smaller, gzipped, than what comes with Vite
    terserOptions: { compress: { passes: 3 }, module: true },
    rollupOptions: {
      // What every page with Lit has anyway stays in one file: cut in pieces, it would shrink less at the table.
      output: { manualChunks: (id) => (/node_modules\/(@lit|lit)|src\/shared\/(api|art|prefs|vars|money|words|fractions|time|raises)\.ts/.test(id) ? "art" : undefined) },
      input: {
        site: "src/site.ts",
        lobby: "src/lobby/main.ts",
        table: "src/table/main.ts",
        rounds: "src/rounds/main.ts",
        sitting: "src/sitting/main.ts",
        account: "src/account/main.ts",
        operator: "src/operator/main.ts",
        invite: "src/invite/main.ts",
        evenings: "src/evening/list.ts",
        evening: "src/evening/main.ts",
        wall: "src/evening/wall.ts",
        league: "src/evening/league.ts",
        docs: "src/docs/main.ts",
        lab: "src/lab/main.ts",
        drill: "src/drill/main.ts",
        progress: "src/drill/progress.ts",
        forced: "src/style/forced-colors.css",
      },
    },
  },
});
