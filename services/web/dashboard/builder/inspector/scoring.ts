import type { KeySchema } from "../../../ui/fields/field.ts";
import { type ConfigSchema, starterValue } from "../model/starterConfig.ts";

/** A mode of scoring as its schema has it (decisions §4.3). */
export interface Mode {
  name: string;
  schema: ConfigSchema;
}

/** The modes that a type's schema offers, in its order. */
export const modesOf = ({ anyOf = [] }: KeySchema): Mode[] =>
  anyOf.flatMap((schema) => {
    const tag = schema.properties?.mode as { const?: unknown } | undefined;
    return typeof tag?.const === "string" ? [{ name: tag.const, schema: schema as ConfigSchema }] : [];
  });

/** What a mode begins with: what its schema requires, no points yet. */
export function startScoring(mode: Mode | undefined): Record<string, unknown> | undefined {
  if (!mode) return undefined;
  const required = (mode.schema.required ?? []).filter((key) => key !== "mode");
  const entries = required.map((key) => {
    const schema = mode.schema.properties[key] ?? {};
    return [key, isPointsTable(schema) ? {} : starterValue(schema, 1)];
  });
  return { mode: mode.name, ...Object.fromEntries(entries) };
}

/** Points by what they are for: an object whose keys no schema names. */
export const isPointsTable = (schema: KeySchema): boolean =>
  schema.type === "object" && schema.properties === undefined;
