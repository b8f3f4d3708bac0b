import { newUuid } from "../../../shared/ids.ts";
import type { AttemptRecord } from "../store/attempts.ts";
import type { ClaimedDelivery } from "../store/queue.ts";
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
    failed_notice: failedNotice(delivery, error_message),
    disabled_notice: disabledNotice(delivery, outcome.disable ?? false, error_message),
  };
}

export function planOf(delivery: ClaimedDelivery, { outcome, is_sent }: Attempted, schedule: readonly number[]): Plan {
  if (outcome.error_message === null) return afterSuccess(delivery);
  if (!is_sent || outcome.disable || outcome.final) return ended(delivery.place);
  if (outcome.is_ours) return afterOwnFailure(delivery);
  return afterFailure(delivery, schedule, outcome.retry_after, Math.random());
}

const failedNotice = ({ payload, integration_name, attempts }: ClaimedDelivery, error: string | null): string =>
  `${payload.type} of “${payload.data.form.title}” did not reach “${integration_name}” in ${attempts + 1} attempts, ` +
  `and is not tried again by itself. The last one: ${error}`;

const disabledNotice = ({ integration_name }: ClaimedDelivery, isGone: boolean, error: string | null): string =>
  isGone
    ? `“${integration_name}” was disabled: its receiver says that it is gone (410).`
    : `“${integration_name}” was disabled: all its deliveries have failed for 5 days. The last one: ${error}`;
