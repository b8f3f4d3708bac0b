import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { dropPartitions, makePartitions } from "../store/partitions.ts";
import { cancelOrphans, deleteOld } from "../store/retention.ts";

const interval = 60 * 60 * 1000;

/** Creates partitions, and deletes deliveries, bodies and notifications older than DELIVERY_RETENTION_DAYS, every hour. */
export function openRetention(database: Database, log: Log, days: number): Loop {
  const onError = (error: Error) => log.warn(`Failed to delete old deliveries, retrying: ${error.message}`);
  return openLoop({
    interval,
    async work(signal) {
      await makePartitions(database.pool, days).catch((error: Error) =>
        log.warn(`Failed to create partitions of deliveries, retrying: ${error.message}`),
      );
      const { rows, problems } = await deleteOld(database.pool, days, signal);
      for (const problem of problems) onError(problem);
      if (rows > 0) log.info(`Deleted ${rows} delivery rows older than ${days} days`);
      const dropped = await dropPartitions(database.pool, days);
      if (dropped > 0) log.info(`Dropped ${dropped} partitions older than ${days} days`);
      await cancelOrphans(database.pool, signal);
      return false;
    },
    onError,
  });
}
