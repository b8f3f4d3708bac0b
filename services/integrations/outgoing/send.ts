import { type Dispatcher, errors, request as undiciRequest } from "undici";
import { readBody } from "./body.ts";
import { AddressRefused, openDispatcher } from "./dispatcher.ts";
import type { Answered, Failed, OutgoingRequest, Send, Sent } from "./request.ts";
import { type Resolve, resolveName } from "./resolve.ts";

export interface OutgoingOptions {
  timeoutMs: number;
  allowPrivate: boolean;
  resolve?: Resolve;
}

/** Sends a process's requests to the outside. */
export interface Outgoing {
  /**
   * Returns a `Send` whose requests share one timeout from now: connect, headers and body of all of them (decisions
   * §7). `signal` ends them earlier.
   */
  within(timeoutMs: number, signal?: AbortSignal): Send;
  close(): Promise<void>;
}

export function openOutgoing({ timeoutMs, allowPrivate, resolve = resolveName }: OutgoingOptions): Outgoing {
  const open = (verifySsl: boolean) => openDispatcher({ resolve, allowPrivate, verifySsl, timeoutMs });
  // separate, so that a verified request never reuses an unverified connection
  const strict = open(true);
  const lenient = open(false);
  return {
    within(limit, signal) {
      const deadline = AbortSignal.timeout(limit);
      const end = signal ? AbortSignal.any([deadline, signal]) : deadline;
      return (request) => send(request, request.verify_ssl === false ? lenient : strict, end, limit);
    },
    async close() {
      await Promise.all([strict.destroy(), lenient.destroy()]);
    },
  };
}

async function send(request: OutgoingRequest, dispatcher: Dispatcher, end: AbortSignal, limit: number): Promise<Sent> {
  const began = performance.now();
  const duration = () => Math.round(performance.now() - began);
  const failed = (failure: Failure, status: number | null = null): Failed => ({
    kind: "failed",
    ...failure,
    status,
    duration_ms: duration(),
  });
  const problem = addressProblem(request.url);
  if (problem) return failed(problem);
  let status: number | null = null;
  try {
    const { method, url, headers, body } = request;
    const answer = await undiciRequest(url, {
      dispatcher,
      method,
      headers: { "user-agent": userAgent, ...headers },
      body,
      signal: end,
    });
    status = answer.statusCode;
    const answered = headersOf(answer.headers);
    const { text, is_cut } = await readBody(answer.body, answered["content-encoding"]);
    return { kind: "answered", status, headers: answered, body: text, is_cut, duration_ms: duration() } as Answered;
  } catch (error) {
    return failed(end.aborted ? timeout(limit) : failureOf(error), status);
  }
}

const userAgent = "Pathform/1";

type Failure = Pick<Failed, "reason" | "error_message">;

const timeout = (limit: number): Failure => ({
  reason: "timeout",
  error_message: `The receiver didn't respond in full within ${limit / 1000} seconds.`,
});

/** Checks the URL's text. The dispatcher checks addresses when it connects. */
function addressProblem(text: string): Failure | null {
  const bad = (errorMessage: string): Failure => ({ reason: "bad_request", error_message: errorMessage });
  if (!URL.canParse(text)) return bad("The URL is invalid.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return bad("The URL must start with http or https.");
  if (url.username || url.password) return bad("The URL must not contain a user name or password.");
  return null;
}

/** Returns our own message, because the library's may contain the URL, which can be a secret (Slack). */
function failureOf(error: unknown): Failure {
  const cause = innermost(error);
  if (cause instanceof AddressRefused) return { reason: "address_refused", error_message: cause.message };
  if (error instanceof errors.ConnectTimeoutError || error instanceof errors.HeadersTimeoutError) {
    return { reason: "timeout", error_message: "The receiver didn't respond in time." };
  }
  if (error instanceof errors.InvalidArgumentError) {
    return {
      reason: "bad_request",
      error_message: "The integration's settings don't form a valid request. Check the URL and headers.",
    };
  }
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (/^HPE_|^UND_ERR_(?:HEADERS_OVERFLOW|RES)/.test(code)) {
    return { reason: "bad_answer", error_message: "The receiver's response isn't valid HTTP." };
  }
  return {
    reason: "connection",
    error_message: connectionProblems[code] ?? `The connection failed${inBrackets(code)}.`,
  };
}

const inBrackets = (code: string): string => (code ? ` (${code})` : "");

const connectionProblems: Record<string, string> = {
  ENOTFOUND: "The receiver's host name doesn't resolve.",
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: "The receiver closed the connection before its response was complete.",
  UND_ERR_SOCKET: "The receiver closed the connection before its response was complete.",
  EPIPE: "The receiver closed the connection before its response was complete.",
  EHOSTUNREACH: "The receiver is unreachable.",
  ENETUNREACH: "The receiver is unreachable.",
  ETIMEDOUT: "The receiver is unreachable.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate isn't signed by a trusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate isn't signed by a trusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The receiver's certificate isn't signed by a trusted authority.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host name.",
};

/** Returns the innermost error. A connection that tried several addresses has one error each. */
function innermost(error: unknown): unknown {
  const { cause, errors: several } = error as { cause?: unknown; errors?: unknown[] };
  const inner = several?.[0] ?? cause;
  return inner instanceof Error ? innermost(inner) : error;
}

function headersOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    (Array.isArray(value) ? value.join(", ") : (value ?? "")).replaceAll("\u0000", ""),
  ]);
  return Object.fromEntries(entries);
}
