/** A request that leaves Pathform, and what came of it. */
export interface OutgoingRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** http or https */
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** false: any certificate is taken, for this request only (decisions §7) */
  verify_ssl?: boolean;
}

export type Sent = Answered | Failed;

export interface Answered {
  kind: "answered";
  status: number;
  /** names in lower case; several of one name joined by ", " */
  headers: Record<string, string>;
  /** at most 64 KiB after decompression; what lies beyond is not read */
  body: string;
  is_cut: boolean;
  duration_ms: number;
}

export interface Failed {
  kind: "failed";
  reason: "address_refused" | "timeout" | "connection" | "bad_request" | "bad_answer";
  /** one sentence that an owner understands */
  error_message: string;
  /** where the answer had begun and did not end */
  status: number | null;
  duration_ms: number;
}

/** The guarded way out. */
export type Send = (request: OutgoingRequest) => Promise<Sent>;
