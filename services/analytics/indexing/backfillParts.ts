import type pg from "pg";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { addParts } from "../store/addParts.ts";

/** ms. During an upgrade, a copy of the previous release may still write rows without parts, until it leaves. */
const interval = 300_000;
const batchSize = 500;

/** Adds the parts of answers to the rows of earlier releases. Until that is complete, their sessions are found by whole words. */
export function backfillParts({ pool, warn }: { pool: pg.Pool; warn(message: string): void }): Loop {
  return openLoop({
    name: "analytics.parts",
    interval,
    work: () => addParts(pool, batchSize),
    onError: (error) => warn(`Failed to add parts of answers to the search index, retrying: ${error.message}`),
  });
}
