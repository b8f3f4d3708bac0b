import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { rateLimited } from "../../../shared/platform/ops/metrics.ts";
import type { SharedCounts } from "./redis.ts";

/** Windows of a minute. */
const windowSeconds = 60;

export interface Count {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  isOver: boolean;
}

/** Counts one request of `key`. Null if the limit is off. */
export type Counter = (key: string) => Promise<Count | null>;

/** `perMinute` 0 turns it off. `counts` is shared by all copies. Without it each copy counts in memory. */
export function counter(name: string, perMinute: number, counts: SharedCounts | null = null): Counter {
  if (perMinute === 0) return async () => null;
  const options = { keyPrefix: `pathform:${name}`, points: perMinute, duration: windowSeconds };
  const limiter = counts ? sharedLimiter(options, counts) : new RateLimiterMemory(options);
  return async (key) => {
    const counted = await count(limiter, key, perMinute);
    if (counted.isOver) rateLimited.inc({ limit: name });
    return counted;
  };
}

function sharedLimiter(options: IRateLimiterOptions, counts: SharedCounts): RateLimiterAbstract {
  const insuranceLimiter = new Insurance(options, counts);
  return new RateLimiterRedis({ ...options, storeClient: counts.redis, rejectIfRedisNotReady: true, insuranceLimiter });
}

/** Counts in memory while Redis fails. */
class Insurance extends RateLimiterMemory {
  readonly #counts: SharedCounts;

  constructor(options: IRateLimiterOptions, counts: SharedCounts) {
    super(options);
    this.#counts = counts;
  }

  override consume(...given: Parameters<RateLimiterMemory["consume"]>): ReturnType<RateLimiterMemory["consume"]> {
    this.#counts.giveUp();
    return super.consume(...given);
  }
}

async function count(limiter: RateLimiterAbstract, key: string, limit: number): Promise<Count> {
  const [result, isOver] = await limiter.consume(key).then(
    (taken) => [taken, false] as const,
    (refused) => {
      // the thrown value is the count, unless the store failed and the insurance couldn't take over
      if (refused instanceof RateLimiterRes) return [refused, true] as const;
      throw refused;
    },
  );
  const reset = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return { limit, remaining: Math.max(0, result.remainingPoints), reset, isOver };
}
