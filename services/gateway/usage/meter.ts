import type { Service } from "moleculer";
import type { Caller, UsageCount } from "../../../shared/bus/contract.ts";
import { bucketOf } from "../../../shared/domain/latency.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Request } from "../routes/route.ts";

/**
 * Counts each owner's request (decisions §2), in memory, so that no request waits for it. What was counted goes to auth
 * every four seconds and at a clean stop: a crash loses less than five seconds. A batch keeps its id until auth has taken
 * it in, and auth takes in an id once, so a batch may be sent again.
 */
export interface Meter {
  /** Counts the request when its answer is out. `started`: of `performance.now()`. */
  follow(request: Request, caller: Caller | null, started: number): void;
  /** Hands in what there is; call it when no request is under way any more. */
  close(): Promise<void>;
}

type RecordUsage = (batch: { flush_id: string; counts: UsageCount[] }) => Promise<unknown>;

const interval = 4_000;
/** as many counts as a message carries with ease */
const batchLimit = 1_000;

export function openMeter(record: RecordUsage, logger: Service["logger"]): Meter {
  let counts = new Map<string, UsageCount>();
  let batches: { flush_id: string; counts: UsageCount[] }[] = [];
  let flushing = Promise.resolve();
  const timer = setInterval(flush, interval).unref();

  /** While auth is away, requests add to the counts that wait: their number has a bound, whatever the traffic. */
  function flush(): Promise<void> {
    flushing = flushing.then(send).catch((error: Error) => {
      logger.warn(`Usage figures could not be stored yet and are sent again: ${error.message}`);
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
        add(counts, { ...whose(caller), method: route.method, path: route.path, ...outcome(status, ms), requests: 1 });
      });
    },
    async close() {
      clearInterval(timer);
      // what waited from before goes first
      await flush();
      if (counts.size > 0) await flush();
    },
  };
}

const whose = ({ account_id, key_id }: Caller) => ({ account_id, key_id, day: new Date().toISOString().slice(0, 10) });
const outcome = (status: number, ms: number) => ({ status_class: Math.floor(status / 100), bucket: bucketOf(ms) });

function add(counts: Map<string, UsageCount>, count: UsageCount): void {
  const { requests, ...what } = count;
  const key = Object.values(what).join(" ");
  const known = counts.get(key);
  if (known) known.requests += requests;
  else counts.set(key, count);
}

function batchesOf(counts: UsageCount[]): { flush_id: string; counts: UsageCount[] }[] {
  const starts = Array.from({ length: Math.ceil(counts.length / batchLimit) }, (_, at) => at * batchLimit);
  return starts.map((start) => ({ flush_id: newUuid(), counts: counts.slice(start, start + batchLimit) }));
}
