import type { IncomingMessage, ServerResponse } from "node:http";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { ActionName, Caller, Tagged } from "../../../shared/bus/contract.ts";
import type { Endpoint, Method, Path, PathParams } from "../../../shared/domain/api/endpoint.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import type { ListOptions, Page, Paging } from "../../../shared/domain/paging.ts";
import type { Static, TSchema } from "../../../shared/domain/schema.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import type { Exports } from "../request/export.ts";

/**
 * The gateway's half of the endpoint table: which action each endpoint of shared/domain/api.ts calls. `handle` compiles
 * only when every endpoint of a group has an action that takes just what its row hands over and gives what its response
 * says.
 */
export interface Handling {
  action: ActionName;
  /** what is counted beside what every such row is (limits/limits.ts); `sign-in` is `entry` and more */
  limit?: "starts" | "entry" | "sign-in" | "password";
  /** a respondent's step: found without moleculer-web, and sent to sessions with the others of its turn (docs/adr/0010-hot-path.md) */
  isHot?: true;
  /** the body holds a graph, which is made of more values than other bodies may have (body.ts) */
  holdsGraph?: true;
  /** parameters beside those that the path, the query and the body give */
  extra?: (request: Request) => object;
  /** the page for whoever was led here by another site and is refused: an answer of the API is nothing to be read */
  landing?: string;
  /** the answer, where it is more than the result as JSON */
  reply?: (request: Request, result: never) => unknown;
}

export interface Route extends Endpoint, Handling {
  method: Method;
  path: Path;
}

/** A request on its way through the gateway. */
export interface Request {
  req: IncomingMessage;
  res: ServerResponse;
  id: string;
  route: Route;
  /** decoded, as the path has them */
  path: Record<string, string>;
  search: URLSearchParams;
  /** absolute, without the query, for links to other pages */
  address: string;
  /** tokens of sign-ins; the one that is good, once the caller is known */
  cookies: string[];
  /** where this gateway is reached, without a slash at its end */
  baseUrl: string;
  files: FileStore;
  exports: Exports;
  /** Unix ms: what the route's action does is not applied after that (idempotency.ts) */
  notAfter?: number;
  /** `options`: what is said of the route, unless the action is another kind of work */
  call<N extends ActionName>(action: N, params: Params<N>, options?: CallOptions): Promise<Result<N>>;
}

/** How an action may be called again when no answer comes (call.ts). */
export interface CallOptions {
  /** carried out twice, it does no more than once */
  isIdempotent: boolean;
  /** answered in milliseconds: a copy that takes longer is not waited for */
  isQuick: boolean;
  /** Unix ms: it is not carried out after that */
  notAfter?: number | undefined;
}

type CallerParams<A> = A extends "owner" | "user"
  ? { caller: Caller }
  : A extends "link"
    ? { caller: Caller | null }
    : unknown;
type QueryParams<R> = R extends { query: infer Q extends TSchema } ? { query: Static<Q> } : unknown;
type PagingParams<R> = R extends { list: ListOptions } ? { paging: Paging } : unknown;
type BodyParams<R> = R extends { body: infer B extends TSchema } ? { body: Static<B> } : unknown;
type IfMatchParams<R> = R extends { ifMatch: true } ? { if_match: string | null } : unknown;
type ExtraParams<H> = H extends { extra: (request: Request) => infer E } ? E : unknown;

type Given<P, R, H> = PathParams<P> &
  CallerParams<R extends { auth: infer A } ? A : never> &
  QueryParams<R> &
  PagingParams<R> &
  BodyParams<R> &
  IfMatchParams<R> &
  ExtraParams<H>;

type Answered<R> = R extends { response: infer S extends TSchema } ? Static<S> | JsonText<Static<S>> : null;
type Replied<R, H> = H extends { reply: (request: Request, result: infer T) => unknown }
  ? T
  : R extends { list: ListOptions }
    ? Page<Answered<R>>
    : R extends { etag: true }
      ? Tagged<Answered<R>>
      : Answered<R>;

type ActionOf<H> = H extends ActionName ? H : H extends { action: infer A extends ActionName } ? A : never;

type Fits<P, R, H> =
  Given<P, R, H> extends Params<ActionOf<H>>
    ? Result<ActionOf<H>> extends Replied<R, H>
      ? H
      : { "the action's result is not this response": Result<ActionOf<H>> }
    : { "the action takes other parameters": Params<ActionOf<H>> };

type Handlings = Readonly<Record<string, Readonly<Record<string, ActionName | Handling>>>>;
/** An endpoint without a route is named by its path, or its method. */
type Complete<G, H> = {
  readonly [P in keyof G]: P extends keyof H ? { readonly [M in keyof G[P]]: unknown } : "this path needs a route";
};
type Fitting<G, H> = {
  [P in keyof H]: P extends keyof G
    ? { [M in keyof H[P]]: M extends keyof G[P] ? Fits<P, G[P][M], H[P][M]> : never }
    : never;
};

/** The routes of a group of endpoints: an action alone, or a `Handling`, for each of its methods. */
export function handle<G extends object, const H extends Handlings>(
  group: G,
  handlings: H & Complete<G, H> & Fitting<G, H>,
): Route[] {
  const rows = group as Record<Path, Record<Method, Endpoint>>;
  const actions = handlings as Record<string, Record<string, ActionName | Handling>>;
  return Object.entries(rows).flatMap(([path, endpoints]) =>
    Object.entries(endpoints).map(([method, endpoint]) => {
      const handling = actions[path]?.[method] as ActionName | Handling;
      const own = typeof handling === "string" ? { action: handling } : handling;
      return { ...endpoint, ...own, method: method as Method, path: path as Path };
    }),
  );
}
