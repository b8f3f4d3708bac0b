export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
