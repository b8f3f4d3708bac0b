import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint, Method, Path } from "../../../shared/api/endpoints/endpoint.ts";
import type { AttachedPart } from "../../../shared/api/shapes/imports.ts";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { ActionName, Caller } from "../../../shared/bus/contract.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";

/**
 * The gateway's half of the endpoint table: the action of each endpoint in shared/api/endpoints/index.ts. `handle` compiles only
 * if every endpoint has an action with matching parameters and response.
 */
export interface Handling {
  action: ActionName;
  /** An additional limit (limits/limits.ts). `sign-in` includes `entry`. */
  limit?: "starts" | "entry" | "sign-in" | "password";
  /** A respondent's step: skips moleculer-web and is batched with others (docs/adr/0010-hot-path.md). */
  isHot?: true;
  /** The body has a graph or its texts, which may be larger than other bodies (body.ts). */
  holdsGraph?: true;
  /** The body has answers, whose digits must be those that are stored (json.ts). */
  holdsAnswers?: true;
  /** Parameters beside path, query and body. */
  extra?: (request: Request) => object;
  /**
   * The page to redirect a browser to if a request from another site is refused, because an API error isn't readable.
   */
  landing?: string;
  /** Reads the kept `results` of a repeated request again (`keepsIds`). */
  replay?: (request: Request, caller: Caller, ids: string[]) => Promise<object[]>;
  /** Writes the response if it isn't the result as JSON, and returns nothing then. */
  reply?: (request: Request, result: never) => unknown;
}

export interface Route extends Endpoint, Handling {
  method: Method;
  path: Path;
}

/** A request in the gateway. */
export interface Request {
  req: IncomingMessage;
  res: ServerResponse;
  id: string;
  route: Route;
  /** Decoded path parameters. */
  path: Record<string, string>;
  search: URLSearchParams;
  /** Absolute URL without the query, for links to other pages. */
  address: string;
  /** Sign-in tokens. Only the valid one once the caller is known. */
  cookies: string[];
  /** Public URL of this gateway, without a trailing slash. */
  baseUrl: string;
  files: FileStore;
  exports: Exports;
  /** In the workspace of the resource, if the request named none (teams §20.12). */
  caller?: Caller;
  /** The ETag that it must still have, instead of the header `If-Match`. */
  etag?: string;
  /** Body of a route with a `document`, or a large graph. */
  document?: SentDocument | undefined;
  /** The response is 201 (endpoint.ts, `creates`). */
  hasCreated?: boolean;
  /** Unix ms. The action has no effect after this time (idempotency.ts). */
  notAfter?: number;
  /** `options` default to the route's. */
  call<N extends ActionName>(action: N, params: Params<N>, options?: CallOptions): Promise<Result<N>>;
  /** Calls an action of every copy of its service, without waiting. */
  tell<N extends ActionName>(action: N, params: Params<N>): void;
}

/** A document with its attachments, in one run of bytes. */
export interface SentDocument {
  bytes: Buffer;
  attachments: AttachedPart[];
}

/** How an action can be repeated if it doesn't respond (call.ts). */
export interface CallOptions {
  /** Repeating it has no further effect. */
  isIdempotent: boolean;
  /** Takes milliseconds, so a slow copy is abandoned. */
  isQuick: boolean;
  /** Takes up to a minute. */
  isLong?: boolean | undefined;
  /** Unix ms. It has no effect after this time. */
  notAfter?: number | undefined;
  /** Bytes that are streamed to the action, which doesn't fit into a message. */
  document?: Buffer | undefined;
}

/** Actions that return the next piece of an export. */
export type PieceAction =
  | "analytics.exportPiece"
  | "analytics.historyPiece"
  | "auth.auditPiece"
  | "sessions.linksPiece";

/** The part of a request that its export uses. */
export interface ExportRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** Uploaded files, for archives. */
  files: FileStore;
  call<N extends PieceAction>(action: N, params: Params<N>): Promise<Result<N>>;
}

/** The exports of one gateway, which share its memory and its time. */
export interface Exports {
  /** Call it when a respondent's request arrives. */
  yieldToRespondent(): void;
  /**
   * Streams an export piece by piece. The next piece is read only when the reader has taken the last one, so memory stays flat
   * however slow the reader is. An error in the middle cuts the connection: a short file must not look whole. `authorize` throws
   * once the caller may not read responses anymore, and is asked every few seconds (teams §20.17).
   */
  stream(
    request: ExportRequest,
    begun: BegunExport,
    authorize: () => Promise<void>,
    /** default: of responses */
    action?: PieceAction,
  ): Promise<void>;
}

export type BegunExport = Omit<Result<"analytics.beginExport">, "filename"> & {
  /** absent if the response isn't a file to save */
  filename?: string;
};
