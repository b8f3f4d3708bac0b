import type { Caller as Acting } from "../../domain/access/caller.ts";

/** Whom an owner's request acts for, and what it needs. */
export type Caller = Acting;

/** Metadata of every call, inherited by nested calls. */
export interface Meta {
  /** W3C Trace Context */
  traceparent?: string;
  /** Unix ms. Nothing is applied after it, because the caller has stopped waiting (shared/platform/deadlines/onArrival.ts). */
  deadline?: number;
  /** Form that the call turned out to concern, for logs. The callee sets it. */
  form_id?: string;
  /** Node whose clock `deadline` refers to. Default: the receiver. */
  clock?: string;
}

/** A result with its ETag. */
export interface Tagged<T> {
  etag: string;
  value: T;
}
