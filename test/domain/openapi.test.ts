import { readFileSync } from "node:fs";
import { inVersion30 } from "../../services/gateway/openapi/version30.ts";

/** Constructs that client generators don't support, although OpenAPI allows them. */
const document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));

type Schema = Record<string, unknown>;

/** Yields every object of the document except examples. */
function objects(value: unknown): Schema[] {
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value).filter(([key]) => key !== "example" && key !== "examples");
  const inner = members.flatMap(([, member]) => objects(member));
  return Array.isArray(value) ? inner : [value as Schema, ...inner];
}

const unions = objects(document).flatMap(({ anyOf, oneOf }) => [anyOf, oneOf].filter(Array.isArray) as Schema[][]);

test("no default is an array of objects, so the description lists it", () => {
  const defaults = objects(document).map((schema) => schema.default);
  expect(defaults.filter((value) => Array.isArray(value) && typeof value[0] === "object")).toEqual([]);
  expect(document.components.schemas.EmojiRatingConfig.properties.options.description).toContain(
    '{"value":"great","emoji":"😍","label":"Great"}',
  );
});

test("no union has a list, an unnamed object or a text with a format", () => {
  expect(unions.length).toBeGreaterThan(20);
  const members = unions
    .flat()
    .filter(({ type, title, format }) => type === "array" || (type === "object" && !title) || format);
  expect(members).toEqual([]);
});

test("files are binary in both versions", () => {
  const older = inVersion30(document);
  for (const version of [document, older]) {
    expect(JSON.stringify(version)).not.toContain("contentMediaType");
    const files = objects(version).filter(({ type, required }) => type === "object" && String(required) === "file");
    expect(files.length).toBeGreaterThan(0);
    for (const { properties } of files) expect(properties).toEqual({ file: { type: "string", format: "binary" } });
  }
});

test("allows any default of an integration's field, without a list of types, which generators stop at", () => {
  const older = inVersion30(document) as typeof document;
  const schemaIn = ({ components }: typeof document) =>
    components.schemas.IntegrationTypeDetail.properties.fields.items.properties.default;
  for (const version of [document, older]) expect(schemaIn(version).type).toBeUndefined();
  const [{ fields }] = document.components.schemas.IntegrationTypeDetail.examples;
  expect(fields.map((field: { default: unknown }) => field.default)).toEqual([null, true]);
});
