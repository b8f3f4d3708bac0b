import { Redis } from "ioredis";
import type { Service } from "moleculer";
import { backoffMs } from "../../../shared/domain/backoff.ts";

/** Counts that all copies of the gateway share (decisions §1). */
export interface SharedCounts {
  redis: Redis;
  /** Redis took a request's time without an answer: it is left alone until it can be reached anew. */
  giveUp(): void;
  close(): Promise<void>;
}

const commandTimeoutMs = 250;
const pauses = { first: 100, longest: 2_000 };

/**
 * A connection that never makes a request wait: where Redis does not answer at once, the caller counts in memory. A Redis
 * that hangs is given up until it can be reached anew. The log has one line when it is lost and one when it is back.
 */
export function connectCounts(url: string, logger: Service["logger"]): SharedCounts {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (failures) => backoffMs(failures, pauses, Math.random()),
  });
  let isLost = false;
  const markLost = (reason: string) => {
    if (!isLost)
      logger.warn(
        `Redis does not answer (${reason}). Until it does, each copy of the gateway counts requests by itself.`,
      );
    isLost = true;
  };
  redis.on("error", ({ message }) => markLost(message));
  redis.on("ready", () => {
    if (isLost) logger.info("Redis answers again. The copies of the gateway count requests together.");
    isLost = false;
  });
  return {
    redis,
    giveUp() {
      if (redis.status !== "ready") return;
      markLost(`no answer within ${commandTimeoutMs} ms`);
      redis.disconnect(true);
    },
    async close() {
      redis.disconnect();
    },
  };
}
