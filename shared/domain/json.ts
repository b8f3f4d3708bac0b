export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns whether the value is a JSON object, not an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text of a `T` that is passed on without parsing, which takes about 0.1 s for a graph of 1 MB. */
export type JsonText<T> = string & { readonly of?: T };

/** Serializes an object and adds a field that is already JSON. */
export function jsonWith<T extends object, K extends keyof T & string>(
  others: Omit<T, K>,
  field: K,
  json: string,
): JsonText<T> {
  const text = JSON.stringify(others).slice(0, -1);
  return `${text}${text === "{" ? "" : ","}${JSON.stringify(field)}:${json}}` as JsonText<T>;
}
