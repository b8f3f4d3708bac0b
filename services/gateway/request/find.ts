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
  rows: Map<Method, Named>;
}

/** A row, and the names of its path's variables by their place. */
interface Named {
  row: Route;
  names: readonly (string | null)[];
}

/**
 * Returns a function that finds a request's row before moleculer-web, for what is decided about it before it begins. Words win
 * over variables, as in moleculer-web, unless the path with the word has another method only. HEAD counts as GET.
 */
export function openFinder(routes: readonly Route[]): FindRoute {
  const root = newPart();
  for (const row of routes) {
    const parts = partsOf(row.path);
    const names = parts.map((part) => (isVariable(part) ? part.slice(1, -1) : null));
    partOf(root, parts).rows.set(row.method, { row, names });
  }
  return ({ method, url = "" }) => {
    const end = url.indexOf("?");
    const values = partsOf(end < 0 ? url : url.slice(0, end));
    const found = rowAt(root, values, 0, (method === "HEAD" ? "GET" : method) as Method);
    return found && { row: found.row, params: paramsOf(found.names, values) };
  };
}

const newPart = (): Part => ({ words: new Map(), variable: null, rows: new Map() });

/** Parts between slashes, whether the last one ends with a slash or not. */
const partsOf = (path: string): string[] =>
  path.slice(path.startsWith("/") ? 1 : 0, path.endsWith("/") ? -1 : undefined).split("/");

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

function rowAt(part: Part, values: readonly string[], index: number, method: Method): Named | null {
  const value = values[index];
  if (value === undefined) return part.rows.get(method) ?? null;
  const next = part.words.get(value);
  const found = next ? rowAt(next, values, index + 1, method) : null;
  return found ?? (part.variable && value !== "" ? rowAt(part.variable, values, index + 1, method) : null);
}

function paramsOf(names: Named["names"], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) if (name !== null) params[name] = values[index] ?? "";
  return params;
}
