import { Errors } from "moleculer";
import { invalidDetail } from "../domain/fieldError.ts";
import { shortened } from "../domain/limits.ts";

/**
 * Every error that the API returns (spec §Errors, decisions §1). `code` is the HTTP status. Only `name`, `code`, `type` and
 * `data` survive the bus, so use `isProblem` to tell errors apart.
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
  | "REPLICA_UNAVAILABLE"
  | "OUTCOME_UNKNOWN"
  | "OVERLOADED"
  | "DISK_FULL";

/** Further body members and headers of an error response. */
export interface ErrorData {
  /** Each is `<field>: <message>`. */
  errors?: string[];
  /** Further members of the body, such as `current_node_id`. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Only requests like this one fail, so the copy that refuses them is healthy. */
  is_partial?: true;
}

function problem(status: number, type: ErrorType, detail: string, data: ErrorData = {}): Error & Problem {
  return Object.assign(new Errors.MoleculerClientError(detail, status, type, data), { type, data });
}

/** Maximum errors in a response. */
const errorLimit = 100;

/** 400 for invalid fields. Each error is `<field>: <message>`. */
export const invalid = (errors: string[], detail = invalidDetail, body?: Record<string, unknown>) =>
  problem(400, "INVALID", detail, { errors: errors.slice(0, errorLimit).map(shortened), body });

/** 400 without a field, such as malformed JSON. */
export const badRequest = (detail: string) => problem(400, "INVALID", detail);

/** 401 (decisions §2). Doesn't reveal whether an unknown key ever existed. */
export const unauthenticated = (
  detail = "Authentication required. Send an API key as `Authorization: Bearer pf_…`, or sign in.",
  body?: Record<string, unknown>,
) => problem(401, "UNAUTHENTICATED", detail, { headers: { "WWW-Authenticate": "Bearer" }, body });

export const forbidden = (detail: string, body?: Record<string, unknown>) =>
  problem(403, "FORBIDDEN", detail, { body });

/** 403: it exists, but belongs to another account (spec §Authentication 4). */
export const notOwner = (what: string, body?: Record<string, unknown>) =>
  forbidden(`This ${what} belongs to another workspace.`, body);

export const notFound = (what = "resource") =>
  problem(404, "NOT_FOUND", `${what[0]?.toUpperCase()}${what.slice(1)} not found.`);

/** 404 with its own text. */
export const notFoundAs = (detail: string, body?: Record<string, unknown>) =>
  problem(404, "NOT_FOUND", detail, { body });

export const methodNotAllowed = (allow: string[]) =>
  problem(405, "METHOD_NOT_ALLOWED", `Method not allowed. This endpoint supports ${allow.join(", ")}.`, {
    headers: { Allow: allow.join(", ") },
  });

export const conflict = (detail: string, body?: Record<string, unknown>) => problem(409, "CONFLICT", detail, { body });

const closing = { headers: { Connection: "close" } };

/** 400: HTTP/1.1 requires a Host header (RFC 9112 §3.2). */
export const hostMissing = () => problem(400, "INVALID", "The Host header is missing. Send one.", closing);

/** 400 (RFC 9112 §3.2). */
export const hostInvalid = () =>
  problem(
    400,
    "INVALID",
    "The Host header is invalid. Send a host name or an address, with or without a port.",
    closing,
  );

/** 400: a proxy and the gateway could read different hosts. */
export const hostRepeated = () =>
  problem(400, "INVALID", "The request has more than one Host header. Send one.", closing);

/** 501: a coding beside `chunked` (RFC 9112 §6.1). */
export const codingUnknown = () =>
  problem(501, "CODING_UNKNOWN", "Unsupported Transfer-Encoding. Only `chunked` is supported.", closing);

/** 408: the body arrived too slowly. */
export const tooSlow = (seconds: number) =>
  problem(
    408,
    "TOO_SLOW",
    `The request body didn't arrive within ${seconds} seconds. Check your connection and send it again.`,
    closing,
  );

export const uriTooLong = (limit: number) =>
  problem(414, "URI_TOO_LONG", `The URL is longer than ${limit} characters.`, closing);

export const headersTooLarge = (limit: number) =>
  problem(431, "HEADERS_TOO_LARGE", `The request has more than ${limit} headers.`, closing);

/** Returns a number of bytes, such as `300 KiB` or `1 MiB`. */
const inUnits = (bytes: number): string =>
  bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${Math.floor(bytes / 2 ** 10)} KiB`;

export const tooLarge = (limit: number) =>
  problem(413, "TOO_LARGE", `The request body is larger than ${inUnits(limit)}.`, { headers: { Connection: "close" } });

export const tooManyValues = (limit: number) =>
  problem(413, "TOO_LARGE", `The request body has more than ${limit} values.`);

/** 400: the response is larger than a bus message (shared/bus/packets.ts). */
export const answerTooLarge = () =>
  problem(
    400,
    "ANSWER_TOO_LARGE",
    "The response is too large. Simulate with shorter answers, or compare versions that are closer together.",
  );

/** 413: a field counts once for the same fields before it in its object. */
export const tooManyFields = (limit: number) =>
  problem(413, "TOO_LARGE", `The objects in the request body have more than ${limit} different fields.`);

export const tooManyObjects = (limit: number) =>
  problem(413, "TOO_LARGE", `The request body has more than ${limit} objects.`);

/** 400. Closes the connection, because reading on would cost as much as the request. */
export const chunksTooSmall = () =>
  problem(
    400,
    "INVALID",
    "The request body has too many small chunks. Send larger chunks or set Content-Length.",
    closing,
  );

/** 413 of an upload. Keeps the connection, so that a client that is still sending gets the response. */
/** 413. `limit` is in bytes, and people call a MiB a MB. */
export const fileTooLarge = (limit: number, name = "The file") =>
  problem(413, "TOO_LARGE", `${name} is larger than ${limit / 2 ** 20} MB. Choose a smaller file.`);

export const unsupportedMediaType = (detail = "Unsupported Content-Type. Use `application/json`.") =>
  problem(415, "UNSUPPORTED_MEDIA_TYPE", detail);

/** 422: the Idempotency-Key was used for a different request. */
export const unprocessable = (detail: string) => problem(422, "UNPROCESSABLE", detail);

export const tryAgainIn = (seconds: number): string =>
  `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

export const tooManyRequests = (seconds: number, detail = `Too many requests. ${tryAgainIn(seconds)}`) =>
  problem(429, "TOO_MANY_REQUESTS", detail, {
    headers: { "Retry-After": String(seconds) },
  });

/** 503: a part doesn't respond. The request can be repeated after `Retry-After`. */
export const unavailable = (detail: string, retryAfterSeconds = 2) =>
  problem(503, "UNAVAILABLE", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });

/** 503 after the commit: respondents don't see a change of their forms in time. It is repeated until they do. */
export const visibleLater = () => unavailable("Saved. Respondents will see the change within a minute.");

/** 503: a worker of Citus doesn't respond. Sessions on the others aren't affected. */
export const workerUnavailable = (detail: string) =>
  problem(503, "UNAVAILABLE", detail, { headers: { "Retry-After": "2" }, is_partial: true });

/** 503: only copies of an older release are there, which don't know a word of the request. They are healthy. */
export const copyTooOld = (word: string) =>
  problem(503, "UNAVAILABLE", `Pathform is being upgraded and doesn't know ${word} everywhere yet. Try again.`, {
    headers: { "Retry-After": "10" },
    is_partial: true,
  });

/** 503 immediately: waiting doesn't help an export or insights. */
export const replicaUnavailable = (detail: string) =>
  problem(503, "REPLICA_UNAVAILABLE", detail, { headers: { "Retry-After": "5" } });

/** 503 at the deadline of the call: until then a silent copy may still apply it. */
export const outcomeUnknown = (detail: string) =>
  problem(503, "OUTCOME_UNKNOWN", detail, { headers: { "Retry-After": "2" } });

/** 503 as above: a worker of Citus ended while it stored. Sessions on the others aren't affected. */
export const workerOutcomeUnknown = (detail: string) =>
  problem(503, "OUTCOME_UNKNOWN", detail, { headers: { "Retry-After": "2" }, is_partial: true });

/** 503: too much waits already. Only the client repeats it, later. */
export const overloaded = (detail = "The service is busy. Try again shortly.") =>
  problem(503, "OVERLOADED", detail, {
    headers: { "Retry-After": "2" },
  });

/** 503 immediately: nothing is written until someone frees space. */
export const databaseDiskFull = () =>
  problem(503, "DISK_FULL", "The database disk is full. Try again after an administrator has freed space.", {
    headers: { "Retry-After": "10" },
  });

/** An error of this catalog, also after it has crossed the bus. */
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
  "REPLICA_UNAVAILABLE",
  "OUTCOME_UNKNOWN",
  "OVERLOADED",
  "DISK_FULL",
]);

export function isProblem(error: unknown, type?: ErrorType): error is Problem {
  if (typeof error !== "object" || error === null || !("type" in error)) return false;
  return type ? error.type === type : types.has(String(error.type));
}
