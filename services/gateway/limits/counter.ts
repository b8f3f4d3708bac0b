import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { SharedCounts } from "./redis.ts";

/** Requests counted by a key, in windows of a minute. */
const windowSeconds = 60;

export interface Count {
  limit: number;
  remaining: number;
  /** seconds until the window's end */
  reset: number;
  isOver: boolean;
}

/** Counts one request of `key`; null: this limit is off. */
export type Counter = (key: string) => Promise<Count | null>;

/** `perMinute` 0 is off. `counts`: shared by all copies; without it each copy counts for itself, in memory. */
export function counter(name: string, perMinute: number, counts: SharedCounts | null = null): Counter {
  if (perMinute === 0) return async () => null;
  const options = { keyPrefix: `pathform:${name}`, points: perMinute, duration: windowSeconds };
  const limiter = counts ? sharedLimiter(options, counts) : new RateLimiterMemory(options);
  return (key) => count(limiter, key, perMinute);
}

function sharedLimiter(options: IRateLimiterOptions, counts: SharedCounts): RateLimiterAbstract {
  const insuranceLimiter = new Insurance(options, counts);
  return new RateLimiterRedis({ ...options, storeClient: counts.redis, rejectIfRedisNotReady: true, insuranceLimiter });
}

/** Counts in memory what Redis did not count. */
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
      // what is thrown is the count itself, but for a fault of the store that the insurance could not take over
      if (refused instanceof RateLimiterRes) return [refused, true] as const;
      throw refused;
    },
  );
  const reset = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return { limit, remaining: Math.max(0, result.remainingPoints), reset, isOver };
}
