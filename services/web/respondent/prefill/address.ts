/** Answers that a link gives (features §16): `answer.<node>=<value>`, `answer.<node>.<row>=<column>` and `prefill=skip`. */
export interface Given {
  /** Texts by node and row, in lower case if an embedding page names them. The row is "" except for a matrix. */
  texts: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  isLowerCase: boolean;
  isSkipping: boolean;
}

const prefix = "answer.";
const isGiven = (key: string): boolean => key.startsWith(prefix) || key === "prefill";

/** Reads a query string and a fragment. The fragment's answer to a question replaces the query's. */
export function givenIn(search: string, hash: string): Given {
  const texts = new Map<string, Map<string, string[]>>();
  const all = [search, hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, "")));
  for (const params of all) {
    const own = new Map<string, Map<string, string[]>>();
    for (const [key, value] of params) {
      if (!key.startsWith(prefix)) continue;
      const [nodeId = "", row = ""] = key.slice(prefix.length).split(".");
      const rows = own.get(nodeId) ?? new Map<string, string[]>();
      own.set(nodeId, rows.set(row, [...(rows.get(row) ?? []), value]));
    }
    for (const [nodeId, rows] of own) texts.set(nodeId, rows);
  }
  const isSkipping = all.some((params) => params.get("prefill") === "skip");
  return { texts, isLowerCase: all[0]?.has("embed") ?? false, isSkipping };
}

/**
 * Reads the answers of this page's address and takes them out of it, so that no one reads them there. The entry in the history
 * keeps them for a reload.
 */
export function takeGiven({ location, history }: Window): Given {
  const state = (history.state ?? {}) as { given?: string };
  const url = new URL(location.href);
  const hash = new URLSearchParams(url.hash.slice(1));
  const found: [string, string][] = [...url.searchParams, ...hash].filter(([key]) => isGiven(key));
  if (found.length === 0) return givenIn(location.search, state.given ?? "");
  const isInHash = [...hash.keys()].some(isGiven);
  const given = givenIn(location.search, isInHash ? url.hash : "");
  for (const [key] of found) {
    url.searchParams.delete(key);
    hash.delete(key);
  }
  if (isInHash) url.hash = hash.toString();
  history.replaceState({ ...state, given: `?${textOf(given)}` }, "", url);
  return given;
}

function textOf({ texts, isSkipping }: Given): string {
  const params = new URLSearchParams(isSkipping ? { prefill: "skip" } : {});
  for (const [nodeId, rows] of texts)
    for (const [row, values] of rows)
      for (const value of values) params.append(`${prefix}${nodeId}${row && `.${row}`}`, value);
  return params.toString();
}
