import type { IncomingMessage } from "node:http";
import type { Route } from "../http/request.ts";
import { type Endpoint, endpointOf } from "./handle.ts";

/** Bytes. Sixty such bodies are far below the size of a bus message. */
const bodyLimit = 4 * 1024;

/** A request to a hot row. */
export interface HotRequest {
  path: string;
  row: Route;
  endpoint: Endpoint;
  params: Record<string, string>;
}

export type FindHot = (req: IncomingMessage) => HotRequest | null;

/**
 * Finds hot rows (`isHot`, http/request.ts) for simple requests: the right method, no query, nothing encoded, a small
 * body. moleculer-web routes all others to the same rows.
 */
export function openHotRoutes(routes: readonly Route[]): FindHot {
  const hot = routes
    .filter((row) => row.isHot)
    .map((row) => ({ row, endpoint: endpointOf(row), ...patternOf(row.path) }));
  return ({ method, url = "", headers }) => {
    if (headers["transfer-encoding"] || Number(headers["content-length"] ?? 0) > bodyLimit) return null;
    for (const { row, endpoint, pattern, names } of hot) {
      const values = row.method === method ? pattern.exec(url) : null;
      if (values) {
        const params = Object.fromEntries(names.map((name, index) => [name, values[index + 1] as string]));
        return { path: row.path, row, endpoint, params };
      }
    }
    return null;
  };
}

function patternOf(path: string): { pattern: RegExp; names: string[] } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return { names, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([\\w-]+)")}?$`) };
}
