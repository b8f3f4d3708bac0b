import { newUuid } from "../../../shared/platform/ids.ts";
import type { AttemptRecord } from "../store/attempts.ts";
import type { ClaimedDelivery } from "../store/queue.ts";
import type { Outcome } from "../types/type.ts";
import type { Attempted } from "./attempt.ts";
import { afterFailure, afterOwnFailure, afterSuccess, ended, type Plan } from "./schedule.ts";

/** An attempt as it is noted, with its delivery's next step. */
export function recordOf(delivery: ClaimedDelivery, attempted: Attempted, plan: Plan): AttemptRecord {
  const { outcome, is_sent, duration_ms } = attempted;
  const { error_message } = outcome;
  return {
    delivery_id: delivery.id,
    lease: delivery.lease,
    attempt_id: newUuid(),
    status: error_message === null ? "success" : "error",
    is_sent,
    is_counted: is_sent && !outcome.final && !outcome.is_ours,
    is_gone: outcome.disable ?? false,
    response_code: outcome.response_code,
    error_message,
    duration_ms,
    request_headers: outcome.request?.headers ?? null,
    request_body: outcome.request?.body ?? null,
    response_headers: outcome.response?.headers ?? null,
    response_body: outcome.response?.body ?? null,
    ...plan,
    integration_name: delivery.integration_name,
    integration_type: delivery.type,
    failed_notice: failedNotice(delivery, outcome),
    disabled_notice: disabledNotice(delivery, outcome),
  };
}

export function planOf(delivery: ClaimedDelivery, { outcome, is_sent }: Attempted, schedule: readonly number[]): Plan {
  if (outcome.error_message === null) return afterSuccess(delivery);
  if (!is_sent || outcome.disable || outcome.final) return ended(delivery.schedule_index);
  if (outcome.is_ours) return afterOwnFailure(delivery);
  return afterFailure(delivery, schedule, outcome.retry_after, Math.random());
}

/** Notices quote no receiver, since what it says may quote a respondent: the delivery's record has it, and can be erased. */
const failedNotice = ({ payload, integration_name, attempts }: ClaimedDelivery, { response_code }: Outcome): string =>
  `${payload.type} of “${payload.data.form.title}” did not reach “${integration_name}” in ${attempts + 1} attempts, ` +
  `and is not tried again automatically. ${lastAnswer(response_code)}`;

const disabledNotice = ({ integration_name }: ClaimedDelivery, { disable, response_code }: Outcome): string =>
  disable
    ? `“${integration_name}” was disabled: its receiver answered 410 (gone).`
    : `“${integration_name}” was disabled: all its deliveries have failed for 5 days. ${lastAnswer(response_code)}`;

const lastAnswer = (code: number | null): string =>
  code === null
    ? "The last attempt got no answer; the delivery log has the reason."
    : `The last attempt was answered with ${code}; the delivery log has the reason.`;
