import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routes } from "../../services/gateway/routes/routes.ts";

/** Generated clients name their functions after operations, so a name stays when its title or path changes. */
const file = join(import.meta.dirname, "../../docs/operations.txt");
const listed = readFileSync(file, "utf8").trim().split("\n");
const ids = routes.map(({ id }) => id);

test("each endpoint has an operation ID of its own, which docs/operations.txt lists", () => {
  expect(ids.toSorted()).toEqual(listed);
  expect(new Set(ids).size).toBe(ids.length);
});

test("operation IDs are short names in camelCase", () => {
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id) || id.length > 30)).toEqual([]);
});
