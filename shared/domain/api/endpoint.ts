import type { TObject } from "typebox";
import type { ListOptions } from "../paging.ts";
import type { TSchema } from "../schema.ts";
import type { Problem } from "../shapes/problem.ts";

/**
 * One endpoint as it is on the wire. Of these rows (shared/domain/api.ts) are made: what the gateway takes and answers
 * (services/gateway/routes), the API's document (services/gateway/openapi) and the typed client (services/web/dashboard/api).
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

/** The groups of the spec's endpoint tables, as the document shows them (services/gateway/openapi/tags.ts). */
export type Tag =
  | "Forms"
  | "Drafts and versions"
  | "Themes"
  | "Images"
  | "Responses"
  | "Respondents"
  | "Files"
  | "Integrations"
  | "Deliveries"
  | "Form integrations"
  | "Sign-in"
  | "Account";

/** The path is written as the spec writes it, `{slug}` for what varies. */
export type Path = `/api/${string}/`;

export interface Endpoint {
  title: string;
  tag: Tag;
  auth: Auth;
  query?: TObject;
  /** a list: takes limit, offset, page, ordering and, where it says so, search; answers with an envelope */
  list?: ListOptions;
  body?: TSchema;
  /** the body is a form with one file instead */
  upload?: true;
  /** takes `If-Match`, and `If-None-Match: *`; the action gets either as `if_match`, the latter as `noneYet` */
  ifMatch?: true;
  /** may be carried out twice without harm, so that the gateway may send it again; reads and respondents' steps are */
  idempotent: boolean;
  /** takes `Idempotency-Key` (decisions §9.3): owners' POSTs do, unless their answer holds a secret, which is never kept */
  idempotencyKey: boolean;
  /** 302: to the address in `Location` */
  status: 200 | 201 | 204 | 302;
  /** of one result, also where the answer is an envelope of them; null: no JSON */
  response: TSchema | null;
  /** the answer carries an ETag, and a GET takes `If-None-Match` */
  etag?: true;
  /** the answer is a file of one of these types */
  download?: readonly string[];
  /** the answer sets or clears the sign-in cookie */
  setsCookie?: true;
  /** what it makes is sent events, which the document shows as a callback */
  sendsEvents?: true;
  /** errors beside those that every such row may give (openapi/responses.ts), and when */
  errors?: Errors;
}

export type Errors = { readonly [Status in 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422]?: string };

/** An error's body (spec §Errors, decisions §1). */
export interface Failure {
  detail: string;
  /** `<field>: <message>` each */
  errors?: string[];
  /** where the session stands, when a step does not fit */
  current_node_id?: string;
  /** the session was erased */
  is_deleted?: boolean;
  /** the form has no storage left for an upload */
  is_storage_full?: boolean;
  /** what publishing found */
  problems?: Problem[];
  /** of a 500: the log has more under it */
  request_id?: string;
}

type Defaulted = "tag" | "auth" | "idempotent" | "idempotencyKey" | "status" | "response";

/** A row as it is written: what it leaves out follows from its group, its method and its response. */
type Row = Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Exclude<Defaulted, "tag">>>;
type Rows = { readonly [P in Path]?: { readonly [M in Method]?: Row } };

type Own<R, Name extends string, Default> = R extends { [N in Name]: infer Value } ? Value : Default;

/** The rows with their literal types, so that parameters, bodies and answers of each can be told by its path. */
export type Group<A extends Auth = Auth, R = unknown> = {
  [P in keyof R & Path]: {
    [M in keyof R[P] & Method]: R[P][M] & { auth: Own<R[P][M], "auth", A>; response: Own<R[P][M], "response", null> };
  };
};

/** A group of endpoints, by path and method. */
export function group<A extends Auth, const R extends Rows>(defaults: { tag: Tag; auth: A }, rows: R): Group<A, R> {
  const filled = Object.entries(rows).map(([path, methods]) => {
    const endpoints = Object.entries(methods ?? {}) as [Method, Row][];
    return [path, Object.fromEntries(endpoints.map(([method, row]) => [method, withDefaults(method, row, defaults)]))];
  });
  return Object.fromEntries(filled) as Group<A, R>;
}

function withDefaults(method: Method, row: Row, { tag, auth }: { tag: Tag; auth: Auth }): Endpoint {
  const { response = null } = row;
  const by = row.auth ?? auth;
  return {
    tag,
    auth,
    response,
    status: response === null && !row.download ? 204 : 200,
    idempotent: method === "GET" || by === "public",
    idempotencyKey: method === "POST" && (by === "owner" || by === "user") && !row.upload,
    ...row,
  };
}

type PathNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type PathValue<Name> = Name extends "version_number" ? number : string;

/** What a path's variables are: `{ slug: string; version_number: number }`. */
export type PathParams<P> = { [Name in PathNames<P>]: PathValue<Name> };

/** `if_match` of a request that is to be done only where there is nothing yet; no ETag, which stand in quotes. */
export const noneYet = "none";
