// Runs test/*.test.ts with Node's own runner: each is bundled first, since older Nodes read no TypeScript.
// `node build/test.mjs bets keys` runs only those.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(here, "node_modules/.tests", String(process.pid));
const asked = process.argv.slice(2);
const files = readdirSync(join(here, "test"))
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => asked.length === 0 || asked.includes(name.replace(".test.ts", "")));

await build({
  entryPoints: files.map((name) => join(here, "test", name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  loader: { ".svg": "text" },
  define: { "import.meta.dirname": JSON.stringify(join(here, "test")) },
  logLevel: "warning",
});
const built = readdirSync(out).map((name) => join(out, name));
const { status } = spawnSync(process.execPath, ["--test", ...built], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(status ?? 1);
