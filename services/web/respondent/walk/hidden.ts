import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";

const longestValue = 1_000;

/**
 * Of the page's query string what the form declares as hidden fields (decisions §4, §5), within what `start` takes. A page
 * that embeds this one names them in attributes (embed/elements.ts), which HTML writes in lower case.
 */
export function hiddenOf(search: string, form: PublicForm): Record<string, string> {
  const query = new URLSearchParams(search);
  const given = (key: string) => query.get(key) ?? (query.has("embed") ? query.get(key.toLowerCase()) : null);
  const declared = (form.graph.hidden_fields ?? []).map((key) => [key, given(key)] as const);
  return Object.fromEntries(declared.flatMap(([key, value]) => (value === null ? [] : [[key, fitting(value)]])));
}

/** What another version declares of it. */
export function hiddenWithin(hidden: Readonly<Record<string, string>>, form: PublicForm): Record<string, string> {
  const declared = new Set(form.graph.hidden_fields);
  return Object.fromEntries(Object.entries(hidden).filter(([key]) => declared.has(key)));
}

/** Cut by code points, as they are counted; U+0000 is no character of a text. */
const fitting = (value: string): string => [...value.replaceAll("\0", "")].slice(0, longestValue).join("");
