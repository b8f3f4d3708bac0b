import type { Answered, OutgoingRequest, Sent } from "../outgoing/request.ts";
import type { Logged, Outcome, Result, Token } from "./type.ts";

/** Returns the outcome of a request: only 2xx is success, 410 disables (decisions §7). */
export function outcomeOf(request: OutgoingRequest, sent: Sent, now: Date): Outcome {
  const logged = { headers: request.headers, body: request.body };
  if (sent.kind === "failed") {
    return { ...failure(sent.error_message), response_code: sent.status, request: logged };
  }
  const exchanged = { response_code: sent.status, request: logged, response: loggedAnswer(sent) };
  if (sent.status >= 200 && sent.status <= 299) return { ...exchanged, ...success };
  const errorMessage = describe(sent.status);
  if (sent.status === 410) return { ...exchanged, kind: "gone", error_message: errorMessage };
  return {
    ...exchanged,
    kind: "failed",
    error_message: errorMessage,
    retry_after: retryAfter(sent.headers["retry-after"], now),
  };
}

/** Returns a message without the receiver's text after the status, because that text can quote answers (teams §20.21.4). */
export const withoutReceiverText = (message: string): string =>
  message.replace(/^([\w ]+ returned (?:\d{3}|no valid token))(?:: | \().*$/s, "$1.");

export const success = { kind: "delivered", error_message: null } as const;

/** Returns a success that says why nothing was changed. */
export const unchanged = (outcome: Outcome, reason: string): Outcome => ({
  ...outcome,
  kind: "delivered",
  error_message: reason,
});

/** Returns an outcome without a request or a response. */
export const withoutExchange = <R extends Result>(result: R) => ({
  ...result,
  response_code: null,
  request: null,
  response: null,
});

/** Nothing was sent, or no response arrived. Tried again by the schedule. */
export const failure = (errorMessage: string, retryAfterSeconds: number | null = null) =>
  withoutExchange({ kind: "failed", error_message: errorMessage, retry_after: retryAfterSeconds });

/** An error in the mapping or the answers, which another attempt would repeat. */
export const permanent = (errorMessage: string): Outcome =>
  withoutExchange({ kind: "permanent", error_message: errorMessage });

export const postponed = (errorMessage: string, until: "soon" | "tomorrow" = "soon"): Outcome =>
  withoutExchange({ kind: "postponed", until, error_message: errorMessage });

/** No token was available. */
export const withoutToken = (token: Exclude<Token, { kind: "token" }>): Outcome =>
  token.kind === "refused" ? postponed(token.error_message) : failure(token.error_message, token.retry_after);

export const loggedAnswer = (answer: Answered): Logged => ({ headers: answer.headers, body: answer.body });

function describe(status: number): string {
  if (status >= 300 && status <= 399) return `The receiver returned ${status}. Redirects aren't followed.`;
  if (status === 410) return "The receiver returned 410 (Gone).";
  return `The receiver returned ${status}.`;
}

/**
 * Returns the seconds of a Retry-After header (RFC 9110 §10.2.3), rounded up: seconds or an HTTP date. Null for
 * anything else.
 */
export function retryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
