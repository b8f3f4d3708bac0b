import type { Answered, OutgoingRequest, Sent } from "../outgoing/request.ts";
import type { Logged, Outcome, Token } from "./type.ts";

/** Returns the outcome of a request: only 2xx is success, 410 disables (decisions §7). */
export function outcomeOf(request: OutgoingRequest, sent: Sent, now: Date): Outcome {
  const logged = { headers: request.headers, body: request.body };
  if (sent.kind === "failed") {
    return { ...failure(sent.error_message), response_code: sent.status, request: logged };
  }
  const isSuccess = sent.status >= 200 && sent.status <= 299;
  return {
    response_code: sent.status,
    error_message: isSuccess ? null : describe(sent.status),
    request: logged,
    response: loggedAnswer(sent),
    retry_after: isSuccess ? null : retryAfter(sent.headers["retry-after"], now),
    ...(sent.status === 410 && { disable: true as const }),
  };
}

/** Nothing was sent, or no response arrived. */
export const failure = (errorMessage: string): Outcome => ({
  response_code: null,
  error_message: errorMessage,
  request: null,
  response: null,
  retry_after: null,
});

/** No token was available. */
export function withoutToken(token: Exclude<Token, { kind: "token" }>): Outcome {
  if (token.kind === "refused") return { ...failure(token.error_message), waits_for_connection: true };
  return { ...failure(token.error_message), retry_after: token.retry_after };
}

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
