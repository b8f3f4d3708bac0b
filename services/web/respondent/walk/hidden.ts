import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";

const longestValue = 1_000;

/**
 * Returns the declared hidden fields in the page's query string (decisions §4, §5), within the limits of `start`. An
 * embedding page names them in HTML attributes (embed/elements.ts), which are lower case.
 */
export function hiddenOf(search: string, form: PublicForm): Record<string, string> {
  const query = new URLSearchParams(search);
  const given = (key: string) => query.get(key) ?? (query.has("embed") ? query.get(key.toLowerCase()) : null);
  const declared = (form.graph.hidden_fields ?? []).map((key) => [key, given(key)] as const);
  return Object.fromEntries(declared.flatMap(([key, value]) => (value === null ? [] : [[key, fitting(value)]])));
}

/** The limit counts code points. U+0000 isn't allowed in texts. */
const fitting = (value: string): string => [...value.replaceAll("\0", "")].slice(0, longestValue).join("");
