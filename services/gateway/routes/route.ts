import type { Endpoint, Method, Path, PathParams } from "../../../shared/api/endpoints/endpoint.ts";
import type { ListOptions, Page, Paging } from "../../../shared/api/paging.ts";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { ActionName, Caller, Tagged } from "../../../shared/bus/contract.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import type { Static, TSchema } from "../../../shared/domain/schema.ts";
import type { Handling, Request, Route } from "../http/request.ts";

type CallerParams<A> = A extends "caller" | "user"
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

type Answered<R> = R extends { response: infer S extends TSchema }
  ? Static<S> | JsonText<Static<S>>
  : R extends { continues: infer C extends TSchema }
    ? Static<C> | null
    : null;
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
/** Names an endpoint without a route by its path or method. */
type Complete<G, H> = {
  readonly [P in keyof G]: P extends keyof H ? { readonly [M in keyof G[P]]: unknown } : "this path needs a route";
};
type Fitting<G, H> = {
  [P in keyof H]: P extends keyof G
    ? { [M in keyof H[P]]: M extends keyof G[P] ? Fits<P, G[P][M], H[P][M]> : never }
    : never;
};

/** Returns the routes of a group of endpoints: an action or a `Handling` per method. */
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
