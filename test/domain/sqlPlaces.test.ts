import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parseSync } from "@swc/core";

/** SQL stands in a service's store and migrations. Other code calls them. */
const root = join(import.meta.dirname, "../..");
const stores = /^services\/\w+\/(store|migrations)\//;

/** Modules of tables or commands that belong to no service. */
const allowed = [
  // the ORM, connections, migrations and what every service's tables have in common
  /^shared\/platform\/database\//,
  // the server's clock, which every commit is compared with
  /^shared\/platform\/deadlines\/serverClock\.ts$/,
  // tables that each service has a copy of
  /^shared\/platform\/(jobs\/table|audit\/(outbox|collect))\.ts$/,
  // roles and databases of the embedded server
  /^shared\/platform\/embedded\/roles\.ts$/,
  // all tables of all services, copied to another server
  /^deploy\/commands\/move\.ts$/,
  // the server's own settings and roles, and what they may do in each schema
  /^deploy\/commands\/roles\.ts$/,
  // asks whether the server answers
  /^deploy\/commands\/postgres\.ts$/,
];

/** A statement, or a part of one with its table. Case matters: texts for people begin with a capital letter. */
const statement = new RegExp(
  [
    /^\s*(select|insert into|delete from|truncate|with [\w ]+ as|lock table|declare) /,
    /^\s*(create|alter|drop) (unique )?(table|index|schema|role|user|database|view|trigger|function)\b/,
    /^\s*update \S+ (as )?(\w+ )?set\b/,
    /\b(select|returning)\b.*\bfrom \S+\.\S/s,
    /\b(insert into|delete from|join) [^\s.]+\.\S/,
    /\bupdate [^\s.]+\.\S+ (as )?(\w+ )?set\b/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join("|"),
  "s",
);

/** Returns the text of strings and templates, with `x` for each value of a template. */
function texts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== "object" || node === null) return [];
  const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { cooked?: string }[] };
  const parts = Object.values(node).flatMap(texts);
  if (type === "StringLiteral") return [String(value)];
  return quasis ? [quasis.map(({ cooked }) => cooked ?? "").join("x"), ...parts] : parts;
}

const hasStatement = (source: string): boolean =>
  texts(parseSync(source, { syntax: "typescript" })).some((text) => statement.test(text));

test.each([
  "select form_id from sessions.suspended_forms",
  "select 1",
  "delete from auth.x where user_id = $1",
  "\n  update auth.accounts a set name = $1",
  "with x update forms.forms set title = $1",
  "x from auth.users u join auth.memberships m on m.user_id = u.id",
  "insert into x.jobs (id) values ($1)",
])("%j is SQL", (text) => {
  expect(hasStatement(`query(${JSON.stringify(text)})`)).toBe(true);
});

test.each(["Select a file", "select", "Delete the form from your workspace.", "Update x", "with two of them"])(
  "%j isn't SQL",
  (text) => {
    expect(hasStatement(`label(${JSON.stringify(text)})`)).toBe(false);
  },
);

// pages have no database, but words for it
const files = globSync("{services,shared,deploy}/**/*.ts", { cwd: root, exclude: ["services/web/**"] });
const outside = files.filter((file) => !stores.test(file) && hasStatement(readFileSync(join(root, file), "utf8")));

test("SQL stands in stores and migrations", () => {
  expect(outside.filter((file) => !allowed.some((one) => one.test(file)))).toEqual([]);
});

test.each(allowed)("%s is needed", (one) => {
  expect(outside.filter((file) => one.test(file))).not.toEqual([]);
});
