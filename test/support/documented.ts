import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { formats } from "../../shared/domain/formats.ts";

/**
 * Checks a response against docs/openapi.json. An undocumented status or a body that breaks its schema is a bug of the product or
 * the document.
 */
interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  responses: Record<string, Response>;
}
/** A response as received. */
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

/** Returns the response's problem, or null. `target` is the requested path. */
export function undocumented(method: string, target: string, { status, headers, body }: Answered): string | null {
  const operations = operationsAt(target);
  if (!operations) return isUndocumentedPath(target, status) ? null : `no such path in the document: ${target}`;
  const operation = operations[method === "HEAD" ? "get" : method.toLowerCase()];
  // methods that the path doesn't have, and CORS preflights
  if (!operation)
    return status === 405 || method === "OPTIONS" ? null : `no such method in the document: npm run openapi`;
  const response = resolve(operation.responses[status]);
  if (!response) return `the document names no ${status} here (npm run openapi, or \`errors\` of the route's row)`;
  return method === "HEAD" ? null : bodyProblem(response, headers.get("content-type"), body);
}

/** Closes the schemas of responses, which the document leaves open for future fields. */
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
  // the path with the fewest variables, like the gateway
  const [closest] = templates.sort((a, b) => a.split("{").length - b.split("{").length);
  return closest ? (document.paths[closest] ?? null) : null;
}

const patternOf = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Paths outside the API: health, the document and its pages. All others are 404. */
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

/** Resolves references to the document's components. */
function compile(schema: object): ValidateFunction {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
  const validate = ajv.compile(absolute);
  compiled.set(schema, validate);
  return validate;
}
