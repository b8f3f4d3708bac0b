import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { cancelOrphans, deleteOld } from "../store/retention.ts";

const interval = 60 * 60 * 1000;

/** Each hour, deletes deliveries, bodies and notices that are older than DELIVERY_RETENTION_DAYS. */
export function openRetention(database: Database, log: Log, days: number): Loop {
  const onError = (error: Error) =>
    log.warn(`Old deliveries could not be deleted, which is tried again: ${error.message}`);
  return openLoop({
    interval,
    async work(signal) {
      const { rows, problems } = await deleteOld(database.pool, days, signal);
      for (const problem of problems) onError(problem);
      if (rows > 0) log.info(`Deleted ${rows} rows of deliveries that were older than ${days} days.`);
      await cancelOrphans(database.pool, signal);
      return false;
    },
    onError,
  });
}
