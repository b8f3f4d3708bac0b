import type pg from "pg";
import { gaugesReadOnScrape } from "../../shared/platform/ops/metrics.ts";
import { outboxState } from "./store/outbox.ts";

/** How far the consumers of events are behind; every copy shows the same, since there is one outbox. */
export function showOutbox(pool: pg.Pool): void {
  gaugesReadOnScrape(
    {
      pathform_outbox_events: "Events that no consumer has acknowledged yet",
      pathform_outbox_age_seconds: "Age of the oldest of them, 0 where there is none",
      pathform_outbox_failing_events: "Events whose consumer has failed on them three times",
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
