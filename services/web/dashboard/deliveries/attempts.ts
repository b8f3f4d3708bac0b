import type { Delivery, HealthHour } from "../../../../shared/api/shapes/integrations.ts";

/** Returns all attempts to deliver the event of `delivery` to its integration, oldest first. */
export function attemptsOf(delivery: Delivery, known: readonly Delivery[]): Delivery[] {
  const others = known.filter((one) => one.id !== delivery.id && isOfOneEvent(one, delivery));
  return [delivery, ...others].sort((one, other) => one.attempt - other.attempt);
}

const isOfOneEvent = (one: Delivery, other: Delivery): boolean =>
  one.event_id === other.event_id && one.integration_id === other.integration_id;

export type AttemptState = Delivery["status"] | "retrying" | "retried";

/**
 * Returns the state of an attempt. A failed one is `retrying` if the next is scheduled, and `retried` if `known` has a later
 * one of its event.
 */
export function stateOf(delivery: Delivery, known: readonly Delivery[]): AttemptState {
  const { status, next_attempt_at: next } = delivery;
  if (status !== "error") return status;
  if (next !== null) return "retrying";
  return known.some((one) => isOfOneEvent(one, delivery) && one.attempt > delivery.attempt) ? "retried" : status;
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
