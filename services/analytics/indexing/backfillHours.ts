import type pg from "pg";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { addHours } from "../store/searchIndex.ts";

/** ms. During an upgrade, a copy of the previous release may still write rows without hours, until it leaves. */
const interval = 300_000;
const batchSize = 500;

/** Adds hours to the rows of earlier releases. Until that is complete, searches for frequent words take longer. */
export function backfillHours({ pool, warn }: { pool: pg.Pool; warn(message: string): void }): Loop {
  return openLoop({
    name: "analytics.hours",
    interval,
    work: async () => (await addHours(pool, batchSize)) === batchSize,
    onError: (error) => warn(`Failed to add hours to the search index, retrying: ${error.message}`),
  });
}
