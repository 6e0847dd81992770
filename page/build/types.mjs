// Makes src/generated/{table,api}.ts out of the server's own schemas, so that page and server cannot drift.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import openapiTS, { astToString } from "openapi-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const schemas = join(here, "../../docs/schema");
const out = join(here, "../src/generated");

mkdirSync(out, { recursive: true });
const table = JSON.parse(readFileSync(join(schemas, "table.schema.json"), "utf8"));
const openEnded = JSON.parse(JSON.stringify(table, (key, value) => (key === "title" && typeof value === "string" ? undefined : value)));
const types = await compile({ ...openEnded, title: "Wire" }, "Wire", {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: "// Made by build/types.mjs from docs/schema/table.schema.json.",
});
writeFileSync(join(out, "table.ts"), types);
const api = await openapiTS(new URL(`file://${join(schemas, "openapi.json")}`));
writeFileSync(join(out, "api.ts"), `// Made by build/types.mjs from docs/schema/openapi.json.\n${astToString(api)}`);
