import { parametersOf } from "../../../../shared/api/parameters.ts";

/** Parses a page's filters in the URL: texts, or records of texts (`answer.q1`). Default values are left out. */
export function parseSearch(search: string): Record<string, string | Record<string, string>> {
  const values = new Map<string, string | Record<string, string>>();
  for (const [name, text] of new URLSearchParams(search.replace(/^\?/, ""))) {
    const [record = "", key] = name.split(/\.(.*)/s);
    const before = values.get(record);
    values.set(record, key === undefined ? text : { ...(typeof before === "object" && before), [key]: text });
  }
  return Object.fromEntries(values);
}

export function stringifySearch(values: Record<string, unknown>): string {
  const written = new URLSearchParams(parametersOf(values).filter(([, text]) => text !== "")).toString();
  return written && `?${written}`;
}
