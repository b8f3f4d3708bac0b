import { LRUCache } from "lru-cache";
import type { Log } from "../../../shared/platform/database/open.ts";
import { env } from "../../../shared/platform/env.ts";
import { type AttemptRecord, type Noted, noSession } from "../store/attempts.ts";
import type { ClaimedDelivery } from "../store/queue.ts";

/** Log lines about deliveries. They have no URL, answer or text of a receiver. */

/** Logs a recorded attempt (ACCESS_LOG). `session_id` and `event_id` are those of the event. */
export function reportAttempt(log: Log, delivery: ClaimedDelivery, attempted: AttemptRecord): void {
  const { ACCESS_LOG } = env();
  const { status, response_code, duration_ms } = attempted;
  if (ACCESS_LOG === "off" || (ACCESS_LOG === "errors" && status !== "error")) return;
  const { id, event_id, integration_id, type, session_id, attempts } = delivery;
  log.info(`Delivery ${status}: ${type}`, {
    delivery_id: id,
    event_id,
    ...(session_id !== noSession && { session_id }),
    integration_id,
    type,
    attempt: attempts + 1,
    status,
    response_code,
    ms: duration_ms,
  });
}

/** Integrations about which a line was logged in the last minute, so that one that fails now and then doesn't fill the log. */
const logged = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/** Logs each integration whose health turned. */
export function reportHealth(log: Log, noted: readonly Noted[]): void {
  for (const { integration_id, account_id, health } of noted) {
    if (!health || logged.has(`${integration_id} ${health}`)) continue;
    logged.set(`${integration_id} ${health}`, true);
    log[health === "working" ? "info" : "warn"](turns[health], { integration_id, account_id });
  }
}

const turns = {
  failing: "Deliveries of an integration fail",
  working: "Deliveries of an integration work again",
  disabled: "An integration was disabled, because its deliveries failed",
} satisfies Record<NonNullable<Noted["health"]>, string>;
