import type { TSchema } from "../../../shared/domain/schema.ts";

/** JSON Schema in OpenAPI 3.1 (dialect 2020-12). */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  description?: string;
  examples?: unknown[];
  [keyword: string]: unknown;
}

type Refer = (schema: JsonSchema) => JsonSchema | null;

/** Standard equivalents of our own formats (shared/domain/schema.ts). */
const formats: Record<string, JsonSchema> = {
  // no standard format: a client's date type would drop the time
  "date-or-time": { type: "string", format: undefined, examples: ["2026-01-31"] },
  https: { type: "string", format: "uri", pattern: "^https://" },
  "image-url": {
    type: "string",
    format: "uri-reference",
    description: "An https URL, or the `url` of an uploaded image.",
  },
  "new-uuid": { type: "string", format: "uuid" },
  origin: { type: "string", description: "An origin such as https://www.example.com, or only `*` for every origin." },
  language: { type: "string", description: "A language tag (BCP 47) such as en or de-CH." },
  "country-code": { type: "string", format: undefined, pattern: "^[A-Z]{2}$" },
  re2: { type: "string", format: undefined },
};

/** Returns a shape for the document. Replaces our own keywords by standard ones, and named parts by references. */
export function published(shape: TSchema | JsonSchema, refer: Refer): JsonSchema {
  const { patternMessage, errorMessage: _, patternProperties, documented, $defs, $id, ...schema } = shape as Shape;
  const inner = (part: JsonSchema) => refer(part) ?? published(part, refer);
  // a part that another schema checks is documented by that schema
  if (documented) return inner(documented);
  // a recursive shape refers to itself by name
  if (schema.$ref) return $defs?.[schema.$ref] ? published($defs[schema.$ref] ?? {}, refer) : named(schema.$ref);
  return {
    ...schema,
    ...(schema.enum && !schema.type && { type: "string" }),
    // openapi-generator assigns a string to a constant boolean in Java. The description names the value
    ...(typeof schema.const === "boolean" && { const: undefined }),
    ...describedDefault(schema),
    ...(patternMessage && { description: `${schema.description ?? ""} ${sentence(patternMessage)}`.trim() }),
    ...formatOf(schema),
    ...(schema.properties && { properties: mapped(schema.properties, inner) }),
    ...(schema.items && { items: inner(schema.items) }),
    ...(patternProperties && { additionalProperties: inner(Object.values(patternProperties)[0] ?? {}) }),
    ...(schema.anyOf && unionOf(schema.anyOf.map(inner))),
    ...taggedUnion(schema as Shape, inner),
  };
}

/** Describes a default that is an array of objects in words, because client generators produce invalid code for it. */
function describedDefault({ default: value, description }: JsonSchema): JsonSchema {
  if (!Array.isArray(value) || typeof value[0] !== "object") return {};
  const sentences = [description, `Default: \`${JSON.stringify(value)}\`.`];
  return { default: undefined, description: sentences.filter(Boolean).join(" ") };
}

/** Our own keywords. */
type Shape = JsonSchema & {
  patternMessage?: string;
  errorMessage?: string;
  patternProperties?: Record<string, JsonSchema>;
  documented?: JsonSchema;
  discriminator?: { propertyName: string };
  $defs?: Record<string, JsonSchema>;
};

/** Returns `oneOf` with a mapping from tag values to members. */
function taggedUnion({ anyOf = [], discriminator }: Shape, inner: (part: JsonSchema) => JsonSchema): JsonSchema {
  if (!discriminator) return {};
  const oneOf = anyOf.map(inner);
  const tags = anyOf.map(({ properties }) => String(properties?.[discriminator.propertyName]?.const));
  const mapping = Object.fromEntries(tags.map((tag, index) => [tag, oneOf[index]?.$ref]));
  return { anyOf: undefined, oneOf, discriminator: { ...discriminator, mapping } };
}

const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

const formatOf = (schema: JsonSchema): JsonSchema => formats[schema.format ?? ""] ?? {};

/** Returns `type: [<type>, "null"]` for a nullable simple type, which reads better than a union. */
function unionOf(members: JsonSchema[]): JsonSchema {
  const [first, second, ...others] = members;
  const isNullable = second?.type === "null" && others.length === 0;
  if (!isNullable || !first || typeof first.type !== "string" || first.enum) return { anyOf: members };
  return { ...first, anyOf: undefined, type: [first.type, "null"] };
}

const mapped = (properties: Record<string, JsonSchema>, map: (schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, map(property)]));
