/** A request to the outside. */
export interface OutgoingRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** http or https. */
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** False accepts any certificate, for this request only (decisions §7). */
  verify_ssl?: boolean;
}

export type Sent = Answered | Failed;

export interface Answered {
  kind: "answered";
  status: number;
  /** Names in lower case. Repeated headers are joined with ", ". */
  headers: Record<string, string>;
  /** At most 64 KiB after decompression. The rest isn't read. */
  body: string;
  is_cut: boolean;
  duration_ms: number;
}

export interface Failed {
  kind: "failed";
  reason: "address_refused" | "timeout" | "connection" | "bad_request" | "bad_answer";
  /** A sentence for the owner. */
  error_message: string;
  /** Set if the response began but didn't end. */
  status: number | null;
  duration_ms: number;
}

/** Sends a request through the address checks. */
export type Send = (request: OutgoingRequest) => Promise<Sent>;
