import type { ServerResponse } from "node:http";
import { isDownWithFullDisk } from "../../../shared/platform/embedded/restart.ts";
import { databaseDiskFull, isProblem, type Problem, unavailable } from "../../../shared/platform/errors.ts";
import { type Answer, sendAnswer } from "./reply.ts";

/** The body of every error (spec §Errors, decisions §1): `detail`, with `errors` for fields. */
export interface Failure extends Answer {
  body: Record<string, unknown>;
  /** Value of `reason` in metrics. */
  reason: string;
  /** An internal error, which is logged in full. */
  isOurs: boolean;
}

/** Without it a cache may keep a 404 for hours (RFC 9111 §4.2.2). */
const noStore = { "Cache-Control": "no-store" };

export function failureOf(error: unknown, requestId: string): Failure {
  const problem = isProblem(error) ? error : busProblem(error);
  if (!problem) return unexpected(requestId);
  const { errors, body, headers } = problem.data ?? {};
  return {
    status: problem.code,
    body: { detail: problem.message, ...(errors && { errors }), ...body },
    headers: { ...noStore, ...headers },
    reason: problem.type.toLowerCase(),
    isOurs: false,
  };
}

function unexpected(requestId: string): Failure {
  const detail = "Internal error. An administrator can look up this request_id in the log.";
  return { status: 500, body: { detail, request_id: requestId }, headers: noStore, reason: "internal", isOurs: true };
}

/** Bus errors of a part that doesn't respond. `data.action` names the part. */
const busTypes: ReadonlySet<string> = new Set([
  "SERVICE_NOT_FOUND",
  "SERVICE_NOT_AVAILABLE",
  "REQUEST_TIMEOUT",
  "REQUEST_REJECTED",
  "REQUEST_SKIPPED",
  "QUEUE_FULL",
  "BAD_GATEWAY",
]);

const parts: Record<string, string> = {
  auth: "Sign-in and API keys",
  forms: "Forms",
  sessions: "Respondents' sessions",
  analytics: "Responses and insights",
  integrations: "Integrations and deliveries",
};

function busProblem(error: unknown): Problem | null {
  const { type, data } = error as { type?: string; data?: { action?: string } };
  if (!type || !busTypes.has(type)) return null;
  // most calls fail now, and the circuit breaker hides the cause of some
  if (isDownWithFullDisk()) return databaseDiskFull();
  const part = parts[data?.action?.split(".")[0] ?? ""] ?? "Parts of this service";
  return unavailable(`${part} are unavailable. Try again shortly.`);
}

/** Sends an error, or cuts the connection if a response has begun. */
export function sendFailure(res: ServerResponse, failure: Failure): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  sendAnswer({ res }, failure);
}
