import type { Database, Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import {
  batchSize,
  deleteOldFlushes,
  deleteOldIdempotencyKeys,
  deleteOldResets,
  deleteOldUsage,
} from "./store/usage.ts";

const interval = 60 * 60 * 1000;

/**
 * Deletes what is past its retention (USAGE_RETENTION_DAYS), at the start and each hour, a batch at a time. Each table has
 * a loop of its own, so that one that fails keeps up no other.
 */
export function openRetention({ pool }: Pick<Database, "pool">, log: Log, days: number): Loop[] {
  return [
    openOne("usage", () => deleteOldUsage(pool, days)),
    openOne("usage batches", () => deleteOldFlushes(pool)),
    openOne("idempotency keys", () => deleteOldIdempotencyKeys(pool)),
    openOne("links for a new password", () => deleteOldResets(pool)),
  ];

  function openOne(what: string, deleteBatch: () => Promise<number>): Loop {
    const loop = openLoop({
      interval,
      work: async () => (await deleteBatch()) === batchSize,
      onError: (error) =>
        log.warn(`Old ${what} could not be deleted, which is tried again within the hour: ${error.message}`),
    });
    loop.wake();
    return loop;
  }
}
