import { FileBytes } from "../../../shared/shapes/files.ts";
import { ExportText } from "../../../shared/shapes/sessions.ts";
import type { Row } from "../route.ts";
import type { Components } from "./components.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { pathNames } from "./parameters.ts";

/** OpenAPI response objects, by status. */
export type Responses = Record<string, object>;

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const requestId = { "X-Request-Id": headerRef("X-Request-Id") };
const rates = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
const rateHeaders = Object.fromEntries(rates.map((name) => [name, headerRef(name)]));

export const headers = {
  "X-Request-Id": {
    description: "Name of this request in the service's logs; taken over from the request where it is harmless.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  ETag: { description: "Tag of this state, for If-Match and If-None-Match.", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait before the next try.", schema: { type: "integer", minimum: 0 } },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string", const: "Bearer" } },
  "Content-Disposition": { description: "`attachment`, with the file's name.", schema: { type: "string" } },
  "Set-Cookie": { description: "The sign-in cookie `pathform_session`.", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Requests allowed in a minute.", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "How many of them are left.", schema: { type: "integer", minimum: 0 } },
  "RateLimit-Reset": { description: "Seconds until the count begins anew.", schema: { type: "integer", minimum: 0 } },
};

interface ErrorResponse {
  name: string;
  description: string;
  headers?: string[];
}

/** The errors that the gateway itself gives, and when (spec §Errors, decisions §1). */
const errors: Record<number, ErrorResponse> = {
  400: { name: "Invalid", description: "The request is not valid; `errors` names the fields to blame." },
  401: { name: "Unauthenticated", description: "No, or no valid, key or sign-in.", headers: ["WWW-Authenticate"] },
  403: { name: "Forbidden", description: "It belongs to another account, or this caller may not do this." },
  404: { name: "NotFound", description: "It does not exist." },
  408: { name: "TooSlow", description: "The request body took too long to come in." },
  409: { name: "Conflict", description: "It does not go with the present state." },
  413: { name: "TooLarge", description: "The request body is too large." },
  414: { name: "UriTooLong", description: "The address, with its query, is too long." },
  415: {
    name: "UnsupportedMediaType",
    description: "The request body has another content type than this endpoint takes.",
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests; try again later.",
    headers: ["Retry-After", ...rates],
  },
  431: { name: "HeadersTooLarge", description: "The request's headers, with its address, are too large." },
  500: { name: "ServerError", description: "Something went wrong; the log has more under `request_id`." },
  503: {
    name: "Unavailable",
    description: "A part of the service does not answer; try again.",
    headers: ["Retry-After"],
  },
};

export const errorSchema: JsonSchema = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: { type: "string", minLength: 1 },
    errors: {
      type: "array",
      items: { type: "string", pattern: "^[\\s\\S]+: [\\s\\S]+$" },
      description: "`<field>: <message>` each.",
    },
    current_node_id: { type: "string", description: "Where the session stands, when a step does not fit." },
    problems: { type: "array", items: { $ref: "#/components/schemas/Problem" }, description: "What publishing found." },
    request_id: { type: "string" },
  },
  additionalProperties: true,
  examples: [{ detail: "The request is not valid.", errors: ["title: is required"] }],
};

export const errorResponses = Object.fromEntries(
  Object.values(errors).map(({ name, description, headers: more = [] }) => [
    name,
    {
      description,
      headers: { ...requestId, ...Object.fromEntries(more.map((header) => [header, headerRef(header)])) },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]),
);

export function responsesOf(row: Row, components: Components): Responses {
  const statuses = [...new Set([...ownStatuses(row), ...Object.keys(row.errors ?? {}).map(Number)])].sort();
  return {
    [row.status]: success(row, components),
    ...(row.etag &&
      row.method === "GET" && { 304: { description: "The copy at hand is still good.", headers: tagged } }),
    ...Object.fromEntries(statuses.map((status) => [status, errorOf(row, status)])),
  };
}

const tagged = { ...requestId, ETag: headerRef("ETag") };

/** Where a row says when, its words stand in the document. */
function errorOf(row: Row, status: number): object {
  const { name } = errors[status] as ErrorResponse;
  const when = row.errors?.[status as 409];
  const shared = { $ref: `#/components/responses/${name}` };
  return when ? { ...errorResponses[name], description: when } : shared;
}

/** What follows from how a request is checked: its credentials, its path, its query, its body. */
function ownStatuses({ auth, method, path, body, query, list, status }: Row): number[] {
  const isOwners = auth === "owner" || auth === "user" || auth === "link";
  const isRead = method === "GET";
  const hasPath = pathNames(path).length > 0;
  const given: [boolean, number[]][] = [
    [!isRead || isOwners || Boolean(body || query || list), [400]],
    [isOwners, [401]],
    [auth === "user" || (isOwners && hasPath) || (auth !== "public" && !isRead), [403]],
    [hasPath, [404]],
    [Boolean(query || list), [414, 431]],
    [!isRead, [408, 413, 415]],
    [status > 0, [429, 500, 503]],
  ];
  return given.flatMap(([applies, statuses]) => (applies ? statuses : []));
}

const descriptions = {
  200: "OK.",
  201: "Created.",
  204: "Done; no content.",
  302: "On to the address in `Location`.",
};

function success(row: Row, components: Components): object {
  const isSignIn = row.path === "/api/auth/login/" || row.path === "/api/auth/register/";
  return {
    description: descriptions[row.status],
    headers: {
      ...requestId,
      ...(row.auth !== "none" && rateHeaders),
      ...(row.etag && { ETag: headerRef("ETag") }),
      ...((row.response === ExportText || row.response === FileBytes) && {
        "Content-Disposition": headerRef("Content-Disposition"),
      }),
      ...(isSignIn && { "Set-Cookie": headerRef("Set-Cookie") }),
    },
    ...(row.response && { content: contentOf(row, components) }),
  };
}

function contentOf(row: Row, components: Components): object {
  if (row.response === ExportText) {
    return {
      "text/csv": { schema: { type: "string" }, example: csvExample },
      "application/x-ndjson": { schema: { type: "string", description: "One session detail, as JSON, a line." } },
    };
  }
  if (row.response === FileBytes) return { "*/*": { schema: {} } };
  const schema = components.show(row.response as object);
  return { "application/json": { schema: row.list ? envelopeOf(schema, components) : schema } };
}

const csvExample = `session_id,status,version_number,started_at,completed_at,duration_seconds,total_score,How likely are you to recommend us? [nps]
4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11,completed,1,2026-01-31T12:00:00.000Z,2026-01-31T12:01:30.000Z,90,9,9
`;

/** Of a list (spec §Conventions for list endpoints). */
function envelopeOf(item: JsonSchema, components: Components): JsonSchema {
  const name = item.$ref?.split("/").at(-1);
  const link: JsonSchema = { type: ["string", "null"], format: "uri" };
  const envelope: JsonSchema = {
    type: "object",
    required: ["count", "next", "previous", "results"],
    properties: {
      count: { type: "integer", minimum: 0, description: "All that match, on every page." },
      next: { ...link, description: "Address of the next page." },
      previous: { ...link, description: "Address of the page before." },
      results: { type: "array", items: item },
    },
    additionalProperties: false,
  };
  return name ? components.add(`${name}Envelope`, envelope) : envelope;
}
