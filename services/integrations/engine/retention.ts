import type { Database, Log } from "../../../shared/database/open.ts";
import { cancelOrphans, deleteOld } from "../store/retention.ts";
import { type Loop, openLoop } from "./loop.ts";

const interval = 60 * 60 * 1000;

/** Each hour, deletes deliveries, bodies and notices that are older than DELIVERY_RETENTION_DAYS. */
export function openRetention(database: Database, log: Log, days: number): Loop {
  return openLoop({
    interval,
    async work() {
      const deleted = await deleteOld(database.pool, days);
      await cancelOrphans(database.pool);
      if (deleted > 0) log.info(`${deleted} rows of deliveries were older than ${days} days, and are deleted.`);
      return false;
    },
    onError: (error) => log.warn(`Old deliveries are still there: ${error.message}`),
  });
}
