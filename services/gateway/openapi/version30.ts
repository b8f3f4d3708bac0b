/**
 * Converts the document to OpenAPI 3.0.3, for tools that don't support 3.1 (`npm run openapi -- --version 3.0`). 3.0
 * has no webhooks, so they are in `x-webhooks`.
 */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

export function inVersion30(document: object): object {
  const { webhooks, info, ...rest } = convert(document as JsonObject) as JsonObject;
  const { summary: _, license, ...about } = info as JsonObject;
  const { identifier: __, ...plain } = license as JsonObject;
  return { ...rest, openapi: "3.0.3", info: { ...about, license: plain }, "x-webhooks": webhooks };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Converts the schemas in `schema` and `schemas`. Leaves examples alone. */
function convert(value: Json, key = ""): Json {
  if (key === "example" || key === "examples") return value;
  if (Array.isArray(value)) return value.map((item) => convert(item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]): [string, Json] => {
    if (name === "schema" && isObject(member)) return [name, schemaOf(member)];
    if (name === "schemas" && isObject(member)) return [name, mapped(member, schemaOf)];
    return [name, convert(member, name)];
  });
  return Object.fromEntries(entries);
}

function schemaOf(schema: JsonObject): JsonObject {
  const { type, const: constant, examples, anyOf, oneOf, exclusiveMinimum, $ref, ...rest } = schema;
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...parts(rest) };
  return {
    ...typeOf(type),
    ...(constant !== undefined && { type: typeof constant, enum: [constant] }),
    ...(Array.isArray(examples) && examples[0] !== undefined && { example: examples[0] }),
    ...(typeof exclusiveMinimum === "number" && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...parts(rest),
    ...unionOf("anyOf", anyOf),
    ...unionOf("oneOf", oneOf),
  };
}

/** Converts `["string", "null"]` to a nullable string, and several types to any. */
function typeOf(type: Json | undefined): JsonObject {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const [first, ...others] = type.filter((name) => name !== "null");
  const nullable: JsonObject = type.includes("null") ? { nullable: true } : {};
  return others.length === 0 && first !== undefined ? { type: first, ...nullable } : nullable;
}

function unionOf(keyword: "anyOf" | "oneOf", members: Json | undefined): JsonObject {
  if (!Array.isArray(members)) return {};
  const schemas = members.filter(isObject);
  const others = schemas.filter(({ type }) => type !== "null").map(schemaOf);
  const nullable: JsonObject = others.length < schemas.length ? { nullable: true } : {};
  const [only] = others;
  if (others.length > 1 || !only) return { [keyword]: others, ...nullable };
  return only.$ref !== undefined ? { allOf: [only], ...nullable } : { ...only, ...nullable };
}

/** Converts the schemas within a schema. */
function parts(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties, allOf, not, propertyNames: _, ...rest } = schema;
  return {
    ...rest,
    ...(isObject(properties) && { properties: mapped(properties, schemaOf) }),
    ...(isObject(items) && { items: schemaOf(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties) ? schemaOf(additionalProperties) : additionalProperties,
    }),
    ...(Array.isArray(allOf) && { allOf: allOf.filter(isObject).map(schemaOf) }),
    ...(isObject(not) && { not: schemaOf(not) }),
  };
}

const mapped = (members: JsonObject, map: (schema: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, isObject(member) ? map(member) : member]));
