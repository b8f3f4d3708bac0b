import type { ServerResponse } from "node:http";
import { isDownWithFullDisk } from "../../../shared/platform/database/embeddedRestart.ts";
import { databaseDiskFull, isProblem, type Problem, unavailable } from "../../../shared/platform/errors.ts";
import { type Answer, sendAnswer } from "./reply.ts";

/** The one shape of an error's body (spec §Errors, decisions §1): `detail`, with `errors` where fields are to blame. */
export interface Failure extends Answer {
  body: Record<string, unknown>;
  /** not the caller's doing: the log has it whole */
  isOurs: boolean;
}

/** A cache may keep a 404 for hours otherwise (RFC 9111 §4.2.2). */
const notKept = { "Cache-Control": "no-store" };

export function failureOf(error: unknown, requestId: string): Failure {
  const problem = isProblem(error) ? error : busProblem(error);
  if (!problem) return unexpected(requestId);
  const { errors, body, headers } = problem.data ?? {};
  return {
    status: problem.code,
    body: { detail: problem.message, ...(errors && { errors }), ...body },
    headers: { ...notKept, ...headers },
    isOurs: false,
  };
}

function unexpected(requestId: string): Failure {
  const detail = "Something went wrong in the service. Its operator finds more in the log under this request_id.";
  return { status: 500, body: { detail, request_id: requestId }, headers: notKept, isOurs: true };
}

/** What the bus says when a part does not answer; `data.action` names the part. */
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
  analytics: "Responses and figures",
  integrations: "Integrations and deliveries",
};

function busProblem(error: unknown): Problem | null {
  const { type, data } = error as { type?: string; data?: { action?: string } };
  if (!type || !busTypes.has(type)) return null;
  // most calls fail then, so the circuit breaker answers some in place of the service
  if (isDownWithFullDisk()) return databaseDiskFull();
  const part = parts[data?.action?.split(".")[0] ?? ""] ?? "Parts of this service";
  return unavailable(`${part} are unavailable at the moment; please try again.`);
}

/** Nothing is sent where an answer is already under way. */
export function sendFailure(res: ServerResponse, failure: Failure): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  sendAnswer({ res }, failure);
}
