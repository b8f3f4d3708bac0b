import type { Delivery, HealthHour } from "../../../../shared/api/shapes/integrations.ts";

/** Returns all attempts to deliver the event of `delivery` to its integration, oldest first. */
export function attemptsOf(delivery: Delivery, deliveriesOfSession: readonly Delivery[]): Delivery[] {
  const others = deliveriesOfSession.filter(
    ({ id, event_id: event, integration_id: integration }) =>
      id !== delivery.id && event === delivery.event_id && integration === delivery.integration_id,
  );
  return [delivery, ...others].sort((one, other) => one.attempt - other.attempt);
}

/** Returns the status of an attempt. A failed one is `retrying` if the next is scheduled, `retried` if there was a later one. */
export function stateOf({
  status,
  next_attempt_at: next,
  is_retried: isRetried,
}: Pick<Delivery, "status" | "next_attempt_at" | "is_retried">): Delivery["status"] | "retrying" | "retried" {
  if (status !== "error") return status;
  if (next !== null) return "retrying";
  return isRetried ? "retried" : status;
}

/** Returns how an hour went, or `none` without attempts. */
export function toneOf({
  delivered,
  failed,
}: Pick<HealthHour, "delivered" | "failed">): "none" | "good" | "mid" | "bad" {
  if (delivered + failed === 0) return "none";
  if (failed === 0) return "good";
  return delivered === 0 ? "bad" : "mid";
}
