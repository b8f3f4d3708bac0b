import { isChange } from "../../../shared/api/endpoints/endpoint.ts";
import type { OperationId } from "../../../shared/api/endpoints/index.ts";
import type { ListOptions } from "../../../shared/api/paging.ts";
import type { Route } from "../http/request.ts";
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
    description: "ID of this request in the logs. A valid `X-Request-Id` of the request is reused.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  ETag: { description: "Tag of this state for `If-Match` and `If-None-Match`.", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait before you retry.", schema: { type: "integer", minimum: 0 } },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string", const: "Bearer" } },
  "Content-Disposition": {
    description: "`attachment` (for an image `inline`) with the file's name.",
    schema: { type: "string" },
  },
  "Export-Version": {
    description: "The newest version in an export of responses. Send it as `export_version` to continue the export.",
    schema: { type: "integer", minimum: 0 },
  },
  "Pathform-Losses": {
    description: "Number of parts that the format can't say.",
    schema: { type: "integer", minimum: 0 },
  },
  "Set-Cookie": {
    description: "The session cookie `pathform_session`, over HTTPS `__Host-pathform_session`.",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` if this is the response to the first request with this `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "RateLimit-Limit": { description: "Requests allowed per minute.", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left.", schema: { type: "integer", minimum: 0 } },
  "RateLimit-Reset": { description: "Seconds until the limit resets.", schema: { type: "integer", minimum: 0 } },
};

interface ErrorResponse {
  name: string;
  description: string;
  example: string;
  headers?: string[];
}

/** Errors of the gateway (spec §Errors, decisions §1). */
const errors: Record<number, ErrorResponse> = {
  400: {
    name: "Invalid",
    example: "The request is invalid.",
    description: "The request is invalid. `errors` names the fields.",
  },
  401: {
    name: "Unauthenticated",
    example: "Unknown or revoked API key. Use another key.",
    description: "No valid API key or session cookie.",
    headers: ["WWW-Authenticate"],
  },
  403: {
    name: "Forbidden",
    example: "This form belongs to another workspace.",
    description: "The resource belongs to another workspace, or the caller lacks the permission in `needs`.",
  },
  404: { name: "NotFound", example: "Form not found.", description: "The resource doesn't exist." },
  408: {
    name: "TooSlow",
    example: "The request body didn't arrive within 15 seconds. Check your connection and send it again.",
    description: "The request body took too long to arrive.",
  },
  409: {
    name: "Conflict",
    example: "The form is closed.",
    description:
      "The request conflicts with the current state. The workspace may be read-only, or the first request with this `Idempotency-Key` in progress.",
  },
  413: {
    name: "TooLarge",
    example: "The request body is larger than 1 MiB.",
    description: "The request body is too large.",
  },
  414: {
    name: "UriTooLong",
    example: "The URL is longer than 8192 characters.",
    description: "The URL with its query is too long.",
  },
  415: {
    name: "UnsupportedMediaType",
    example: "Unsupported Content-Type. Use `application/json`.",
    description: "The endpoint doesn't accept this Content-Type.",
  },
  422: {
    name: "KeyReused",
    example: "This Idempotency-Key was already used for a different request. Use a new key for each request.",
    description: "The account used this `Idempotency-Key` for a different request.",
  },
  429: {
    name: "TooManyRequests",
    example: "Too many requests. Try again in 12 seconds.",
    description: "Too many requests. Try again later.",
    headers: ["Retry-After", ...rates],
  },
  431: {
    name: "HeadersTooLarge",
    example: "The request has more than 100 headers.",
    description: "The request's headers are too large.",
  },
  500: {
    name: "ServerError",
    example: "Internal error. An administrator can look up this request_id in the log.",
    description: "Internal error. The log has details under `request_id`.",
  },
  503: {
    name: "Unavailable",
    example: "Forms are unavailable. Try again shortly.",
    description: "A part of the service is unavailable. Try again.",
    headers: ["Retry-After"],
  },
};

export const errorSchema: JsonSchema = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: { type: "string", minLength: 1, description: "The fault and its fix in words. They can change." },
    errors: {
      type: "array",
      items: { type: "string", pattern: "^[\\s\\S]+: [\\s\\S]+$" },
      description: "Each is `<field>: <message>`.",
    },
    current_node_id: { type: "string", description: "The session's current node, if a step doesn't fit." },
    index: { type: "integer", description: "Index of the answer that doesn't fit, in a request with several." },
    node_id: { type: "string", description: "The question whose answer or option another response has, with `code`." },
    rule: { type: "integer", description: "Index of the rule in `valid_if` that the answer breaks." },
    is_deleted: { type: "boolean", description: "True if the session was deleted. Its `id` can't be used again." },
    references: {
      type: "array",
      items: { type: "string" },
      description: "Those of the sent references that the form already has a personal link for.",
    },
    is_storage_full: { type: "boolean", description: "True if the form's file storage is full." },
    needs: { type: "string", description: "The permission that the caller lacks." },
    workspace_id: { type: "string", description: "The resource's workspace, if you are a member there." },
    deletes_at: { type: "string", description: "Time when the workspace is going to be deleted, if that is why." },
    code: {
      type: "string",
      description:
        "`no_workspace` if you are in no workspace. `second_factor_required` if it requires two-step sign-in and yours is off. `sign_in_again` if you have no password and signed in more than 10 minutes ago. Of a form that takes no responses: `closed_message` if `detail` is the owner's message, else `form_closed`, `not_open`, `response_limit` or `link_required`. Of an answer: `not_unique` if another completed response has it, or `option_full` if an option has no places left.",
    },
    second_factor: { type: "string", description: "`totp` if the sign-in needs a code, too." },
    challenge: {
      anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Challenge" }],
      description:
        "Sent with the code, for 5 minutes. An object to solve and start again, if the form is protected from bots.",
    },
    tries_left: { type: "integer", description: "Further codes that the challenge takes." },
    problems: {
      type: "array",
      items: { $ref: "#/components/schemas/Problem" },
      description: "Problems that publishing found.",
    },
    request_id: { type: "string", description: "The response's `X-Request-Id`, as in the server's log." },
  },
  additionalProperties: true,
};

export const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, { name, description, example, headers: more = [] }]) => [
    name,
    {
      description,
      headers: { ...requestId, ...Object.fromEntries(more.map((header) => [header, headerRef(header)])) },
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Error" }, example: exampleOf(status, example) },
      },
    },
  ]),
);

function exampleOf(status: string, detail: string): object {
  if (status === "400") return { detail, errors: ["title: is required"] };
  return { detail, ...(status === "500" && { request_id: "0196a6f2-5b1c-7c7e-8e5f-2f6f3e9d4c21" }) };
}

export function responsesOf(row: Route, components: Components): Responses {
  const statuses = [...new Set([...ownStatuses(row), ...Object.keys(row.errors ?? {}).map(Number)])].sort();
  return {
    [row.status]: success(row, components),
    ...(row.checks && { 200: success({ ...row, status: 200, response: row.checks }, components) }),
    ...(row.continues && { 202: success({ ...row, status: 202, response: row.continues }, components) }),
    ...(row.creates && { 201: success({ ...row, status: 201 }, components) }),
    ...(row.etag && row.method === "GET" && { 304: { description: "Your copy is still current.", headers: tagged } }),
    ...Object.fromEntries(statuses.map((status) => [status, errorOf(row, status)])),
  };
}

const error = { $ref: "#/components/schemas/Error" };
const tagged = { ...requestId, ETag: headerRef("ETag") };

const keyInProgress = "Or the first request with this `Idempotency-Key` is in progress.";

/** Returns the row's own description of an error, else the shared response. */
function errorOf(row: Route, status: number): object {
  const { name } = errors[status] as ErrorResponse;
  const own = row.errors?.[status as 409];
  const when = own && status === 409 && row.idempotencyKey ? `${own} ${keyInProgress}` : own;
  const shared = { $ref: `#/components/responses/${name}` };
  return when
    ? { ...errorResponses[name], description: when, content: { "application/json": { schema: error } } }
    : shared;
}

/** Returns the errors that follow from a row's checks: credentials, path, query and body. */
function ownStatuses(row: Route): number[] {
  const { auth, method, path, body, query, list, status, idempotencyKey } = row;
  const isOwners = auth === "caller" || auth === "user" || auth === "link";
  const isRead = method === "GET";
  const hasPath = pathNames(path).length > 0;
  const given: [boolean, number[]][] = [
    [!isRead || isOwners || Boolean(body || query || list), [400]],
    [isOwners, [401]],
    [isOwners || (auth !== "public" && !isRead), [403]],
    [hasPath, [404]],
    [Boolean(query || list), [414, 431]],
    [!isRead, [408, 413, 415]],
    [idempotencyKey || isChange(row), [409]],
    [idempotencyKey, [422]],
    [status > 0, [429, 500, 503]],
  ];
  return given.flatMap(([applies, statuses]) => (applies ? statuses : []));
}

const descriptions = {
  200: "OK.",
  201: "Created.",
  202: "Accepted. The work continues.",
  204: "No content.",
  302: "Redirect to `Location`.",
};

function success(row: Route, components: Components): object {
  return {
    description: descriptions[row.status],
    headers: {
      ...requestId,
      ...(row.auth !== "none" && rateHeaders),
      ...(row.etag && { ETag: headerRef("ETag") }),
      ...(row.idempotencyKey && { "Idempotency-Replayed": headerRef("Idempotency-Replayed") }),
      ...(row.download && { "Content-Disposition": headerRef("Content-Disposition") }),
      ...(row.query && "export_version" in row.query.properties && { "Export-Version": headerRef("Export-Version") }),
      ...(row.query && "report" in row.query.properties && { "Pathform-Losses": headerRef("Pathform-Losses") }),
      ...(row.setsCookie && { "Set-Cookie": headerRef("Set-Cookie") }),
    },
    ...((row.response || row.download) && {
      content: {
        ...(row.response && contentOf(row, row.response, components)),
        ...(row.download && filesOf(row.download, ownFiles[row.id as OperationId] ?? files)),
      },
    }),
  };
}

function contentOf({ list, counts }: Route, response: object, components: Components): object {
  const schema = components.show(response);
  if (list)
    return {
      "application/json": { schema: envelopeOf(list, schema, components, counts ? components.show(counts) : null) },
    };
  const item = schema.items && itemExample(schema.items, components);
  return { "application/json": { schema, ...(item !== undefined && { example: [item] }) } };
}

const csvExample = `session_id,status,version_number,started_at,completed_at,duration_seconds,total_score,end_node_id,outcome,How likely are you to recommend us? [nps]
4be1b7a2-6a0e-4f6b-9a3e-0d8f0f1f2a11,completed,1,2026-01-31T12:00:00.000Z,2026-01-31T12:01:30.000Z,90,9,thanks,,9
`;

/** Files by media type. `application/octet-stream` stands for any type. */
const files: Record<string, object> = {
  "text/csv": { schema: { type: "string" }, example: csvExample },
  "application/x-ndjson": {
    schema: {
      type: "string",
      format: "binary",
      description: "One session detail per line as JSON, with `end_node_id` and `outcome`.",
    },
  },
  "application/octet-stream": { schema: { type: "string", format: "binary" } },
};

const auditFiles: Record<string, object> = {
  "text/csv": { schema: { type: "string", description: "One entry per line." } },
  "application/x-ndjson": {
    schema: { type: "string", format: "binary", description: "One entry per line as JSON." },
  },
};

const translationFiles: Record<string, object> = {
  "text/csv": {
    schema: { type: "string" },
    example: "key,source,de\r\nnps.title,How likely are you to recommend us?,Wie wahrscheinlich empfiehlst du uns?\r\n",
  },
  "application/xliff+xml": { schema: { type: "string", description: "XLIFF 2.1 of one language." } },
};

const formFiles: Record<string, object> = {
  "application/fhir+json": {
    schema: { type: "object", additionalProperties: true, description: "A Questionnaire of FHIR R4." },
  },
};

/** Files of single operations. */
const ownFiles: { readonly [Id in OperationId]?: Record<string, object> } = {
  exportAuditEntries: auditFiles,
  getTranslations: translationFiles,
  exportDraft: formFiles,
  exportVersion: formFiles,
};

const filesOf = (types: readonly string[], known: Record<string, object>): object =>
  Object.fromEntries(types.map((type) => [type, known[type] ?? files["application/octet-stream"]]));

const itemExample = ({ $ref = "" }: JsonSchema, { schemas }: Components): unknown =>
  schemas[$ref.split("/").at(-1) ?? ""]?.examples?.[0];

const countIsExact: JsonSchema = {
  type: "boolean",
  description: "False if there are more than `count` matches. Omitted if `count` is exact.",
};

/** Returns the schema of a list (spec §Conventions for list endpoints). */
function envelopeOf(
  { boundedCount }: ListOptions,
  item: JsonSchema,
  components: Components,
  counts: JsonSchema | null,
): JsonSchema {
  const name = item.$ref?.split("/").at(-1);
  const example = itemExample(item, components);
  const counted = counts && { counts: itemExample(counts, components) };
  const link: JsonSchema = { type: ["string", "null"], format: "uri" };
  const envelope: JsonSchema = {
    type: "object",
    required: ["count", "next", "previous", ...(counts ? ["counts"] : []), "results"],
    properties: {
      count: { type: "integer", minimum: 0, description: "Matches on all pages." },
      ...(boundedCount && { count_is_exact: countIsExact }),
      next: { ...link, description: "URL of the next page." },
      previous: { ...link, description: "URL of the previous page." },
      ...(counts && { counts: { ...counts, description: "Numbers of all links of the form by state." } }),
      results: { type: "array", items: item, description: "Items of this page." },
    },
    additionalProperties: false,
    ...(example !== undefined && {
      examples: [{ count: 1, next: null, previous: null, ...counted, results: [example] }],
    }),
  };
  return name ? components.add(`${name}Envelope`, envelope) : envelope;
}
