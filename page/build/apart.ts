// What no script imports: scripts in one piece, without modules, and the pictures. Their addresses are in the manifest
// like any other's.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { build, type Plugin, type Rollup } from "vite";

async function inOnePiece(source: string, target: string): Promise<string> {
  const made = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, target, modulePreload: false, rollupOptions: { input: source, output: { format: "iife" } } },
  })) as Rollup.RollupOutput;
  return made.output[0].code;
}

/** Builds each source into a script of its own. */
export function standalone(sources: readonly string[], target: string): Plugin {
  return {
    name: "standalone",
    async generateBundle() {
      for (const each of sources) {
        const name = each.replace(/^src\//, "").replace(/(\/main)?\.ts$/, ".js");
        this.emitFile({ type: "asset", name, originalFileName: each, source: await inOnePiece(each, target) });
      }
    },
  };
}

/** Carries files along as they are. */
export function carried(files: readonly string[]): Plugin {
  return {
    name: "carried",
    generateBundle() {
      for (const each of files) this.emitFile({ type: "asset", name: basename(each), originalFileName: each, source: readFileSync(each) });
    },
  };
}
