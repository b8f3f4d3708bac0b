import { dotted, invalidDetail } from "../../../shared/domain/fieldError.ts";
import { shortened } from "../../../shared/domain/limits.ts";
import type { ShapeFault } from "../../../shared/domain/scalars.ts";
import type { TSchema } from "../../../shared/domain/schema.ts";

/** Lists the known names next to an unknown one. The errors keep the words of decisions §1. */

export function knownParameters(names: readonly string[]): string {
  const known = names.length > 0 ? `the query parameters ${names.join(", ")}` : "no query parameters";
  return `${invalidDetail} This endpoint accepts ${known}.`;
}

/** Maximum objects whose fields are listed. */
const objectLimit = 3;

export function knownFields(faults: readonly ShapeFault[], body: TSchema | undefined): string {
  const unknown = faults.filter(({ reason }) => reason.kind === "unknown_field");
  const parents = new Map(unknown.map(({ at }) => [dotted(at.slice(0, -1)), at.slice(0, -1)]));
  const sentences = [...parents].slice(0, objectLimit).map(([path, keys]) => {
    const fields = fieldsAt((body ?? {}) as Schema, keys);
    const where = keys.length === 0 ? "The body" : shortened(path);
    return fields && `${where} accepts ${fields.length > 0 ? `the fields ${fields.join(", ")}` : "no fields"}.`;
  });
  return [invalidDetail, ...sentences.filter((sentence) => sentence !== null)].join(" ");
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
