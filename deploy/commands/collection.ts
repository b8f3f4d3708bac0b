/**
 * Converts the OpenAPI document to a .http collection for HTTP clients in editors (VS Code REST Client, JetBrains), with one
 * request per operation and the example of its body.
 */
interface Schema {
  $ref?: string;
  examples?: unknown[];
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export function collection(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const names = new Set(operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
  const requests = operations.map((request) => requestText(document, request));
  return [heading, ...[...names].map((name) => `@${name} = `), "", ...requests].join("\n");
}

const heading = `# Generated from docs/openapi.json: npm run openapi
# Fill in the variables. Endpoints under /api/account/ need the cookie that signing in sets.
@baseUrl = http://127.0.0.1:3000
@key = pf_`;

interface Request {
  method: string;
  path: string;
  operation: Operation;
}

function requestText(document: Document, { method, path, operation }: Request): string {
  const { operationId, summary, tags, security, requestBody } = operation;
  const isByKey = security.some((scheme) => "apiKey" in scheme);
  const schema = requestBody?.content["application/json"]?.schema;
  return [
    `### ${tags[0]}: ${summary}`,
    `# @name ${operationId}`,
    `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, "{{$1}}")}`,
    ...(isByKey ? ["Authorization: Bearer {{key}}"] : []),
    ...(schema ? ["Content-Type: application/json", "", JSON.stringify(exampleOf(document, schema), null, 2)] : []),
    "",
  ].join("\n");
}

function exampleOf({ components }: Document, { $ref, examples }: Schema): unknown {
  const named = $ref ? components.schemas[$ref.split("/").at(-1) ?? ""] : undefined;
  return (named?.examples ?? examples)?.[0] ?? {};
}
