import type pg from "pg";
import { gaugeReadOnScrape } from "../../shared/ops/metrics.ts";
import { queueState } from "./store/queueState.ts";

/** How far deliveries are behind; every copy tells the same, since the queue is one. */
export function showQueue(pool: pg.Pool): void {
  gaugeReadOnScrape("pathform_delivery_queue_due", "Deliveries that are due and wait for their attempt", async () => {
    return (await queueState(pool)).due;
  });
  gaugeReadOnScrape("pathform_delivery_queue_age_seconds", "How long the one that waits longest is due", async () => {
    return (await queueState(pool)).age_seconds;
  });
}
