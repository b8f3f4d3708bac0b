/** Who an owner's request acts for; `user_id` and `key_id` say how it was authenticated. */
export interface Caller {
  account_id: string;
  user_id: string | null;
  key_id: string | null;
}

/** Travels with every call, and with the calls that it makes. */
export interface Meta {
  /** W3C Trace Context: the trace that this call is part of */
  traceparent?: string;
  /** Unix ms: whoever asked waits no longer, and nothing is applied after it (shared/platform/deadlines/onArrival.ts) */
  deadline?: number;
  /** the node on whose clock `deadline` is read; absent: the receiver's own */
  clock?: string;
}

/** A result with the ETag that the answer carries. */
export interface Tagged<T> {
  etag: string;
  value: T;
}
