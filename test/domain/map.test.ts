import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "../..");

test("each folder on the map of CONTRIBUTING.md has a README", () => {
  const [, map = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Map\n");
  const [table = ""] = map.split("\n## ");
  const folders = [...table.matchAll(/`([\w/]+\/)`/g)].map(([, folder = ""]) => folder);
  expect(folders.length).toBeGreaterThanOrEqual(20);
  expect(folders.filter((folder) => !existsSync(join(root, folder, "README.md")))).toEqual([]);
});
