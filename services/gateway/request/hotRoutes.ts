import type { IncomingMessage } from "node:http";
import type { Route } from "../http/request.ts";
import type { Found } from "./find.ts";
import { type Endpoint, endpointOf } from "./handle.ts";

/** Bytes. Sixty such bodies are far below the size of a bus message. */
const bodyLimit = 4 * 1024;

/** A request to a hot row. */
export interface HotRequest {
  row: Route;
  endpoint: Endpoint;
  params: Record<string, string>;
}

export type FindHot = (req: IncomingMessage, found: Found | null) => HotRequest | null;

/**
 * Finds hot rows (`isHot`, http/request.ts) for simple requests: the right method, no query, nothing encoded, a small
 * body. moleculer-web routes all others to the same rows.
 */
export function openHotRoutes(routes: readonly Route[]): FindHot {
  const endpoints = new Map(routes.filter((row) => row.isHot).map((row) => [row, endpointOf(row)]));
  return ({ url = "", headers }, found) => {
    const endpoint = found && endpoints.get(found.row);
    if (!endpoint || headers["transfer-encoding"] || Number(headers["content-length"] ?? 0) > bodyLimit) return null;
    return isPlain.test(url) ? { ...found, endpoint } : null;
  };
}

/** A path without a query, in which nothing is encoded. */
const isPlain = /^[\w/-]+$/;
