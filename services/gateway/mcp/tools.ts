import { allows, allowsInSomeForm } from "../../../shared/api/access/allows.ts";
import { type AssistantTool, assistantTools } from "../../../shared/api/assistantTools.ts";
import { type Endpoint, noneYet } from "../../../shared/api/endpoints/endpoint.ts";
import { api } from "../../../shared/api/endpoints/index.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { Closed, faultFinder, type Static, shapeError, Type } from "../../../shared/domain/schema.ts";
import type { Asked, Replied } from "./inside.ts";
import { fromStrangers, listLimit, responsesThatFit } from "./responses.ts";

/** Tools of assistants (wants §24.3): each is one endpoint, with that endpoint's need. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of its arguments */
  inputSchema: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  isFor(caller: Caller): boolean;
  /** Returns each argument that is missing, unknown or of a wrong type. */
  faultsOf(given: unknown): string[];
  asked(given: never): Asked;
  /** the result that the assistant reads */
  told(replied: Replied): unknown;
}

const slug = Type.String({ minLength: 1, maxLength: 200, description: "The form's slug, as in list_forms." });
const title = Type.String({ minLength: 1, maxLength: 200 });
const graph = Type.Record(Type.String(), Type.Unknown(), {
  description: "The whole graph of the form. Read the resource pathform://graph-format first.",
});
const search = Type.Optional(Type.String({ maxLength: 200 }));
const listed = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most }));
const day = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));
const from = day("First day or time of the start of a response, such as 2026-01-31.");
const to = day("Last day or time of the start of a response.");
const version = Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }));
const answers = Type.Record(Type.String(), Type.Unknown(), { description: "Answers by node id." });
const hidden = Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Hidden fields by key." }));

const personal = Type.Optional(
  Type.Boolean({ description: "True to get answers that can identify someone, such as names and email addresses." }),
);

/** Returns a tool of the endpoint with this method and path. */
function tool<Name extends AssistantTool, const A extends Parameters<typeof Closed>[0]>(row: {
  name: Name;
  title: string;
  description: string;
  endpoint: { of: Endpoint["of"]; needs: readonly [(typeof assistantTools)[Name]["needs"]]; ofSomeForm?: true };
  takes: A;
  asked(given: Static<ReturnType<typeof Closed<A>>>): Asked;
  told?(replied: Replied): unknown;
}): Tool {
  const { name, description, endpoint, asked, told = ({ body }) => body } = row;
  const inputSchema = Closed(row.takes);
  const faults = faultFinder(inputSchema);
  const { kind } = assistantTools[name];
  const { needs } = endpoint;
  return {
    name,
    title: row.title,
    description,
    inputSchema,
    annotations: {
      readOnlyHint: kind === "reads",
      destructiveHint: kind === "replaces",
      idempotentHint: kind !== "adds",
      openWorldHint: false,
    },
    isFor: (caller) =>
      endpoint.of === "workspace" && !endpoint.ofSomeForm
        ? allows({ ...caller, needs }, "workspace")
        : allowsInSomeForm({ ...caller, needs }),
    faultsOf: (given) => faults(given).map((fault) => shapeError(fault)),
    asked: asked as Tool["asked"],
    told,
  };
}

const form = (of: string): string => `/api/v2/form/${encodeURIComponent(of)}/`;
const get = (path: string, query: Record<string, string | number | undefined> = {}): Asked => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return { method: "GET", path: search.size > 0 ? `${path}?${search}` : path };
};
const send = (method: string, path: string, body?: unknown): Asked => ({ method, path, body });
/** Without one, the draft must not exist yet. Some assistants leave out the quotes. */
const tagOf = (etag: string | undefined): string => (etag === undefined ? noneYet : `"${etag.replaceAll('"', "")}"`);
const withTag = ({ etag, body }: Replied): unknown => ({ etag, ...(body as object) });

export const tools: readonly Tool[] = [
  tool({
    name: "list_forms",
    title: "List forms",
    description: "Lists the forms of the workspace, newest first.",
    endpoint: api["/api/v2/form/"].GET,
    takes: { search, limit: listed(listLimit) },
    asked: ({ search: text, limit = 20 }) => get("/api/v2/form/", { search: text, limit }),
  }),
  tool({
    name: "get_form",
    title: "Get a form",
    description: "Returns a form's settings, its link and how many responses it has.",
    endpoint: api["/api/v2/form/{slug}/"].GET,
    takes: { slug },
    asked: (given) => get(form(given.slug)),
  }),
  tool({
    name: "create_form",
    title: "Create a form",
    description: "Creates a form without questions. Save its draft next.",
    endpoint: api["/api/v2/form/"].POST,
    takes: { title },
    asked: (given) => send("POST", "/api/v2/form/", { title: given.title }),
  }),
  tool({
    name: "get_draft",
    title: "Get a draft",
    description:
      "Returns the graph that is being edited, without translations, its problems, and the etag that save_draft needs.",
    endpoint: api["/api/v2/form/{slug}/draft/"].GET,
    takes: { slug },
    asked: (given) => get(`${form(given.slug)}draft/`, { exclude: "translations" }),
    told: withTag,
  }),
  tool({
    name: "save_draft",
    title: "Save a draft",
    description:
      "Replaces the whole draft. Pass the etag of get_draft or of the last save_draft, so that no other person's change is overwritten. " +
      "Leave it out only for a form that has no draft. Translations that the graph leaves out stay. " +
      "Respondents see nothing of it until publish_form.",
    endpoint: api["/api/v2/form/{slug}/draft/"].PUT,
    takes: {
      slug,
      graph,
      etag: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      title: Type.Optional(title),
    },
    asked: ({ slug: of, etag, ...body }) => ({
      ...send("PUT", `${form(of)}draft/${body.graph.translations ? "" : "?exclude=translations"}`, body),
      etag: tagOf(etag),
    }),
    // it has just sent the graph
    told: ({ etag, body }) => ({ etag, last_saved_at: (body as { last_saved_at: string }).last_saved_at }),
  }),
  tool({
    name: "validate_draft",
    title: "Validate a draft",
    description:
      "Checks the draft and proves where it can't be completed: each problem names the node and answers that lead there.",
    endpoint: api["/api/v2/form/{slug}/draft/validate/"].POST,
    takes: { slug },
    asked: (given) => send("POST", `${form(given.slug)}draft/validate/`),
  }),
  tool({
    name: "simulate_draft",
    title: "Simulate a draft",
    description:
      "Walks the draft with answers, or a version of it, and explains each edge and score. Nothing is stored.",
    endpoint: api["/api/v2/form/{slug}/draft/simulate/"].POST,
    takes: { slug, answers, hidden, version },
    asked: ({ slug: of, version: number, ...body }) =>
      send("POST", `${form(of)}${number === undefined ? "draft" : `versions/${number}`}/simulate/`, body),
  }),
  tool({
    name: "diff_versions",
    title: "Compare versions",
    description: "Returns each change from a version to another one, or to the draft, and whether it is breaking.",
    endpoint: api["/api/v2/form/{slug}/versions/{version_number}/diff/"].GET,
    takes: {
      slug,
      from: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
      to: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 999_999_999 }), Type.Literal("draft")])),
    },
    asked: (given) => get(`${form(given.slug)}versions/${given.from}/diff/`, { to: given.to }),
  }),
  tool({
    name: "publish_form",
    title: "Publish a form",
    description: "Publishes the draft as a new version, which respondents get from now on. Ask the person first.",
    endpoint: api["/api/v2/form/{slug}/publish/"].POST,
    takes: { slug },
    asked: (given) => send("POST", `${form(given.slug)}publish/`),
  }),
  tool({
    name: "list_templates",
    title: "List templates",
    description: "Lists complete forms to start from.",
    endpoint: api["/api/v2/template/"].GET,
    takes: {},
    asked: () => get("/api/v2/template/"),
  }),
  tool({
    name: "import_document",
    title: "Convert a form of another tool",
    description:
      "Converts an export of Typeform, SurveyJS, FHIR, Google Forms, KoboToolbox, Formbricks, Tally or Qualtrics to a graph. " +
      "Lists what was lost. Nothing is stored: " +
      "create a form and save the graph as its draft.",
    endpoint: api["/api/v2/import/"].POST,
    takes: {
      document: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String({ maxLength: 1_000_000 })]),
    },
    asked: (given) =>
      send(
        "POST",
        "/api/v2/import/",
        typeof given.document === "string" ? given.document : JSON.stringify(given.document),
      ),
  }),
  tool({
    name: "list_responses",
    title: "List responses",
    description: `Lists up to ${listLimit} responses with their answers, newest first, without personal data unless \`personal\` asks for it. ${fromStrangers}`,
    endpoint: api["/api/v2/form/{slug}/responses/"].GET,
    takes: { slug, from, to, version, search, personal, limit: listed(listLimit) },
    asked: ({ slug: of, limit = 20, personal: isPersonal = false, ...given }) =>
      get(`${form(of)}responses/`, {
        ...period(given),
        search: given.search,
        limit,
        include: "answers",
        personal: isPersonal ? undefined : "omit",
      }),
    told: ({ body }) => responsesThatFit(body as never),
  }),
  tool({
    name: "get_insights",
    title: "Get insights",
    description: `Returns figures of each question, scores and where people leave. ${fromStrangers}`,
    endpoint: api["/api/v2/form/{slug}/insights/"].GET,
    takes: { slug, from, to, version },
    asked: ({ slug: of, ...given }) => get(`${form(of)}insights/`, period(given)),
    told: ({ body }) => ({ note: fromStrangers, ...(body as object) }),
  }),
];

const period = (given: { from?: string; to?: string; version?: number }) => ({
  started_at_from: given.from,
  started_at_to: given.to,
  version: given.version,
});
