import type { DatabaseService } from "../../shared/service.ts";
import { forgetUsage } from "./usageStore.ts";

const hour = 60 * 60 * 1000;

/** Deletes what is past its retention (USAGE_RETENTION_DAYS), at the start and each hour; gives what stops that. */
export function watchRetention(service: DatabaseService, days: number): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = forgetUsage(service.database.pool, days).catch((error: Error) => {
      service.logger.warn(`Old usage was not deleted: ${error.message}`);
    });
  };
  const timer = setInterval(look, hour);
  look();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
