import { parametersOf } from "../../../../shared/api/parameters.ts";

type Value = string | string[] | Record<string, string>;

/** Parses a page's filters in the URL: texts, lists of them, or records (`answer.q1`). Default values are left out. */
export function parseSearch(search: string): Record<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, text] of new URLSearchParams(search.replace(/^\?/, ""))) {
    const [record = "", key] = name.split(/\.(.*)/s);
    const before = values.get(record);
    if (key !== undefined) values.set(record, { ...(isRecord(before) && before), [key]: text });
    else values.set(record, before === undefined || isRecord(before) ? text : [before, text].flat());
  }
  return Object.fromEntries(values);
}

const isRecord = (value: Value | undefined): value is Record<string, string> =>
  typeof value === "object" && !Array.isArray(value);

export function stringifySearch(values: Record<string, unknown>): string {
  const written = new URLSearchParams(parametersOf(values).filter(([, text]) => text !== "")).toString();
  return written && `?${written}`;
}
