import type { PathParams } from "../../../shared/api/endpoints/endpoint.ts";
import type { Api, OperationId } from "../../../shared/api/endpoints/index.ts";
import { orderingsOf, pageSizeDefault, pageSizeLimit } from "../../../shared/api/paging.ts";
import { search } from "../../../shared/api/shapes/filters.texts.ts";
import type { TSchema } from "../../../shared/domain/schema.ts";
import type { Route } from "../http/request.ts";
import type { Components } from "./components.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { textsOf } from "./texts.ts";

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

const examples: Record<string, unknown> = { slug: "customer-feedback-k3x9qa", type: "webhook", version_number: 1 };

export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

type WithId<P> = P extends `/api/workspaces/{id}/${string}` ? never : P extends `${string}/{id}/${string}` ? P : never;

/** Texts of `{id}` by path, where it isn't the workspace (`namesWorkspace`). A missing one doesn't compile. */
const ids: { readonly [P in keyof Api as WithId<P>]: string } = {
  "/api/v2/template/{id}/": "Name of the template, from the list of templates.",
  "/api/v2/theme/{id}/": "The theme's ID.",
  "/api/v2/form/{slug}/view/{id}/": "The view's ID.",
  "/api/v2/form/{slug}/links/{id}/": "The link's ID.",
  "/api/v2/form/{slug}/responses/import/{id}/": "ID of the import.",
  "/api/v2/r/session/{session_id}/upload/{id}/": "ID of the uploaded file, from its URL.",
  "/api/v2/file/{id}/": "ID of the file, from its URL.",
  "/api/v2/image/{id}/": "The image's ID.",
  "/api/v2/r/image/{id}/": "The image's ID.",
  "/api/integrations/{type}/{id}/": "The integration's ID.",
  "/api/integrations/{type}/{id}/forms/": "The integration's ID.",
  "/api/integrations/{type}/{id}/health/": "The integration's ID.",
  "/api/integrations/{type}/{id}/test/": "The integration's ID.",
  "/api/integrations/webhook/{id}/secret/": "The integration's ID.",
  "/api/integrations/{type}/{id}/deliveries/": "The integration's ID.",
  "/api/integrations/{type}/{id}/deliveries/replay/": "The integration's ID.",
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": "The integration's ID.",
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": "The integration's ID.",
  "/api/v2/form/{slug}/integrations/{id}/": "The attachment's ID.",
  "/api/v2/form/{slug}/mails/{id}/": "The email notification's ID.",
  "/api/v2/form/{slug}/mails/{id}/test/": "The email notification's ID.",
  "/api/v2/form/{slug}/mails/{id}/deliveries/": "The email notification's ID.",
  "/api/v2/form/{slug}/links/mail/{id}/": "ID of the invitation to answer the form.",
  "/api/v2/form/{slug}/links/mail/{id}/deliveries/": "ID of the invitation to answer the form.",
  "/api/auth/sign-ins/{id}/": "ID of the sign-in, from your list.",
  "/api/v2/form/{slug}/access/{id}/": "ID of the access, from the form's list.",
  "/api/account/api-keys/{id}/": "The API key's ID.",
  "/api/account/api-keys/{id}/rotate/": "The API key's ID.",
  "/api/account/notices/{id}/": "The notification's ID.",
};

/** Texts of other variables, which mean the same in each path. */
const variables: { readonly [Name in Exclude<keyof PathParams<keyof Api>, "id">]: string } = {
  slug: "The form's slug.",
  version_number: "Number of a published version, starting at 1.",
  language: "Language tag, such as `de` or `pt-BR`.",
  session_id: "The session's ID.",
  token: "The token of a personal link, from its URL.",
  type: "An integration type.",
  delivery_id: "ID of an attempt, from the list of deliveries.",
  user_id: "The member's user ID.",
  invitation_id: "The invitation's ID.",
};

function variableText(name: string, { path, namesWorkspace }: Route): string | undefined {
  if (name !== "id") return (variables as Record<string, string>)[name];
  return namesWorkspace ? "The workspace's ID." : (ids as Record<string, string>)[path];
}

function pathParameters(row: Route): Parameter[] {
  return pathNames(row.path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: variableText(name, row) ?? "",
    schema: row.hasNamedId ? pathSchema("name") : pathSchema(name),
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
  ...(description && { description }),
  schema,
});

function queryParameters({ query: shape }: Route, components: Components): Parameter[] {
  const texts = textsOf.get(shape) as Record<string, string> | undefined;
  const required = new Set((shape as { required?: string[] } | undefined)?.required);
  const properties: Record<string, TSchema> = shape?.properties ?? {};
  return Object.entries(properties).map(([name, schema]) =>
    "patternProperties" in schema
      ? recordParameter(name, { ...schema }, texts?.[name])
      : {
          ...query(name, components.show(schema), (schema as JsonSchema).description ?? texts?.[name]),
          required: required.has(name),
        },
  );
}

/** Each key is a parameter. The record's own name doesn't appear in URLs. */
function recordParameter(name: string, { maxProperties }: JsonSchema, description?: string): Parameter {
  const schema: JsonSchema = {
    type: "object",
    maxProperties,
    propertyNames: { pattern: `^${name}\\.[A-Za-z0-9_-]{1,64}$` },
    additionalProperties: { type: "string", minLength: 1, maxLength: 500 },
  };
  return { ...query(name, schema, description), style: "form", explode: true, example: { [`${name}.food`]: "burger" } };
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
    ...(list.search ? [query("search", { type: "string" }, search)] : []),
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
const resumeKeys: { readonly [Id in OperationId]?: string } = {
  submitAnswer: ofDevice,
  submitAnswers: ofDevice,
  uploadFile: ofDevice,
  askToFinishLater: "The `resume_key` of the session's start, or the `key` of the device that opened a link.",
};

const editing: ReadonlySet<string> = new Set<OperationId>(["getEditableAnswers", "editAnswers"]);

function conditions(row: Route): Parameter[] {
  if (row.ifMatch) {
    return [
      header("If-Match", "The draft's last ETag. 409 if the draft has changed since."),
      header("If-None-Match", "`*` saves a first draft only. 409 if there is one."),
    ];
  }
  const resumeKey = resumeKeys[row.id as OperationId];
  if (resumeKey) return [header("Resume-Key", resumeKey)];
  if (editing.has(row.id)) return [header("Edit-Key", "The `edit_key` of the session's start.")];
  const isTagged = row.etag && row.method === "GET";
  return isTagged ? [header("If-None-Match", "ETag of your copy. 304 if it is still current.")] : [];
}
