import type pg from "pg";
import { gaugeReadOnScrape } from "../../shared/ops/metrics.ts";
import { outboxState } from "./store/outbox.ts";

/** How far the consumers of events are behind; every copy tells the same, since the outbox is one. */
export function showOutbox(pool: pg.Pool): void {
  gaugeReadOnScrape("pathform_outbox_events", "Events that no consumer has acknowledged yet", async () => {
    return (await outboxState(pool)).waiting;
  });
  gaugeReadOnScrape("pathform_outbox_age_seconds", "Age of the oldest of them, 0 where there is none", async () => {
    return (await outboxState(pool)).age_seconds;
  });
  gaugeReadOnScrape(
    "pathform_outbox_failing_events",
    "Events whose consumer has failed on them three times",
    async () => {
      return (await outboxState(pool)).failing;
    },
  );
}
