import type { JsonSchema } from "./jsonSchema.ts";

/** The parts of a document with examples. */
interface Content {
  schema?: JsonSchema;
  example?: unknown;
}
interface Body {
  content?: Record<string, Content>;
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>;
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * Returns the JSON bodies of operations without an example, such as `GET /api/v2/form/: answer 200`. Leaves out errors
 * of single operations, whose description says when they occur.
 */
export function missingExamples(document: object): string[] {
  const { paths, components } = document as Document;
  const isMissing = (body: Body | undefined): boolean => {
    const json = body?.content?.["application/json"];
    return json !== undefined && json.example === undefined && !hasExample(json.schema, components.schemas);
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const answers = Object.entries(responses).filter(([status, answer]) => status < "300" && isMissing(answer));
      return [
        ...(isMissing(requestBody) ? [`${name}: request body`] : []),
        ...answers.map(([status]) => `${name}: answer ${status}`),
      ];
    }),
  );
}

function hasExample(schema: JsonSchema | undefined, named: Record<string, JsonSchema>): boolean {
  if (!schema) return false;
  if (schema.examples !== undefined) return true;
  return schema.$ref !== undefined && hasExample(named[schema.$ref.split("/").at(-1) ?? ""], named);
}
