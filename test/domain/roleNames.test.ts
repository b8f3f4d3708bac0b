import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { formRoles, roles } from "../../shared/api/access/roles.ts";

/** Code asks what a role gives, so that a new role is one row in shared/api/access/roles.ts. */
const root = join(import.meta.dirname, "../..");
const named = new RegExp(`["'\`](${[...new Set([...roles, ...formRoles])].join("|")})["'\`]`);

/** These files store names, show them or mean other things. In tables of words, names are keys, which the compiler completes. */
const allowed = [
  /^shared\/api\/access\/roles\.ts$/,
  // stored names stay
  /^services\/auth\/migrations\//,
  /^services\/gateway\/openapi\/examples(\/people)?\.ts$/,
  /^services\/web\/strings\//,
  // kinds of editors of answers
  /^shared\/api\/shapes\/corrections\.ts$/,
  // editors of another product
  /^services\/forms\/importing\/surveyJs\//,
];

// generated from openapi.json
const generated = "deploy/packages/client/src/api.ts";
const files = globSync("{services,shared,deploy}/**/*.{ts,tsx}", { cwd: root }).filter((file) => file !== generated);
const naming = files.filter((file) => named.test(readFileSync(join(root, file), "utf8")));

test("only the table of roles names a role", () => {
  expect(naming.filter((file) => !allowed.some((one) => one.test(file)))).toEqual([]);
});

test.each(allowed)("%s is needed", (one) => {
  expect(naming.filter((file) => one.test(file))).not.toEqual([]);
});
