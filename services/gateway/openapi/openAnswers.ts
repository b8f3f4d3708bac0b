/**
 * Lets responses gain fields within a version, while request bodies reject unknown ones. A shape in both gets a
 * separate request schema, `<name>Input`.
 */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: unknown;
  components: { schemas: Record<string, unknown> };
}
interface Operation {
  requestBody?: unknown;
  responses: unknown;
  callbacks?: unknown;
}

const prefix = "#/components/schemas/";

export function withOpenAnswers<D extends object>(document: D): D {
  const { paths, webhooks, components } = document as D & Document;
  const { schemas } = components;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const asked = reached(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answered = reached([operations.map(({ responses, callbacks }) => [responses, callbacks]), webhooks], schemas);
  const both = new Set([...asked].filter((name) => answered.has(name) && isClosed(name, schemas)));
  const input = (value: unknown) => mapStrings(value, (text) => (both.has(nameIn(text)) ? `${text}Input` : text));
  const named = Object.entries(schemas).flatMap(([name, schema]): [string, unknown][] => [
    [name, answered.has(name) ? opened(schema) : input(schema)],
    ...(both.has(name)
      ? [[`${name}Input`, { ...(input(schema) as object), title: `${name}Input` }] as [string, unknown]]
      : []),
  ]);
  const methodsOf = (methods: Record<string, Operation>) =>
    Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, ...(operation.requestBody !== undefined && { requestBody: input(operation.requestBody) }) },
    ]);
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [path, Object.fromEntries(methodsOf(methods))]),
    ),
    components: { ...components, schemas: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

const nameIn = (text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : "");

/** Returns the names of all schemas reachable from there. */
function reached(start: unknown, schemas: Record<string, unknown>): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    mapStrings(value, (text) => {
      const name = nameIn(text);
      if (name !== "" && !names.has(name)) {
        names.add(name);
        look(schemas[name]);
      }
      return text;
    });
  };
  look(start);
  return names;
}

/** Returns whether the schema, or one it refers to, rejects unknown fields. */
function isClosed(name: string, schemas: Record<string, unknown>): boolean {
  const parts = [name, ...reached(schemas[name], schemas)].map((part) => JSON.stringify(schemas[part]));
  return parts.some((text) => text.includes('"additionalProperties":false'));
}

/** Removes `additionalProperties: false` from a schema and its parts. Keeps examples. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key, member]) => key !== "additionalProperties" || member !== false);
  return Object.fromEntries(members.map(([key, member]) => [key, key === "examples" ? member : opened(member)]));
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapStrings(member, map)]));
}
