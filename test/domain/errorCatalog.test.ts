import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** docs/develop/error-catalog.md has every code, status and member of errors. */
const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/develop/error-catalog.md"), "utf8");
const rowsOf = (heading: string): string[] =>
  [...(page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `?(\w+)`? \|/gm)]
    .map(([, name = ""]) => name)
    // without the head of the table
    .slice(1);

const { components, paths } = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"));

it("has each member of the schema, and those of single endpoints", () => {
  const members = Object.keys(components.schemas.Error.properties);
  expect(rowsOf("Members")).toEqual(expect.arrayContaining(members));
});

it("has each code that services send", () => {
  const sources = globSync(["services/{auth,sessions,forms,gateway}/**/*.ts", "shared/platform/*.ts"], { cwd: root })
    .filter((path) => !path.includes("/importing/"))
    .map((path) => readFileSync(join(root, path), "utf8"));
  const sent = sources.flatMap((text) =>
    [...text.matchAll(/(?:forbidden|conflict|refusedClaim)\((?:[^()]|\([^()]*\))*?code: "(\w+)"/g)].map(
      ([, code = ""]) => code,
    ),
  );
  expect(sent.length).toBeGreaterThan(8);
  expect(rowsOf("Codes")).toEqual(expect.arrayContaining([...new Set(sent)]));
});

it("has each status of the document", () => {
  const statuses = Object.values<Record<string, { responses?: object }>>(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses = {} }) => Object.keys(responses)),
  );
  const errors = [...new Set(statuses)].filter((status) => status >= "400");
  expect(rowsOf("Statuses")).toEqual(expect.arrayContaining(errors));
});
