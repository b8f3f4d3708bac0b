import type { TSchema } from "../../../shared/domain/schema.ts";

/** Lists the known names next to an unknown one. The errors keep the words of decisions §1. */
const opening = "The request is invalid.";

export function knownParameters(errors: readonly string[], names: readonly string[]): string {
  if (!errors.some((error) => error.endsWith(": unknown query parameter"))) return opening;
  const known = names.length > 0 ? `the query parameters ${names.join(", ")}` : "no query parameters";
  return `${opening} This endpoint accepts ${known}.`;
}

const unknownField = /^(?:(.*)\.)?[^.]*: unknown field$/s;
/** Maximum objects whose fields are listed. */
const objectLimit = 3;

export function knownFields(errors: readonly string[], body: TSchema | undefined): string {
  const parents = new Set(
    errors.flatMap((error) => (unknownField.test(error) ? [unknownField.exec(error)?.[1] ?? ""] : [])),
  );
  const sentences = [...parents].slice(0, objectLimit).map((path) => {
    const fields = fieldsAt((body ?? {}) as Schema, path === "" ? [] : path.split("."));
    const where = path === "" ? "The body" : path;
    return fields && `${where} accepts ${fields.length > 0 ? `the fields ${fields.join(", ")}` : "no fields"}.`;
  });
  return [opening, ...sentences.filter((sentence) => sentence !== null)].join(" ");
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Returns the known fields, or null if several shapes or any field are allowed. */
function fieldsAt(schema: Schema, path: readonly string[]): string[] | null {
  const [step, ...rest] = path;
  // a nullable object is a union with null
  const members = schema.anyOf?.filter((member) => member.properties || member.items) ?? [schema];
  const [only] = members;
  if (members.length !== 1 || !only) return null;
  if (step === undefined) return path.length === 0 && !only.items ? Object.keys(only.properties ?? {}) : null;
  const next = only.items ?? only.properties?.[step];
  return next ? fieldsAt(next, rest) : null;
}
