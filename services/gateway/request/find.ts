import type { IncomingMessage } from "node:http";
import type { Method } from "../../../shared/api/endpoints/endpoint.ts";
import type { Route } from "../http/request.ts";

/** A row, and the values of its path's variables as they were sent. */
export interface Found {
  row: Route;
  params: Record<string, string>;
}

export type FindRoute = (req: Pick<IncomingMessage, "method" | "url">) => Found | null;

/** A part of a path. */
interface Part {
  /** by the next part's word */
  words: Map<string, Part>;
  /** the next part, if it may have any value */
  variable: Part | null;
  /** of the path that ends here */
  rows: Map<Method, Route>;
}

/**
 * Returns a function that finds a request's row before moleculer-web, for what is decided about it before it begins. Words win
 * over variables, as in moleculer-web, unless the path with the word has another method only. HEAD counts as GET.
 */
export function openFinder(routes: readonly Route[]): FindRoute {
  const root = newPart();
  for (const row of routes) partOf(root, partsOf(row.path)).rows.set(row.method, row);
  return ({ method, url = "" }) => {
    const values = partsOf(url.split("?", 1)[0] ?? "");
    const row = rowAt(root, values, 0, (method === "HEAD" ? "GET" : method) as Method);
    return row && { row, params: paramsOf(row, values) };
  };
}

const newPart = (): Part => ({ words: new Map(), variable: null, rows: new Map() });

/** Parts between slashes, whether the last one ends with a slash or not. */
const partsOf = (path: string): string[] => path.replace(/^\//, "").replace(/\/$/, "").split("/");

const isVariable = (part: string): boolean => part.startsWith("{");

/** Returns a path's last part, which is added if it is new. */
function partOf(root: Part, parts: readonly string[]): Part {
  return parts.reduce((part, word) => {
    const next = (isVariable(word) ? part.variable : part.words.get(word)) ?? newPart();
    if (isVariable(word)) part.variable = next;
    else part.words.set(word, next);
    return next;
  }, root);
}

function rowAt(part: Part, values: readonly string[], index: number, method: Method): Route | null {
  const value = values[index];
  if (value === undefined) return part.rows.get(method) ?? null;
  const next = part.words.get(value);
  const found = next ? rowAt(next, values, index + 1, method) : null;
  return found ?? (part.variable && value !== "" ? rowAt(part.variable, values, index + 1, method) : null);
}

const paramsOf = (row: Route, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    partsOf(row.path).flatMap((part, index) => (isVariable(part) ? [[part.slice(1, -1), values[index] ?? ""]] : [])),
  );
