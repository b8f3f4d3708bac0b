import type pg from "pg";
import { gaugesReadOnScrape } from "../../shared/platform/ops/metrics.ts";
import { outboxState } from "./store/outbox.ts";

/** Exports metrics of the outbox. Every copy shows the same values. */
export function showOutbox(pool: pg.Pool): void {
  gaugesReadOnScrape(
    {
      pathform_outbox_events: "Events that no consumer has acknowledged",
      pathform_outbox_age_seconds: "Age of the oldest unacknowledged event in seconds, 0 if none",
      pathform_outbox_failing_events: "Unacknowledged events that were claimed at least three times",
    },
    async () => {
      const { waiting, age_seconds, failing } = await outboxState(pool);
      return {
        pathform_outbox_events: waiting,
        pathform_outbox_age_seconds: age_seconds,
        pathform_outbox_failing_events: failing,
      };
    },
  );
}
