import type pg from "pg";
import { gaugesReadOnScrape } from "../../shared/platform/ops/metrics.ts";
import { queueState } from "./store/queue.ts";

/** How far deliveries are behind; every copy shows the same, since the queue is one. */
export function showQueue(pool: pg.Pool): void {
  gaugesReadOnScrape(
    {
      pathform_delivery_queue_due: "Deliveries that are due and wait for their attempt",
      pathform_delivery_queue_age_seconds: "How long the one that waits longest is due",
    },
    async () => {
      const { due, age_seconds } = await queueState(pool);
      return { pathform_delivery_queue_due: due, pathform_delivery_queue_age_seconds: age_seconds };
    },
  );
}
