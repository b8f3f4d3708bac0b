import { orderingsOf, pageSizeDefault, pageSizeLimit } from "../../../shared/domain/paging.ts";
import type { TSchema } from "../../../shared/domain/schema.ts";
import type { Route } from "../routes/route.ts";
import type { Components } from "./components.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** An OpenAPI parameter object. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
  style?: "form";
  explode?: boolean;
}

/** What a row's path, query and headers may carry (spec §Conventions for list endpoints, decisions §1). */
export function parametersOf(row: Route, components: Components): Parameter[] {
  return [
    ...pathParameters(row),
    ...queryParameters(row, components),
    ...listParameters(row),
    ...conditions(row),
    ...(row.idempotencyKey ? [idempotencyKey] : []),
  ];
}

const day = "An ISO date, which is that whole UTC day, or a timestamp.";

const descriptions: Record<string, string> = {
  slug: "The form's slug.",
  type: "An integration type.",
  version_number: "Number of a published version, from 1.",
  session_id: "A session's id.",
  started_at_from: `Sessions started then or later. ${day}`,
  started_at_to: `Sessions started then or earlier. ${day}`,
  from_date: `Attempts from then on. ${day}`,
  to_date: `Attempts up to then. ${day}`,
  from: `Requests from then on. ${day}`,
  to: `Requests up to then. ${day}`,
  is_active: "Inactive forms are left out unless asked for.",
  values: "`raw` gives option values instead of their labels; NDJSON always has them raw.",
  bom: "Puts a byte order mark first, for Excel; of CSV alone.",
  scores: "Adds a column `score [<node_id>]` for each scored question; NDJSON always has the scores.",
  answer:
    "Sessions in which a question was answered so: `answer.<node_id>=<value>`, up to 10 of them, all of which must hold. The " +
    "value is an option's `value` (also one of several), a number, the option ranked first, `row.column` of a matrix, or a " +
    "whole text. A node that no session has finds none.",
  search: "Up to 20 words, all of which must occur; the last one may be a beginning.",
  format: "`json` gives newline-delimited JSON, one session detail a line.",
};

const examples: Record<string, unknown> = { slug: "customer-feedback-k3x9qa", type: "webhook", version_number: 1 };

export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

function pathParameters({ path }: Route): Parameter[] {
  return pathNames(path).map((name) => ({
    name,
    in: "path",
    required: true,
    ...(descriptions[name] && { description: descriptions[name] }),
    schema: pathSchema(name),
    ...(name in examples && { example: examples[name] }),
  }));
}

function pathSchema(name: string): JsonSchema {
  if (name === "id" || name.endsWith("_id")) return { type: "string", format: "uuid" };
  return name === "version_number" ? { type: "integer", minimum: 1 } : { type: "string", minLength: 1 };
}

const query = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: "query",
  required: false,
  ...((description ?? descriptions[name]) && { description: description ?? descriptions[name] }),
  schema,
});

function queryParameters({ query: shape }: Route, components: Components): Parameter[] {
  const required = new Set((shape as { required?: string[] } | undefined)?.required);
  const properties: Record<string, TSchema> = shape?.properties ?? {};
  return Object.entries(properties).map(([name, schema]) =>
    "patternProperties" in schema
      ? recordParameter(name, { ...schema })
      : { ...query(name, components.show(schema)), required: required.has(name) },
  );
}

/** Each key is a parameter of its own, and there are no others, so the name of the whole stands in no address. */
function recordParameter(name: string, { maxProperties }: JsonSchema): Parameter {
  const schema: JsonSchema = {
    type: "object",
    maxProperties,
    propertyNames: { pattern: `^${name}\\.[A-Za-z0-9_-]{1,64}$` },
    additionalProperties: { type: "string", minLength: 1, maxLength: 500 },
  };
  return { ...query(name, schema), style: "form", explode: true, example: { [`${name}.food`]: "burger" } };
}

function listParameters({ list }: Route): Parameter[] {
  if (!list) return [];
  return [
    query(
      "limit",
      { type: "integer", minimum: 1, maximum: pageSizeLimit, default: pageSizeDefault },
      "Results per page.",
    ),
    query("offset", { type: "integer", minimum: 0, default: 0 }, "Results to skip; not together with `page`."),
    query("page", { type: "integer", minimum: 1 }, "Page number, from 1: `offset` = (`page` − 1) × `limit`."),
    query(
      "ordering",
      { type: "string", enum: orderingsOf(list), default: list.default },
      "A field; `-` for descending.",
    ),
    ...(list.search ? [query("search", { type: "string" })] : []),
  ];
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

const idempotencyKey: Parameter = {
  ...header(
    "Idempotency-Key",
    "Makes it safe to send the request again: the first answer below 500 is kept for 24 hours, and given again with " +
      "`Idempotency-Replayed: true`. Use a new key, such as a UUID, for each new request.",
  ),
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

function conditions(row: Route): Parameter[] {
  if (row.ifMatch) {
    return [
      header("If-Match", "ETag of the draft as it was last read; 409 when it has changed since."),
      header("If-None-Match", "`*`: saves a first draft only; 409 when there is one."),
    ];
  }
  const isTagged = row.etag && row.method === "GET";
  return isTagged ? [header("If-None-Match", "ETag of the copy at hand; 304 when it is still good.")] : [];
}
