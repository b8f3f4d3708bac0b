import type pg from "pg";
import { withAnswerTimeout } from "../../shared/platform/database/connection.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import { readForScrapes } from "../../shared/platform/ops/scrapedGauges.ts";
import { outboxState } from "./store/outbox.ts";

/** Maximum events that a reading counts, so that a backlog doesn't load PostgreSQL further. */
export const countLimit = 10_000;

/** Exports metrics of the outbox. Every copy shows the same values. */
export const showOutbox = (pool: pg.Pool): Loop =>
  readForScrapes({
    name: "outbox",
    gauges: {
      pathform_outbox_events: "Events that no consumer has acknowledged, up to 10,000",
      pathform_outbox_age_seconds: "Age of the oldest unacknowledged event in seconds, 0 if none",
      pathform_outbox_failing_events: "Events that were claimed at least three times, among the oldest 10,000",
      pathform_search_backlog_events: "Events that the search index doesn't have yet, up to 10,000",
      pathform_search_backlog_age_seconds: "Age of the oldest event that the search index doesn't have, 0 if none",
    },
    async read() {
      const state = await outboxState(withAnswerTimeout(pool), countLimit);
      return {
        pathform_outbox_events: state.waiting,
        pathform_outbox_age_seconds: state.age_seconds,
        pathform_outbox_failing_events: state.failing,
        pathform_search_backlog_events: state.unindexed,
        pathform_search_backlog_age_seconds: state.unindexed_age_seconds,
      };
    },
  });
