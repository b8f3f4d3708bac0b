export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON of a `T` that is sent on as it is: reading and writing a graph of a megabyte takes some 0.1 s. */
export type JsonText<T> = string & { readonly of?: T };

/** An object with one more field, which is JSON already. */
export function jsonWith<T extends object, K extends keyof T & string>(
  others: Omit<T, K>,
  field: K,
  json: string,
): JsonText<T> {
  const text = JSON.stringify(others).slice(0, -1);
  return `${text}${text === "{" ? "" : ","}${JSON.stringify(field)}:${json}}` as JsonText<T>;
}
