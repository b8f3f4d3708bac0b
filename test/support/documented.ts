import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { formats } from "../../shared/domain/formats.ts";

/**
 * Holds an answer against docs/openapi.json: a status that the document does not name for this operation, or a body that
 * breaks its schema, is a fault of the product or of its document.
 */
interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  responses: Record<string, Response>;
}
/** An answer as it came back. */
interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
}

const path = join(import.meta.dirname, "../../docs/openapi.json");
const document: Document = closed(JSON.parse(readFileSync(path, "utf8")));

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as typeof addFormats.default)(ajv);
for (const [name, { test }] of Object.entries(formats)) if (!(name in ajv.formats)) ajv.addFormat(name, test);
ajv.addSchema(document, "openapi");
const compiled = new Map<object, ValidateFunction>();

/** What is wrong with the answer by the document, or null. `target` is the path as it was asked for. */
export function undocumented(method: string, target: string, { status, headers, body }: Answered): string | null {
  const operations = operationsAt(target);
  if (!operations) return isUndocumentedPath(target, status) ? null : `no such path in the document: ${target}`;
  const operation = operations[method === "HEAD" ? "get" : method.toLowerCase()];
  // a method that a path does not have, and a browser's preflight
  if (!operation)
    return status === 405 || method === "OPTIONS" ? null : `no such method in the document: npm run openapi`;
  const response = resolve(operation.responses[status]);
  if (!response) return `the document names no ${status} here (npm run openapi, or \`errors\` of the route's row)`;
  return method === "HEAD" ? null : bodyProblem(response, headers.get("content-type"), body);
}

/** The document leaves answers open for fields to come; those that there are by now it names all. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, key === "examples" ? member : closed(member)]);
  const isShape = "properties" in value && "type" in value && !("additionalProperties" in value);
  return { ...Object.fromEntries(members), ...(isShape && { additionalProperties: false }) };
}

function operationsAt(target: string): Document["paths"][string] | null {
  const asked = target.split(/[?#]/, 1)[0]?.replace(/\/?$/, "/") ?? "";
  const templates = Object.keys(document.paths).filter((template) => patternOf(template).test(asked));
  // the one with the fewest variables, as the gateway looks
  const [closest] = templates.sort((a, b) => a.split("{").length - b.split("{").length);
  return closest ? (document.paths[closest] ?? null) : null;
}

const patternOf = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Beside the API stand health, the document itself and its pages; all else is 404. */
const isUndocumentedPath = (target: string, status: number): boolean =>
  status === 404 || /^\/(healthz|readyz|api\/openapi\.json|api\/docs)\b/.test(target);

function resolve(response: Response | undefined): Response | undefined {
  return response?.$ref ? document.components.responses[response.$ref.split("/").at(-1) ?? ""] : response;
}

function bodyProblem({ content }: Response, contentType: string | null, body: unknown): string | null {
  if (!content) return body === undefined ? null : "the document knows no body here";
  const type = contentType?.split(";", 1)[0] ?? "";
  const schema = (content[type] ?? content["application/octet-stream"])?.schema;
  if (!schema) return `the document does not know content type ${type || "(none)"} here`;
  if (type !== "application/json") return null;
  const validate = compiled.get(schema) ?? compile(schema);
  return validate(body) ? null : `breaks its schema: ${ajv.errorsText(validate.errors, { dataVar: "body" })}`;
}

/** References are to the document's components, wherever the schema stands. */
function compile(schema: object): ValidateFunction {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
  const validate = ajv.compile(absolute);
  compiled.set(schema, validate);
  return validate;
}
