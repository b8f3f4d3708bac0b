import type { TSchema } from "../../../shared/schema.ts";

/** JSON Schema as OpenAPI 3.1 carries it (dialect 2020-12). */
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

/** Formats that are ours alone (shared/schema.ts), in words that other tools know. */
const formats: Record<string, JsonSchema> = {
  "date-or-time": {
    anyOf: [
      { type: "string", format: "date" },
      { type: "string", format: "date-time" },
    ],
  },
  https: { type: "string", format: "uri", pattern: "^https://" },
};

/**
 * A shape as the document shows it: what only our own checks know is put into standard keywords, and where `refer` knows
 * a part by name, its reference stands instead.
 */
export function published(shape: TSchema | JsonSchema, refer: Refer): JsonSchema {
  const { patternMessage, patternProperties, ...schema } = shape as JsonSchema & {
    patternProperties?: Record<string, JsonSchema>;
  };
  const inner = (part: JsonSchema) => refer(part) ?? published(part, refer);
  return {
    ...schema,
    ...(schema.enum && !schema.type && { type: "string" }),
    ...(typeof patternMessage === "string" && {
      description: `${patternMessage[0]?.toUpperCase()}${patternMessage.slice(1)}.`,
    }),
    ...formatOf(schema),
    ...(schema.properties && { properties: mapped(schema.properties, inner) }),
    ...(schema.items && { items: inner(schema.items) }),
    ...(patternProperties && { additionalProperties: inner(Object.values(patternProperties)[0] ?? {}) }),
    ...(schema.anyOf && unionOf(schema.anyOf.map(inner))),
  };
}

function formatOf(schema: JsonSchema): JsonSchema {
  const known = formats[schema.format ?? ""];
  if (!known) return {};
  return known.anyOf ? { ...known, type: undefined, format: undefined } : known;
}

/** `null` beside one bare type is `type: [<type>, "null"]`, which reads better than a union. */
function unionOf(members: JsonSchema[]): JsonSchema {
  const [first, second, ...others] = members;
  const isNullable = second?.type === "null" && others.length === 0;
  if (!isNullable || !first || typeof first.type !== "string" || first.enum) return { anyOf: members };
  return { ...first, anyOf: undefined, type: [first.type, "null"] };
}

const mapped = (properties: Record<string, JsonSchema>, map: (schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, map(property)]));
