import { parametersOf } from "../../../../shared/domain/parameters.ts";

/** A page's filters in its address: flat, each a text. What has its default is left out. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search.replace(/^\?/, "")));

export function stringifySearch(values: Record<string, unknown>): string {
  const written = new URLSearchParams(parametersOf(values).filter(([, text]) => text !== "")).toString();
  return written && `?${written}`;
}
