import type { Caller } from "../../../shared/bus/contract.ts";
import { type Failure, failureOf } from "../http/failure.ts";
import type { Answer } from "../http/reply.ts";
import type { Request, Route } from "../http/request.ts";
import { openFinder } from "../request/find.ts";
import {
  callAction,
  type Endpoint,
  endpointOf,
  type GatewayContext,
  type GatewayRequest,
  openRequest,
} from "../request/handle.ts";

/** A request to an endpoint. `path` has its query. */
export interface Asked {
  method: string;
  path: string;
  etag?: string;
  /** a document as text, for an endpoint that takes one */
  body?: unknown;
}

export interface Replied {
  status: number;
  etag: string | undefined;
  /** JSON */
  body: unknown;
}

export type Ask = (outer: Request, caller: Caller, asked: Asked) => Promise<Replied>;

/**
 * Returns a function that asks an endpoint inside of another request, for the same caller. The outer request was counted, so that this
 * one counts for no limit of requests and no usage.
 */
export function openInside(
  routes: readonly Route[],
  context: GatewayContext,
  log: (failure: Failure, error: unknown) => void,
): Ask {
  const find = openFinder(routes);
  const endpoints = new Map<Route, Endpoint>();
  return async (outer, caller, { method, path, etag, body }) => {
    const found = find({ method, url: path });
    if (!found) throw new Error(`No endpoint ${method} ${path}`);
    const { row, params } = found;
    const endpoint = endpoints.get(row) ?? endpointOf(row);
    endpoints.set(row, endpoint);
    const request = openRequest(row, context, outer.req as GatewayRequest, outer.res, { url: path, params });
    if (etag !== undefined) request.etag = etag;
    if (row.document) request.document = { bytes: Buffer.from(String(body)), attachments: [] };
    const asking = { ...caller, needs: row.needs ?? [] };
    try {
      const answered = await callAction(endpoint, context.limits, request, asking, row.document ? undefined : body);
      return replyOf(answered as Answer);
    } catch (error) {
      context.denials.note(request, asking, error);
      const failure = failureOf(error, outer.id);
      log(failure, error);
      return replyOf(failure);
    }
  };
}

/** Larger ones would take long turns to read and to write again. */
const replyLimit = 2 * 1024 * 1024;
const tooLong = { status: 413, etag: undefined, body: { detail: "The result is over 2 MiB. Use the API." } };

function replyOf({ status, headers, body }: Answer): Replied {
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  if (isText && body.length > replyLimit) return tooLong;
  return { status, etag: headers.ETag, body: isText ? JSON.parse(String(body)) : body };
}
