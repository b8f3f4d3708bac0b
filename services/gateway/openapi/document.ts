import product from "../../../package.json" with { type: "json" };
import type { Route } from "../http/request.ts";
import { type Components, components } from "./components.ts";
import { descriptions } from "./descriptions.ts";
import { description as introduction } from "./introduction.ts";
import { withOpenAnswers } from "./openAnswers.ts";
import { parametersOf } from "./parameters.ts";
import { errorResponses, errorSchema, headers, responsesOf } from "./responses.ts";
import { tags } from "./tags.ts";
import { callbacks, webhooks } from "./webhooks.ts";

/** Builds the OpenAPI 3.1 document from the gateway's endpoint table. */
export function openApiDocument(rows: readonly Route[]): object {
  const named = components();
  const paths: Record<string, Record<string, object>> = {};
  for (const row of rows) {
    paths[row.path] ??= {};
    Object.assign(paths[row.path] ?? {}, { [row.method.toLowerCase()]: operationOf(row, named) });
  }
  named.add("Error", errorSchema);
  const hooks = webhooks(named);
  return withOpenAnswers({
    openapi: "3.1.0",
    info: {
      title: "Pathform API",
      version: product.version,
      summary: "Forms and surveys as graphs.",
      description: introduction,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "The server of this document." }],
    tags,
    paths,
    webhooks: hooks,
    components: {
      schemas: sorted(named.schemas),
      responses: usedIn(paths, errorResponses),
      headers,
      securitySchemes,
    },
  });
}

/** Returns the document as served and as in docs/openapi.json. */
export const openApiText = (rows: readonly Route[]): string => `${JSON.stringify(openApiDocument(rows), null, 2)}\n`;

const securitySchemes = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer pf_…`." },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "pathform_session",
    description: "The session cookie of a signed-in user. Over HTTPS its name is `__Host-pathform_session`.",
  },
};

const security: Record<Route["auth"], object[]> = {
  caller: [{ apiKey: [] }, { cookie: [] }],
  user: [{ cookie: [] }],
  public: [],
  // a signed link or a sign-in
  link: [{}, { apiKey: [] }, { cookie: [] }],
  none: [],
};

function operationOf(row: Route, named: Components): object {
  const parameters = parametersOf(row, named);
  return {
    operationId: row.id,
    summary: row.title,
    description: (descriptions as Record<string, Record<string, string>>)[row.path]?.[row.method],
    tags: [row.tag],
    security: security[row.auth],
    ...(row.needs && { "x-needs": row.needs }),
    ...(row.audit && !("none" in row.audit) && { "x-audit": row.audit }),
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: requestBody(row, named) }),
    ...(row.upload && { requestBody: fileForm(row.fields) }),
    ...(row.document && { requestBody: row.takes ? fileBody(row.takes) : documentBody }),
    responses: responsesOf(row, named),
    ...(row.sendsEvents && { callbacks: callbacks(named) }),
  };
}

/** An absent body counts as `{}`, so it is optional if no field is required. */
function requestBody({ body, form }: Route, named: Components): object {
  const isRequired = ((body as { required?: string[] }).required ?? []).length > 0;
  return {
    required: isRequired,
    content: {
      [form ? "application/x-www-form-urlencoded" : "application/json"]: { schema: named.show(body as object) },
    },
  };
}

const binary = { type: "string", format: "binary" };

const fileForm = (fields: Route["fields"] = {}) => ({
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: {
          file: binary,
          ...Object.fromEntries(Object.keys(fields).map((name) => [name, { type: "string" }])),
        },
      },
    },
  },
});

const fileBody = (types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }])),
});

const documentBody = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: {
          file: binary,
        },
      },
    },
    "application/json": {
      schema: { type: "object", additionalProperties: true },
      example: { title: "Feedback", fields: [{ ref: "name", type: "short_text", title: "What is your name?" }] },
    },
  },
};

function usedIn(paths: object, responses: Record<string, object>): Record<string, object> {
  const text = JSON.stringify(paths);
  const used = Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`));
  return Object.fromEntries(used);
}

const sorted = <T>(named: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
