/** A page's filters in its address: flat, each a text. What has its default is left out. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search.replace(/^\?/, "")));

export function stringifySearch(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const written = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return written && `?${written}`;
}
