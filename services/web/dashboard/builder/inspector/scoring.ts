import type { KeySchema } from "../../../ui/fields/field.ts";
import { type ConfigSchema, starterValue } from "../model/starterConfig.ts";

/** A scoring mode and its schema (decisions §4.3). */
export interface Mode {
  name: string;
  schema: ConfigSchema;
}

/** Returns the scoring modes of a type's schema, in its order. */
export const modesOf = ({ anyOf = [] }: KeySchema): Mode[] =>
  anyOf.flatMap((schema) => {
    const tag = schema.properties?.mode as { const?: unknown } | undefined;
    return typeof tag?.const === "string" ? [{ name: tag.const, schema: schema as ConfigSchema }] : [];
  });

/** Returns the initial scoring of a mode: required keys only, without points. */
export function startScoring(mode: Mode | undefined): Record<string, unknown> | undefined {
  if (!mode) return undefined;
  const required = (mode.schema.required ?? []).filter((key) => key !== "mode");
  const entries = required.map((key) => {
    const schema = mode.schema.properties[key] ?? {};
    return [key, isPointsTable(schema) ? {} : starterValue(schema, 1)];
  });
  return { mode: mode.name, ...Object.fromEntries(entries) };
}

/** A table of points is an object whose keys no schema names. */
export const isPointsTable = (schema: KeySchema): boolean =>
  schema.type === "object" && schema.properties === undefined;
