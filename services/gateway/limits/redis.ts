import { Redis } from "ioredis";
import type { Service } from "moleculer";
import { backoffMs } from "../../../shared/domain/backoff.ts";

/** Counts shared by all gateways (decisions §1). */
export interface SharedCounts {
  redis: Redis;
  /** Disconnects from a Redis that didn't respond in time, until it is reachable again. */
  giveUp(): void;
  close(): Promise<void>;
}

const commandTimeoutMs = 250;
const delays = { first: 100, longest: 2_000 };

/**
 * Connects without ever making a request wait: if Redis doesn't respond in time, the caller counts in memory. A hanging
 * Redis is disconnected until it is reachable again. Logs one line when Redis is lost and one when it is back.
 */
export function connectCounts(url: string, logger: Service["logger"]): SharedCounts {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (failures) => backoffMs(failures, delays, Math.random()),
  });
  let isLost = false;
  const markLost = (reason: string) => {
    if (!isLost) logger.warn(`Redis unavailable (${reason}), counting requests per gateway`);
    isLost = true;
  };
  redis.on("error", ({ message }) => markLost(message));
  redis.on("ready", () => {
    if (isLost) logger.info("Redis available, counting requests across gateways");
    isLost = false;
  });
  return {
    redis,
    giveUp() {
      if (redis.status !== "ready") return;
      markLost(`no response within ${commandTimeoutMs} ms`);
      redis.disconnect(true);
    },
    async close() {
      redis.disconnect();
    },
  };
}
