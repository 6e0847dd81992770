// The tests of the page's pure logic: no browser, and nothing of how the page is built.

import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["test/*.test.ts"], pool: "threads", isolate: false } });
