import type { Service } from "moleculer";
import type { Caller, UsageCount } from "../../../shared/bus/contract.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { bucketOf } from "../../../shared/domain/latency.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Request } from "../http/request.ts";

/**
 * Counts owners' requests in memory (decisions §2), so that no request waits. Sends the counts to auth every four
 * seconds and at shutdown: a crash loses less than five seconds. A batch can be repeated, because auth stores each id
 * once.
 */
export interface Meter {
  /** Counts the request after its response. `started` is from `performance.now()`. */
  follow(request: Request, caller: Caller | null, started: number): void;
  /** Sends the remaining counts. Call it when no request is in progress. */
  close(): Promise<void>;
}

type RecordUsage = (batch: { flush_id: string; counts: UsageCount[] }) => Promise<unknown>;

const interval = 4_000;
/** Maximum counts per message. */
const batchLimit = 1_000;

export function openMeter(record: RecordUsage, logger: Service["logger"]): Meter {
  let counts = new Map<string, UsageCount>();
  let batches: { flush_id: string; counts: UsageCount[] }[] = [];
  let flushing = Promise.resolve();
  const timer = setInterval(flush, interval).unref();

  /** Sends the counts. While auth is away they accumulate per key, so their number is bounded. */
  function flush(): Promise<void> {
    flushing = flushing.then(send).catch((error: Error) => {
      logger.warn(`Failed to store usage, retrying: ${error.message}`);
    });
    return flushing;
  }

  async function send(): Promise<void> {
    if (batches.length === 0) {
      batches = batchesOf([...counts.values()]);
      counts = new Map();
    }
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await record(batch);
      batches.shift();
    }
  }

  return {
    follow({ res, route }, caller, started) {
      if (!caller) return;
      res.once("close", () => {
        const status = res.writableFinished ? res.statusCode : 499;
        const ms = performance.now() - started;
        add(counts, {
          ...ownerOf(caller),
          method: route.method,
          path: route.path,
          ...outcome(status, ms),
          requests: 1,
        });
      });
    },
    async close() {
      clearInterval(timer);
      // send earlier batches first
      await flush();
      if (counts.size > 0) await flush();
    },
  };
}

const ownerOf = ({ account_id, key_id }: Caller) => ({
  account_id,
  key_id,
  day: utcDay(),
});
const outcome = (status: number, ms: number) => ({ status_class: Math.floor(status / 100), bucket: bucketOf(ms) });

function add(counts: Map<string, UsageCount>, count: UsageCount): void {
  const { requests, ...fields } = count;
  const key = Object.values(fields).join(" ");
  const counted = counts.get(key);
  if (counted) counted.requests += requests;
  else counts.set(key, count);
}

function batchesOf(counts: UsageCount[]): { flush_id: string; counts: UsageCount[] }[] {
  const starts = Array.from({ length: Math.ceil(counts.length / batchLimit) }, (_, index) => index * batchLimit);
  return starts.map((start) => ({ flush_id: newUuid(), counts: counts.slice(start, start + batchLimit) }));
}
