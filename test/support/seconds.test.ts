import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSeconds, recorded, recordSeconds, slowestFirst } from "./seconds.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "pathform-seconds-"));
afterAll(() => rmSync(folder, { recursive: true }));

const here = "test/support/seconds.test.ts";
const other = "test/support/runner.test.ts";

test("records the last seconds of each file and project, slowest first, without deleted files", () => {
  const file = join(folder, "seconds.tsv");
  const path = join(root, here);
  recordSeconds([{ path, project: "domain", seconds: 3000 }], file);
  recordSeconds(
    [
      { path, project: "domain", seconds: 1000.26 },
      { path: join(root, other), project: "domain", seconds: 2000 },
      { path: join(root, "test/deleted.test.ts"), project: "domain", seconds: 4000 },
    ],
    file,
  );
  const text = readFileSync(file, "utf8");
  expect(text.startsWith(`2000.0\t${other}\tdomain\n1000.3\t${here}\tdomain\n`)).toBe(true);
  expect(text).not.toContain("test/deleted.test.ts");
  expect(readSeconds(file).get(`${here}\tdomain`)).toBe(1000.3);
});

test("orders files by their seconds in the same project, those without first", () => {
  const testOf = (path: string, name: string) => ({
    path: join(root, path),
    context: { config: { displayName: { name } } },
  });
  const seconds = new Map([
    ["a\tbus", 1],
    ["a\tpooler", 30],
    ["b\tbus", 20],
  ]);
  const [fast, slow, slowest, added] = [
    testOf("a", "bus"),
    testOf("b", "bus"),
    testOf("a", "pooler"),
    testOf("c", "bus"),
  ];
  expect(slowestFirst([fast, slow, added, slowest], seconds)).toEqual([added, slowest, slow, fast]);
});

test("the committed record has seconds", () => {
  const seconds = [...readSeconds(recorded).values()];
  expect(seconds.length).toBeGreaterThan(100);
  expect(seconds.every((each) => Number.isFinite(each))).toBe(true);
});
