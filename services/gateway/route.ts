import type { IncomingMessage, ServerResponse } from "node:http";
import type { TObject } from "typebox";
import type { ActionName, Caller, Tagged } from "../../shared/contract.ts";
import type { FileStore } from "../../shared/files/store.ts";
import type { Params, Result } from "../../shared/moleculer.ts";
import type { ListOptions, Page, Paging } from "../../shared/paging.ts";
import type { Static, TSchema } from "../../shared/schema.ts";

/**
 * One endpoint. The gateway, 405 and `Allow`, the checks of every request and the API's document are made from these
 * rows. `route` compiles only when the action takes just what the row hands over and gives what its response says.
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * - owner: a Bearer key or the cookie
 * - user: the cookie only; a live key gets 403 (decisions §2)
 * - public: respondents, no credentials
 * - link: a signed link (decisions §5), else as owner
 * - none: signing in and out
 */
export type Auth = "owner" | "user" | "public" | "link" | "none";

export interface Row {
  method: Method;
  /** as the spec writes it, `{slug}` for what varies */
  path: `/api/${string}/`;
  title: string;
  auth: Auth;
  action: ActionName;
  query?: TObject;
  /** a list endpoint: takes limit, offset, page, ordering and, where it says so, search */
  list?: ListOptions;
  body?: TSchema;
  /** the body is a form with one file, which `reply` takes in */
  upload?: true;
  /** 302: the reply says where to */
  status: 200 | 201 | 204 | 302;
  /** of one result, also where the answer is an envelope of them; null: no content */
  response: TSchema | null;
  /** the result is tagged: the answer carries an ETag */
  etag?: true;
  /** counted on top of what every such row is (limits/limits.ts) */
  limit?: "starts" | "sign-in";
  /** errors beside those that every such row may give (openapi/responses.ts), and when: for the API's document */
  errors?: { [Status in 400 | 401 | 403 | 404 | 409 | 413 | 415]?: string };
  /** parameters beside those that the path, the query and the body give */
  extra?: (request: Request) => object;
  /** the answer, where it is more than the result as JSON */
  reply?: (request: Request, result: never) => unknown;
}

/** A request on its way through the gateway. */
export interface Request {
  req: IncomingMessage;
  res: ServerResponse;
  id: string;
  route: Row;
  /** decoded, as the path has them */
  path: Record<string, string>;
  search: URLSearchParams;
  /** absolute, without the query, for links to other pages */
  address: string;
  cookie: string | null;
  /** where this gateway is reached, without a slash at its end */
  baseUrl: string;
  files: FileStore;
  call<N extends ActionName>(action: N, params: Params<N>): Promise<Result<N>>;
}

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type PathValue<Name> = Name extends "version_number" ? number : string;
type PathParams<P extends string> = { [Name in PathNames<P>]: PathValue<Name> };
type CallerParams<A> = A extends "owner" | "user"
  ? { caller: Caller }
  : A extends "link"
    ? { caller: Caller | null }
    : unknown;
type QueryParams<R> = R extends { query: infer Q extends TObject } ? { query: Static<Q> } : unknown;
type PagingParams<R> = R extends { list: ListOptions } ? { paging: Paging } : unknown;
type BodyParams<R> = R extends { body: infer B extends TSchema } ? { body: Static<B> } : unknown;
type ExtraParams<R> = R extends { extra: (request: Request) => infer E } ? E : unknown;

type Given<R extends Row> = PathParams<R["path"]> &
  CallerParams<R["auth"]> &
  QueryParams<R> &
  PagingParams<R> &
  BodyParams<R> &
  ExtraParams<R>;

type Answered<R extends Row> = R["response"] extends TSchema ? Static<R["response"]> : null;
type Replied<R extends Row> = R extends { reply: (request: Request, result: infer T) => unknown }
  ? T
  : R extends { list: ListOptions }
    ? Page<Answered<R>>
    : R extends { etag: true }
      ? Tagged<Answered<R>>
      : Answered<R>;

type Fits<R extends Row> =
  Given<R> extends Params<R["action"]>
    ? Result<R["action"]> extends Replied<R>
      ? unknown
      : { "the action's result is not this response": Result<R["action"]> }
    : { "the action takes other parameters": Params<R["action"]> };

/** A row of the table; see `Row`. */
export function route<const R extends Row>(row: R & Fits<R>): Row {
  return row as Row;
}
