import { Errors } from "moleculer";
import { shortened } from "../domain/graph/shortened.ts";

/**
 * The one catalogue of errors that Pathform answers with (spec §Errors, decisions §1). Each factory makes an error whose
 * `code` is the HTTP status. Only `name`, `code`, `type` and `data` survive the bus, so tell errors apart by `isProblem`.
 */
export type ErrorType =
  | "INVALID"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "TOO_SLOW"
  | "TOO_LARGE"
  | "ANSWER_TOO_LARGE"
  | "URI_TOO_LONG"
  | "CODING_UNKNOWN"
  | "HEADERS_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UNPROCESSABLE"
  | "TOO_MANY_REQUESTS"
  | "UNAVAILABLE"
  | "OUTCOME_UNKNOWN"
  | "OVERLOADED"
  | "DISK_FULL";

/** What goes into the answer's body beside `detail`, and which headers it needs. */
export interface ErrorData {
  /** `<field>: <message>` each */
  errors?: string[];
  /** further members of the body, such as `current_node_id` */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

function problem(status: number, type: ErrorType, detail: string, data: ErrorData = {}): Error & Problem {
  return Object.assign(new Errors.MoleculerClientError(detail, status, type, data), { type, data });
}

/** An answer names so many errors, whatever was sent. */
const errorLimit = 100;

/** 400: what the caller sent is wrong; `errors` are `<field>: <message>`. */
export const invalid = (errors: string[], detail = "The request is not valid.", body?: Record<string, unknown>) =>
  problem(400, "INVALID", detail, { errors: errors.slice(0, errorLimit).map(shortened), body });

/** 400 without a field to blame: malformed JSON, nesting too deep. */
export const badRequest = (detail: string) => problem(400, "INVALID", detail);

/** 401 (decisions §2). Whether an unknown key was one until it was revoked is said to nobody. */
export const unauthenticated = (
  detail = "This needs an API key, sent as `Authorization: Bearer pf_…`, or a sign-in.",
) => problem(401, "UNAUTHENTICATED", detail, { headers: { "WWW-Authenticate": "Bearer" } });

export const forbidden = (detail: string) => problem(403, "FORBIDDEN", detail);

/** 403: it exists, but belongs to another account (spec §Authentication 4). */
export const notOwner = (what: string) => forbidden(`This ${what} belongs to another account.`);

export const notFound = (what = "resource") => problem(404, "NOT_FOUND", `This ${what} does not exist.`);

/** 404 that says more. */
export const notFoundAs = (detail: string, body?: Record<string, unknown>) =>
  problem(404, "NOT_FOUND", detail, { body });

export const methodNotAllowed = (allow: string[]) =>
  problem(405, "METHOD_NOT_ALLOWED", `This path allows ${allow.join(", ")}.`, { headers: { Allow: allow.join(", ") } });

export const conflict = (detail: string, body?: Record<string, unknown>) => problem(409, "CONFLICT", detail, { body });

const closing = { headers: { Connection: "close" } };

/** 400: HTTP/1.1 asks for it (RFC 9112 §3.2). */
export const hostMissing = () => problem(400, "INVALID", "The Host header is missing.", closing);

/** 400 (RFC 9112 §3.2). */
export const hostInvalid = () =>
  problem(
    400,
    "INVALID",
    "The Host header is invalid. It must be a host name or an address, with or without a port.",
    closing,
  );

/** 400: two parts behind one address could each take another one for the host. */
export const hostRepeated = () => problem(400, "INVALID", "There is more than one Host header.", closing);

/** 501: a coding beside `chunked` (RFC 9112 §6.1). */
export const codingUnknown = () =>
  problem(501, "CODING_UNKNOWN", "Of transfer codings this service knows chunked alone.", closing);

/** 408: the body came in too slowly. */
export const tooSlow = (seconds: number) =>
  problem(408, "TOO_SLOW", `The request body did not arrive within ${seconds} s.`, closing);

export const uriTooLong = (limit: number) =>
  problem(414, "URI_TOO_LONG", `The address is over ${limit} characters.`, closing);

export const headersTooLarge = (limit: number) =>
  problem(431, "HEADERS_TOO_LARGE", `The request has over ${limit} headers.`, closing);

export const tooLarge = (limit: number) =>
  problem(413, "TOO_LARGE", `The request body is over ${limit} bytes.`, { headers: { Connection: "close" } });

export const tooManyValues = (limit: number) => problem(413, "TOO_LARGE", `The request body has over ${limit} values.`);

/** 400: what was asked for is more than the bus carries (shared/bus/packets.ts). */
export const answerTooLarge = () =>
  problem(
    400,
    "ANSWER_TOO_LARGE",
    "The answer to this request is too large to be sent. Ask for less at once: try a form out with shorter answers, compare versions that are nearer to each other.",
  );

export const tooManyMembers = (limit: number) =>
  problem(413, "TOO_LARGE", `An object of the request body has over ${limit} fields.`);

/** 400; the connection ends, since reading on would cost what the refusal is to save. */
export const chunksTooSmall = () =>
  problem(
    400,
    "INVALID",
    "The request body comes in too many small chunks: send larger ones, or a Content-Length.",
    closing,
  );

/** 413 of an upload; the connection stays, so that a client that is still sending gets to see it. */
export const fileTooLarge = (limit: number) => problem(413, "TOO_LARGE", `The file is over ${limit} bytes.`);

export const unsupportedMediaType = (detail = "Request bodies are JSON: Content-Type: application/json.") =>
  problem(415, "UNSUPPORTED_MEDIA_TYPE", detail);

/** 422: nothing is wrong with the request but what was asked before under the same Idempotency-Key. */
export const unprocessable = (detail: string) => problem(422, "UNPROCESSABLE", detail);

export const tooManyRequests = (seconds: number, detail = `Too many requests; try again in ${seconds} s.`) =>
  problem(429, "TOO_MANY_REQUESTS", detail, {
    headers: { "Retry-After": String(seconds) },
  });

/** 503: a part does not answer; the same request may be sent again after `Retry-After`. */
export const unavailable = (detail: string, retryAfterSeconds = 2) =>
  problem(503, "UNAVAILABLE", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });

/** 503, but not before the deadline of the call: until then it may still be carried out, and nobody is there to say so. */
export const outcomeUnknown = (detail: string) =>
  problem(503, "OUTCOME_UNKNOWN", detail, { headers: { "Retry-After": "2" } });

/** 503 at once: more waits here than can be worked off in time. Nobody sends it again but the client, and later. */
export const overloaded = () =>
  problem(503, "OVERLOADED", "The service is overloaded at the moment; please try again.", {
    headers: { "Retry-After": "2" },
  });

/** 503 at once: nothing was written, and nothing will be until somebody frees space. */
export const databaseDiskFull = () =>
  problem(
    503,
    "DISK_FULL",
    "The disk of the database is full. Try again after the operator of this service has freed space.",
    { headers: { "Retry-After": "10" } },
  );

/** An error of this catalogue, also after it has crossed the bus. */
export interface Problem {
  code: number;
  type: ErrorType;
  message: string;
  data?: ErrorData;
}

const types: ReadonlySet<string> = new Set<ErrorType>([
  "INVALID",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "CONFLICT",
  "TOO_SLOW",
  "TOO_LARGE",
  "ANSWER_TOO_LARGE",
  "URI_TOO_LONG",
  "CODING_UNKNOWN",
  "HEADERS_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "UNPROCESSABLE",
  "TOO_MANY_REQUESTS",
  "UNAVAILABLE",
  "OUTCOME_UNKNOWN",
  "OVERLOADED",
  "DISK_FULL",
]);

export function isProblem(error: unknown, type?: ErrorType): error is Problem {
  if (typeof error !== "object" || error === null || !("type" in error)) return false;
  return type ? error.type === type : types.has(String(error.type));
}
