import type { TObject } from "typebox";
import type { Problem } from "../../domain/graph/shapes/problem.ts";
import type { TSchema } from "../../domain/schema.ts";
import type { Needs } from "../access/allows.ts";
import type { Audit } from "../audit/actions.ts";
import type { ListOptions } from "../paging.ts";

/**
 * HTTP method of an endpoint. The rows of shared/api/endpoints/index.ts are the source of the gateway's routes (services/gateway/routes), the
 * OpenAPI document (services/gateway/openapi) and the typed client (services/web/dashboard/api).
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * - caller: API key or cookie
 * - user: cookie only; a valid API key gets 403 (decisions §2)
 * - public: respondents, without credentials
 * - link: a signed link (decisions §5), or like caller
 * - none: sign-in and sign-out
 */
export type Auth = "caller" | "user" | "public" | "link" | "none";

/** Tags of the OpenAPI document (services/gateway/openapi/tags.ts). */
export type Tag =
  | "Forms"
  | "Drafts and versions"
  | "Templates"
  | "Themes"
  | "Images"
  | "Personal links"
  | "Responses"
  | "Respondents"
  | "Files"
  | "Integrations"
  | "Deliveries"
  | "Form integrations"
  | "Sign-in"
  | "Account"
  | "Workspaces"
  | "Members"
  | "Audit log";

/**
 * The rights that are checked.
 * - workspace: those of the workspace, which the gateway checks
 * - form, resource: those of what the path names. Its service finds it first, so that what doesn't exist is 404
 * - none: without sign-in, or about the person alone
 */
export type Of = "workspace" | "form" | "resource" | "none";

/**
 * The kind of work, for the limits on concurrent requests (services/gateway/admission).
 * - entry: checks or sets a password or a mailed token, or is beside those. They have their own gate
 * - start: starts a session, which brings six more requests
 * - step, read, write: of respondents, then of everybody
 * - transfer: takes the client's time and not the service's, so it has no place among those
 */
export type Load = "entry" | "start" | "step" | "read" | "write" | "transfer";

/** Path with variables such as `{slug}`, as in the spec. */
export type Path = `/api/${string}/`;

export interface Endpoint {
  /** Name in generated clients, listed in docs/operations.txt. It never changes, unlike the title. */
  id: string;
  title: string;
  tag: Tag;
  auth: Auth;
  of: Of;
  load: Load;
  /** the need that the caller's role, key or grant must meet (teams §20.4); null without sign-in */
  needs: Needs | null;
  /** the request's entry in the audit log, or why it leaves none; null for respondents, and for reads that leave none */
  audit: Audit | null;
  /** works in a workspace that is going to be deleted, where other changes get 409 */
  worksSuspended?: true;
  /** a right to one form is enough, as for a list that shows only such forms */
  ofSomeForm?: true;
  query?: TObject;
  /** List options. Lists accept limit, offset, page, ordering and optionally search, and return an envelope. */
  list?: ListOptions;
  /** `counts` of the list's envelope, of all rows whatever the filters */
  counts?: TObject;
  body?: TSchema;
  /** the body is `multipart/form-data` with one file */
  upload?: true;
  /** text fields that can come with the file, with their maximum bytes */
  fields?: Readonly<Record<string, number>>;
  /** The action can take a minute (services/gateway/request/call.ts). */
  isLong?: true;
  /** the body is `application/x-www-form-urlencoded` */
  form?: true;
  /** `{id}` is the workspace that the request acts in */
  namesWorkspace?: true;
  /** `{id}` is a name such as `phq-9`, not a UUID */
  hasNamedId?: true;
  /** the body is a file with attachments as `multipart/form-data`, or a JSON document of any shape, and is streamed to the action */
  document?: true;
  /** media types of the file that is the body, which is streamed to the action; with `document` */
  takes?: readonly string[];
  /** accepts `If-Match` and `If-None-Match: *`, which the action gets as `if_match` (`noneYet` for the latter) */
  ifMatch?: true;
  /** the gateway can retry it; true for reads and respondents' steps */
  idempotent: boolean;
  /** accepts `Idempotency-Key` (decisions §9.3); true for owners' POSTs, unless the response has a secret, which is never stored */
  idempotencyKey: boolean;
  /** only the ids of `results` are kept for `Idempotency-Key`, because the rest can be erased. A repeat reads it again */
  keepsIds?: true;
  /** 202 for work that continues; 302 redirects to `Location` */
  status: 200 | 201 | 202 | 204 | 302;
  /** With `dry_run`, the response is 200 with this. */
  checks?: TSchema;
  /** The response is 204, or 202 with this while the work continues. */
  continues?: TSchema;
  /** the response is 201 if the request created something */
  creates?: true;
  /** schema of one result, even for lists; null without JSON */
  response: TSchema | null;
  /** the response has an ETag, and a GET accepts `If-None-Match` */
  etag?: true;
  /** seconds for which caches can keep the response; absent: never */
  maxAge?: number;
  /** the response is a file of one of these types */
  download?: readonly string[];
  /** the response sets or clears the sign-in cookie */
  setsCookie?: true;
  /** the created resource receives events, documented as a callback */
  sendsEvents?: true;
  /** specific errors, in addition to the general ones (openapi/responses.ts) */
  errors?: Errors;
}

export type Errors = { readonly [Status in 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422]?: string };

/** Body of an error response (spec §Errors, decisions §1). */
export interface Failure {
  detail: string;
  /** each `<field>: <message>` */
  errors?: string[];
  /** the session's current node, if a step is for another node */
  current_node_id?: string;
  /** until when the answers of the session could change, an ISO timestamp */
  editable_until?: string;
  /** the question whose answer or option another response has */
  node_id?: string;
  /** the answer breaks the rule of `valid_if` at this index */
  rule?: number;
  /** the session was deleted */
  is_deleted?: boolean;
  /** why a personal link starts no session */
  link_status?: string;
  /** references of the request that links of the form already have */
  references?: string[];
  /** the form has no storage left for an upload */
  is_storage_full?: boolean;
  /** the permission that the caller lacks */
  needs?: string;
  /** the resource's workspace, if the person is a member there */
  workspace_id?: string;
  /** the workspace is going to be deleted then */
  deletes_at?: string;
  /** `no_workspace` for a person in none, `second_factor_required` by the workspace, `sign_in_again` before a change, or why a form is closed */
  code?: string;
  /** the sign-in waits for this second step */
  second_factor?: "totp";
  /** for the second step */
  challenge?: string;
  /** after a wrong code */
  tries_left?: number;
  /** validation problems */
  problems?: Problem[];
  /** request ID in the log, for a 500 */
  request_id?: string;
}

type Defaulted = "tag" | "auth" | "audit" | "idempotent" | "idempotencyKey" | "status" | "response";

/**
 * A row before its defaults are filled in from its group, method and response. One with sign-in names what it needs, and one that
 * changes something for owners names its entry in the audit log.
 */
type Row<A extends Auth, M extends Method> = Omit<Endpoint, Defaulted | "needs"> &
  Partial<Pick<Endpoint, Exclude<Defaulted, "tag" | "auth" | "audit">>> &
  (({ auth?: never } & Named<A, M>) | { [Own in Auth]: { auth: Own } & Named<Own, M> }[Auth]);
type Named<A extends Auth, M extends Method> = NeedsOf<A> & AuditOf<A, M>;
type NeedsOf<A extends Auth> = A extends "public" | "none"
  ? { of: "none"; needs?: never }
  : { of: "none"; needs: readonly ["oneself"] } | { of: Exclude<Of, "none">; needs: Needs };
type AuditOf<A extends Auth, M extends Method> = A extends "public"
  ? { audit?: never }
  : M extends "GET"
    ? { audit?: Audit }
    : { audit: Audit };
/** Rows whose path contradicts their columns: without a variable, no service looks for anything, so the gateway checks the rights. */
type Fitting<R> = {
  readonly [P in keyof R]: {
    readonly [M in keyof R[P]]: (P extends `${string}{${string}` ? unknown : { of: "workspace" | "none" }) &
      (P extends `/api/workspaces/{id}/${string}` ? { namesWorkspace: true } : { namesWorkspace?: never });
  };
};
type Rows<A extends Auth> = { readonly [P in Path]?: { readonly [M in Method]?: Row<A, M> } };

type Own<R, Name extends string, Default> = R extends { [N in Name]: infer Value } ? Value : Default;

/** Rows with literal types, so that parameters, bodies and responses can be inferred from the path. */
export type Group<A extends Auth = Auth, R = unknown> = {
  [P in keyof R & Path]: {
    [M in keyof R[P] & Method]: R[P][M] & { auth: Own<R[P][M], "auth", A>; response: Own<R[P][M], "response", null> };
  };
};

/** Returns a group of endpoints by path and method, with defaults filled in. */
export function group<A extends Auth, const R extends Rows<A>>(
  defaults: { tag: Tag; auth: A },
  rows: R & Fitting<R>,
): Group<A, R> {
  const filled = Object.entries(rows).map(([path, methods]) => {
    const endpoints = Object.entries(methods ?? {}) as [Method, Row<A, Method>][];
    return [path, Object.fromEntries(endpoints.map(([method, row]) => [method, withDefaults(method, row, defaults)]))];
  });
  return Object.fromEntries(filled) as Group<A, R>;
}

function withDefaults<A extends Auth>(
  method: Method,
  row: Row<A, Method>,
  { tag, auth }: { tag: Tag; auth: A },
): Endpoint {
  const { response = null, needs = null, audit = null } = row;
  const by: Auth = row.auth ?? auth;
  return {
    tag,
    auth,
    response,
    needs,
    audit,
    status: response === null && !row.download ? 204 : 200,
    idempotent: method === "GET" || by === "public",
    idempotencyKey: method === "POST" && (by === "caller" || by === "user") && !row.upload && !row.document,
    ...row,
  };
}

/** Returns whether an endpoint answers 409 in a workspace that is going to be deleted (teams §20.20.11). */
export const isChange = ({ method, auth, needs, worksSuspended }: ChangeOf): boolean =>
  method !== "GET" && auth !== "public" && auth !== "none" && !worksSuspended && !needs?.includes("oneself");
type ChangeOf = Pick<Endpoint, "auth" | "needs" | "worksSuspended"> & { method: Method };

type PathNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type PathValue<Name> = Name extends "version_number" ? number : string;

/** Variables of a path: `{ slug: string; version_number: number }`. */
export type PathParams<P> = { [Name in PathNames<P>]: PathValue<Name> };

/** `if_match` for `If-None-Match: *`. Not an ETag, because ETags are quoted. */
export const noneYet = "none";

/** Reasons why a request leaves no entry in the audit log. */
export const storesNothing = { none: "It stores nothing." } as const;
export const aboutOneself = { none: "It is about the person alone, in no workspace." } as const;
export const ownChoice = { none: "It is a person's own setting, which changes nothing for others." } as const;
