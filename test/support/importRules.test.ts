import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Rules of `.dependency-cruiser.json`, because a tool that can't read TypeScript would find nothing. */
const root = join(import.meta.dirname, "../..");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pathform-imports-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

function violations(): string[] {
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const rules = ["--config", join(root, ".dependency-cruiser.json"), "--output-type", "json"];
  const found = execFileSync(process.execPath, [program, ...rules, "services", "shared"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { summary } = JSON.parse(found) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).sort();
}

test("finds imports to a higher layer, across services and in cycles, including type imports", () => {
  write("shared/domain/up.ts", 'import type { Env } from "../platform/env.ts";\nexport type Up = Env;\n');
  write("shared/platform/env.ts", "export interface Env { port: number }\n");
  write("services/forms/across.ts", 'export { a } from "../sessions/a.ts";\n');
  write("services/sessions/a.ts", 'import { b } from "./b.ts";\nexport const a: number = b;\n');
  write("services/sessions/b.ts", 'import { a } from "./a.ts";\nexport const b: number = a;\n');
  expect(violations()).toEqual([
    "domain-is-pure: shared/domain/up.ts",
    "no-circle: services/sessions/a.ts",
    "services-apart: services/forms/across.ts",
  ]);
});

test("finds folders side by side that import each other without a module cycle", () => {
  const builder = "services/web/dashboard/builder";
  write("shared/domain/json.ts", "export type Json = unknown;\n");
  write(`${builder}/list/row.ts`, 'export { key } from "../exchange/key.ts";\n');
  write(`${builder}/list/name.ts`, 'export const name = "list";\n');
  write(`${builder}/exchange/key.ts`, "export const key = 1;\n");
  write(`${builder}/exchange/text.ts`, 'export { name } from "../list/name.ts";\n');
  expect(violations()).toEqual([`folders-one-way: ${builder}/exchange`, `folders-one-way: ${builder}/list`]);
});

test.each(["services/forms", "services/web/respondent", "shared/domain", "shared/domain/graph"])(
  "finds a ring of three folders of %s",
  (parent) => {
    for (const root of ["services", "shared"]) write(`${root}/empty.ts`, "export {};\n");
    write(`${parent}/a/a.ts`, 'export { b } from "../b/b.ts";\n');
    write(`${parent}/b/b.ts`, 'export { c } from "../c/c.ts";\nexport const b = 1;\n');
    write(`${parent}/c/c.ts`, "export const c = 1;\n");
    write(`${parent}/c/d.ts`, 'export { e } from "../a/e.ts";\n');
    write(`${parent}/a/e.ts`, "export const e = 1;\n");
    expect(violations()).toEqual(["a", "b", "c"].map((name) => `folders-one-way: ${parent}/${name}`));
  },
);
