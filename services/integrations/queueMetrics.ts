import type pg from "pg";
import { gaugesReadOnScrape } from "../../shared/platform/ops/metrics.ts";
import { queueState } from "./store/queue.ts";

/** Exports metrics of the delivery queue. Every copy shows the same values. */
export function showQueue(pool: pg.Pool): void {
  gaugesReadOnScrape(
    {
      pathform_delivery_queue_due: "Due deliveries that wait for their attempt",
      pathform_delivery_queue_age_seconds: "Age of the oldest due delivery in seconds, 0 if none",
    },
    async () => {
      const { due, age_seconds } = await queueState(pool);
      return { pathform_delivery_queue_due: due, pathform_delivery_queue_age_seconds: age_seconds };
    },
  );
}
