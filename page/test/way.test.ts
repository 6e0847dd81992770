import { expect, test } from "vitest";
import { wayTo } from "../src/table/way.ts";

const PAGE = "https://cards.example";
const OTHER = "http://10.0.0.6:8888";

test.each([
  ["", [], "wss://cards.example"],
  [PAGE, [], "wss://cards.example"],
  [`${PAGE}/at/2`, [], "wss://cards.example/at/2"],
  [OTHER, [OTHER], "ws://10.0.0.6:8888"],
  [OTHER, [], "wss://cards.example"],
  ["https://cards.example.evil.example", [], "wss://cards.example"],
  ["https://cards.example:8443", [], "wss://cards.example"],
])("the socket of a table whose server is at '%s'", (address, servers, base) => {
  expect(wayTo("5f3a", address, PAGE, servers)).toBe(`${base}/api/tables/5f3a/socket`);
});
