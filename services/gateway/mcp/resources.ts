import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Texts that an assistant can read before it writes a graph. */
export interface Resource {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
  read(): Promise<string>;
}

const docs = join(import.meta.dirname, "../../../docs");
const guide = (name: string) => () => readFile(join(docs, name), "utf8");

export const resources: readonly Resource[] = [
  {
    uri: "pathform://graph-schema",
    name: "JSON Schema of a graph",
    description: "The shape of the graph that save_draft takes.",
    mimeType: "application/schema+json",
    read: graphSchema,
  },
  {
    uri: "pathform://question-types",
    name: "Question types",
    description: "Each question type with its config and the value of its answers.",
    mimeType: "text/markdown",
    read: guide("graphs/question-types.md"),
  },
  {
    uri: "pathform://graph-format",
    name: "Graph format",
    description: "Nodes, edges, conditions, scores and the limits of a graph, with examples.",
    mimeType: "text/markdown",
    read: guide("graphs.md"),
  },
];

interface Document {
  components: { schemas: Record<string, object> };
}

/** The schema of the API's document, with the parts that it refers to. */
async function graphSchema(): Promise<string> {
  const document = JSON.parse(await readFile(join(docs, "openapi.json"), "utf8")) as Document;
  const { schemas } = document.components;
  const used = new Map<string, object>();
  const use = (name: string): void => {
    const schema = schemas[name];
    if (!schema || used.has(name)) return;
    used.set(name, schema);
    for (const [, inner = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) use(inner);
  };
  use("SubmittedGraph");
  return JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: "#/components/schemas/SubmittedGraph",
    components: { schemas: Object.fromEntries(used) },
  });
}
