import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import type { AttemptRecord } from "../store/attempts.ts";
import type { ClaimedDelivery } from "../store/queue.ts";
import type { Attempted, Outcome } from "../types/type.ts";
import { afterFailure, afterOwnFailure, afterSkip, afterSuccess, ended, type Plan } from "./schedule.ts";

/** Returns the record of an attempt, with its delivery's next step. */
export function recordOf(delivery: ClaimedDelivery, attempted: Attempted, plan: Plan): AttemptRecord {
  const { outcome, duration_ms } = attempted;
  const { kind, error_message } = outcome;
  const isPayloadSent = sendsPayload(delivery, outcome);
  return {
    delivery_id: delivery.id,
    lease: delivery.lease,
    attempt_id: newOrderedUuid(),
    status: kind === "skipped" ? "skipped" : kind === "delivered" ? "success" : "error",
    is_sent: kind !== "skipped" && kind !== "unsent",
    // a failing mail server isn't the recipients' fault
    is_counted: countedKinds.has(kind) && delivery.type !== "mail",
    is_gone: kind === "gone",
    response_code: outcome.response_code,
    error_message,
    duration_ms,
    request_headers: outcome.request?.headers ?? null,
    request_body: isPayloadSent ? null : (outcome.request?.body ?? null),
    is_payload_sent: isPayloadSent,
    response_headers: outcome.response?.headers ?? null,
    response_body: outcome.response?.body ?? null,
    made: outcome.made ?? null,
    ...plan,
    integration_name: delivery.integration_name,
    integration_type: delivery.type,
    failed_notice: failedNotice(delivery, outcome),
    disabled_notice: disabledNotice(delivery, outcome),
  };
}

/** Results that tell about the receiver. */
const countedKinds: ReadonlySet<Outcome["kind"]> = new Set(["delivered", "failed", "gone"]);

/** An attempt soon after the event has no second copy of the body. Later ones have one, which outlives the payload. */
const sharedFor = 2 * 86_400_000;

function sendsPayload({ payload, payload_at }: ClaimedDelivery, { request }: Outcome): boolean {
  if (payload_at === null || Date.parse(payload_at) < Date.now() - sharedFor) return false;
  return request?.body === JSON.stringify(payload);
}

export function planOf(delivery: ClaimedDelivery, outcome: Ended, schedule: readonly number[]): Plan {
  switch (outcome.kind) {
    case "delivered":
      return afterSuccess(delivery);
    case "skipped":
      return afterSkip(delivery);
    case "failed":
      return afterFailure(delivery, schedule, outcome.retry_after, Math.random());
    case "internal_error":
      return afterOwnFailure(delivery);
    case "gone":
    case "permanent":
    case "unsent":
      return ended(delivery.schedule_index);
  }
}

/** An outcome that is recorded. */
export type Ended = Exclude<Outcome, { kind: "postponed" }>;

/** Notifications don't quote receivers, because a quote may contain a respondent's answer and couldn't be erased. */
const failedNotice = ({ payload, integration_name, attempts }: ClaimedDelivery, { response_code }: Outcome): string =>
  `“${integration_name}” didn’t receive ${eventWords[payload.type]} “${payload.data.form.title}”. ` +
  `${attemptsFailed(attempts + 1, response_code)} Retry it in Deliveries.`;

const disabledNotice = ({ integration_name }: ClaimedDelivery, { kind, response_code }: Outcome): string =>
  kind === "gone"
    ? `“${integration_name}” was disabled because its receiver returned 410 (Gone).`
    : `“${integration_name}” was disabled because all deliveries failed for 5 days. ${attemptsFailed(1, response_code)} See Deliveries for the reason.`;

/** The part of a sentence that names an event. */
const eventWords: Record<SessionEvent["type"] | "test", string> = {
  "session.started": "the start of a response to",
  "session.completed": "a completed response to",
  "session.abandoned": "an abandoned response to",
  "session.updated": "a corrected response to",
  test: "a test of",
};

function attemptsFailed(count: number, code: number | null): string {
  const result = code === null ? "without a response" : `with status ${code}`;
  return count === 1 ? `The last attempt ended ${result}.` : `All ${count} attempts failed, the last ${result}.`;
}
