import { readFileSync } from "node:fs";
import { textsOf } from "../../services/gateway/openapi/texts.ts";
import { inVersion30 } from "../../services/gateway/openapi/version30.ts";
import type { Texts } from "../../shared/domain/texts.ts";

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
    for (const { properties } of files)
      expect(properties).toMatchObject({ file: { type: "string", format: "binary" } });
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

describe("descriptions", () => {
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  );
  const parameters = operations.flatMap(({ tags, parameters = [] }) =>
    parameters.map((parameter) => ({ ...parameter, tag: tags[0] })),
  );
  const properties = objects(document.components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, { description?: string }>),
  );

  it("of every parameter and property say more than the name", () => {
    const short = [...parameters.map((one) => [one.name, one] as const), ...properties].filter(
      ([, { description = "" }]) => description.replace(/Default: .*/, "").split(" ").length < 3,
    );
    expect(short.map(([name, { description }]) => `${name}: ${description}`)).toEqual([]);
    expect(properties.length).toBeGreaterThan(1_500);
  });

  it("of a parameter belong to its endpoint", () => {
    /** Parameters that mean the same at endpoints of several tags. */
    const shared = [
      "limit",
      "offset",
      "page",
      "ordering",
      "search",
      "slug",
      "after",
      "Idempotency-Key",
      "If-None-Match",
    ];
    const resources = ["session_id", "type", "id", "delivery_id", "status", "event", "from_date", "to_date", "version"];
    const everywhere = new Set([...shared, ...resources]);
    const unused = "Accepted without effect. An export has all matches, newest first.";
    const copies = Object.entries(Object.groupBy(parameters, ({ description = "" }) => description)).filter(
      ([, same = []]) => {
        const names = new Set(same.map(({ name }) => name));
        const tags = new Set(same.map(({ tag }) => tag));
        return (
          (names.size > 1 && same[0]?.description !== unused) || (tags.size > 1 && !everywhere.has([...names][0] ?? ""))
        );
      },
    );
    expect(copies.map(([text, same = []]) => [text, same.map(({ name, tag }) => `${tag} ${name}`)])).toEqual([]);
  });

  it("are all in the document", () => {
    const described = [...parameters, ...properties.map(([, property]) => property)];
    const used = new Set(described.map(({ description = "" }) => description));
    const inside = (text: string) => used.has(text) || [...used].some((whole) => whole.startsWith(`${text} `));
    const unused = [...textsOf.values()].flatMap(sentencesIn).filter((text) => !inside(text));
    expect(unused).toEqual([]);
  });
});

const sentencesIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === "string" ? [text] : [text[0], ...sentencesIn(text[1])]));

interface Operation {
  tags: string[];
  parameters?: { name: string; description?: string }[];
}
