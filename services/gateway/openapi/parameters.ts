import { orderingsOf, pageSizeDefault, pageSizeLimit } from "../../../shared/domain/paging.ts";
import type { TSchema } from "../../../shared/domain/schema.ts";
import type { Route } from "../http/request.ts";
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

/** Returns the parameters of a row's path, query and headers (spec §Conventions for list endpoints, decisions §1). */
export function parametersOf(row: Route, components: Components): Parameter[] {
  return [
    ...pathParameters(row),
    ...queryParameters(row, components),
    ...listParameters(row),
    ...conditions(row),
    ...(row.idempotencyKey ? [idempotencyKey] : []),
  ];
}

const day = "An ISO date (a whole UTC day) or a timestamp.";

const descriptions: Record<string, string> = {
  slug: "The form's slug.",
  type: "An integration type.",
  version_number: "Number of a published version, starting at 1.",
  session_id: "The session's ID.",
  delivery_id: "ID of an attempt, from the list of deliveries.",
  has_unpublished_changes: "Only forms whose draft differs from the current version, or not.",
  theme_id: "Only forms with this theme.",
  version: "Only sessions of this version.",
  status: "Only sessions in this state.",
  event: "Only deliveries of this event.",
  user_id: "The member's user ID.",
  invitation_id: "The invitation's ID.",
  role: "Only members with this role.",
  source: "Only members whose role was set by hand, or by single sign-on.",
  revoke_keys: "Also revokes the API keys that the person created.",
  key_id: "Only requests with this API key.",
  is_read: "Only read or unread notifications.",
  integration_id: "Only deliveries of this integration.",
  node_id: "The file question that the upload answers.",
  expires: "Expiry of a signed link, in Unix seconds.",
  signature: "Signature of a signed link. Such a link needs no sign-in.",
  name: "Name of the new integration. Defaults to the type's title.",
  return_to: "Path of the page that the browser returns to afterward.",
  state: "State that `connect` gave to the provider.",
  code: "Authorization code of the provider.",
  error: "Error of the provider, such as `access_denied`.",
  iss: "The provider's issuer (RFC 9207).",
  language: "Only sessions in this language. Its case doesn't matter.",
  reference: "Only sessions that the personal link with this reference started. Its case doesn't matter.",
  token: "The token of a personal link, from its URL.",
  lang: "Language of the texts, one of `form.languages`. Others get the form's own.",
  started_at_from: `Sessions started on or after this time. ${day}`,
  started_at_to: `Sessions started on or before this time. ${day}`,
  from_date: `Attempts on or after this time. ${day}`,
  to_date: `Attempts on or before this time. ${day}`,
  is_active: "`true` (default), `false` for archived forms, or `all`.",
  values: "`raw` exports option values instead of labels. NDJSON is always raw.",
  bom: "Starts the file with a byte order mark for Excel. CSV only.",
  scores: "Adds a column `score [<node_id>]` for each scored question. NDJSON always has scores.",
  export_after:
    "Continues an export that was cut, after the session with this ID and without a header row. Send the same parameters again. " +
    "Requires `export_version`. CSV and NDJSON only.",
  export_version: "The `Export-Version` header of the export that `export_after` continues.",
  answer:
    "Only sessions with this answer: `answer.<node_id>=<value>`. Send up to 10. All must match. The value is an option's " +
    "`value`, a number, the option ranked first, `row.column` of a matrix, or a whole text.",
  search: "Up to 20 words to find. All must occur. The last one matches as a prefix.",
  after:
    "Set by `next` of lists in the order of time. The page then starts after the last one, as fast as the first page, " +
    "and `offset` has no effect.",
  complete: "Completes the session if the last answer leads to an end screen.",
  include: "`answers` adds the answers on each session's path.",
  format: "`xlsx` exports an Excel workbook. `json` exports newline-delimited JSON with one session detail per line.",
};

const examples: Record<string, unknown> = { slug: "customer-feedback-k3x9qa", type: "webhook", version_number: 1 };

export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

/** Descriptions that hold for the paths of one resource. The first match counts. */
const byPath: readonly [RegExp, Record<string, string>][] = [
  [/\/links\/mail\/\{id\}\/deliveries\//, { include: "`reference` adds whose invitation it was." }],
  [
    /\/audit\//,
    {
      action: "Only entries with this action, or of one kind, such as `member.*`.",
      actor_id: "Only entries of the person or API key with this ID.",
      target_id: "Only entries about the resource with this ID.",
      outcome: "Only changes (`success`), or requests refused for a missing permission (`denied`).",
      from_date: `Entries on or after this time. ${day}`,
      to_date: `Entries on or before this time. ${day}`,
      format: "`json` exports newline-delimited JSON with one entry per line.",
      export_after:
        "Continues an export that was cut, after the entry with this ID and without a header row. Send the same parameters again.",
    },
  ],
  [
    /\/draft\/translations\/$/,
    {
      format: "`json` (default) for counts, `csv` for all languages, or `xliff` for one.",
      language: "Language of an XLIFF, and the only one of a CSV.",
      bom: "Starts a CSV with a byte order mark for Excel.",
    },
  ],
  [/\/links\/mail\//, { id: "ID of the invitation to answer the form." }],
  [
    /\/links\//,
    {
      id: "The link's ID.",
      status:
        "Only links in this state. `unanswered` are unused and started ones whose person has completed no response, also none that was deleted since.",
      mail_status: "Only links whose emails are in this state.",
      search: "A part of the reference.",
      erase: "Also deletes what the link says about a person.",
    },
  ],
  [/\/draft\/$/, { exclude: "`translations` leaves them out of the graph. A PUT then keeps those of the draft." }],
  [/\/draft\/translations\/\{language\}/, { language: "Language tag, such as `de` or `pt-BR`." }],
  [/invitations\/$/, { status: "Only invitations in this state." }],
  [/\/sign-ins\//, { id: "ID of the sign-in, from your list." }],
  [/\/access\//, { id: "ID of the access, from the form's list." }],
  [
    /\/oidc\//,
    {
      next: "Path of the page to open after signing in.",
      invitation: "Token of an invitation to accept. The issuer's address must be the invited one.",
      state: "State that `start` gave to the issuer.",
      code: "Authorization code of the issuer.",
      error: "Error of the issuer, such as `access_denied`.",
      iss: "The issuer (RFC 9207).",
    },
  ],
  [/^\/api\/workspaces/, { id: "The workspace's ID." }],
  [/deliveries\/$/, { status: "Only attempts with this result." }],
  [/connect\/$/, { integration_id: "Connects this integration again instead of creating one." }],
  [/^\/api\/v2\/template/, { id: "Name of the template, from the list of templates." }],
  [/^\/api\/v2\/theme/, { id: "The theme's ID." }],
  [/upload\/\{id\}/, { id: "ID of the uploaded file, from its URL." }],
  [/^\/api\/v2\/file/, { id: "ID of the file, from its URL." }],
  [/image/, { id: "The image's ID." }],
  [/mails/, { id: "The email notification's ID." }],
  [/^\/api\/v2\/form\/\{slug\}\/integrations/, { id: "The attachment's ID." }],
  [/^\/api\/integrations/, { id: "The integration's ID." }],
  [/api-keys/, { id: "The API key's ID." }],
  [/notices/, { id: "The notification's ID." }],
];

const descriptionOf = (path: string, name: string): string | undefined =>
  byPath.find(([pattern, texts]) => name in texts && pattern.test(path))?.[1][name] ?? descriptions[name];

function pathParameters({ path, hasNamedId }: Route): Parameter[] {
  return pathNames(path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: descriptionOf(path, name) ?? "",
    schema: hasNamedId ? pathSchema("name") : pathSchema(name),
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

function queryParameters({ path, query: shape }: Route, components: Components): Parameter[] {
  const required = new Set((shape as { required?: string[] } | undefined)?.required);
  const properties: Record<string, TSchema> = shape?.properties ?? {};
  return Object.entries(properties).map(([name, schema]) =>
    "patternProperties" in schema
      ? recordParameter(name, { ...schema })
      : {
          ...query(name, components.show(schema), (schema as JsonSchema).description ?? descriptionOf(path, name)),
          required: required.has(name),
        },
  );
}

/** Each key is a parameter. The record's own name doesn't appear in URLs. */
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
    query("offset", { type: "integer", minimum: 0, default: 0 }, "Results to skip. Can't be combined with `page`."),
    query("page", { type: "integer", minimum: 1 }, "Page number, starting at 1."),
    query(
      "ordering",
      { type: "string", enum: orderingsOf(list), default: list.default },
      "Field to sort by. Prefix it with `-` for descending order.",
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
    "Makes it safe to repeat the request. The first response below 500 is kept for 24 hours and returned again with " +
      "`Idempotency-Replayed: true`. Use a new key, such as a UUID, for each new request.",
  ),
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

const ofDevice = "The device's `resume_key`. Repeats of its answers need it.";
/** Operations whose effect depends on the device that sends them. */
const resumeKeys: Record<string, string> = {
  submitAnswer: ofDevice,
  submitAnswers: ofDevice,
  uploadFile: ofDevice,
  askToFinishLater: "The `resume_key` of the session's start, or the `key` of the device that opened a link.",
};

function conditions(row: Route): Parameter[] {
  if (row.ifMatch) {
    return [
      header("If-Match", "The draft's last ETag. 409 if the draft has changed since."),
      header("If-None-Match", "`*` saves a first draft only. 409 if there is one."),
    ];
  }
  const resumeKey = resumeKeys[row.id];
  if (resumeKey) return [header("Resume-Key", resumeKey)];
  const isTagged = row.etag && row.method === "GET";
  return isTagged ? [header("If-None-Match", "ETag of your copy. 304 if it is still current.")] : [];
}
