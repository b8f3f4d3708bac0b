import type { Caller as Acting } from "../../api/access/caller.ts";

/** Whom an owner's request acts for, and what it needs. */
export type Caller = Acting;

/** The HTTP request behind a call, for sign-ins and the audit log (teams §20.8, §20.10). Respondents' calls have none. */
export interface Origin {
  /** the client's */
  address: string;
  /** at most 300 characters */
  user_agent: string | null;
  request_id: string;
  method: string;
  /** the route's template: `/api/v2/form/{slug}/` */
  path: string;
}

/** Metadata of every call, inherited by nested calls. */
export interface Meta {
  /** W3C Trace Context */
  traceparent?: string;
  /** Unix ms. Nothing is applied after it, because the caller has stopped waiting (shared/platform/deadlines/onArrival.ts). */
  deadline?: number;
  /** Form that the call turned out to concern, for logs. The callee sets it. */
  form_id?: string;
  origin?: Origin;
  /** Node whose clock `deadline` refers to. Default: the receiver. */
  clock?: string;
}

/** A result with its ETag. */
export interface Tagged<T> {
  etag: string;
  value: T;
  /** Language of the value, for `Content-Language`. */
  language?: string;
}
