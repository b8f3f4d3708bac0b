import { overloaded } from "../errors.ts";
import { isUnavailable } from "./unavailable.ts";

/**
 * Micro-batching (design: docs/adr/0001). Calls that arrive while a batch is in flight gather and go together when it
 * has ended; nobody waits for a timer, so an idle process adds no delay. A batch that fails as a whole is tried one by one, so
 * that a bad row never fails its batch mates; when it is PostgreSQL that fails, all of it fails at once.
 */
export interface BatchOptions<T> {
  /** most items of one batch */
  limit: number;
  /** batches in flight at once */
  parallel: number;
  /** items that may wait for a batch; what comes beyond that is refused at once (503), not kept until nobody waits for it */
  waitingLimit?: number;
  /**
   * Larger batches: one begins at the end of the turn of the event loop, with all that has come by then, and another beside
   * it only when it has been under way for so many ms. Absent: as soon as there is an item and room.
   */
  slowAfter?: number;
  /** Two items with one key never share a batch (two steps of one session). */
  key(item: T): string;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** `run` takes many items and gives one result each, in their order. */
export function microBatch<T, R>(run: (items: T[]) => Promise<R[]>, options: BatchOptions<T>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let inFlight = 0;
  let isGathering = false;
  let slow: NodeJS.Timeout | undefined;

  function gather(slowAfter: number): void {
    if (isGathering || inFlight >= options.parallel) return;
    if (inFlight > 0) {
      slow ??= setTimeout(() => {
        slow = undefined;
        void flush();
      }, slowAfter).unref();
      return;
    }
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      if (inFlight === 0) void flush();
    });
  }

  async function flush(): Promise<void> {
    if (inFlight >= options.parallel || waiting.length === 0) return;
    clearTimeout(slow);
    slow = undefined;
    const [batch, rest] = takeBatch(waiting, options);
    waiting = rest;
    inFlight += 1;
    await settle(batch, run);
    inFlight -= 1;
    void flush();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= (options.waitingLimit ?? Number.POSITIVE_INFINITY)) throw overloaded();
      waiting.push({ item, resolve, reject });
      if (options.slowAfter !== undefined) gather(options.slowAfter);
      else void flush();
    });
}

function takeBatch<T, R>(waiting: Waiting<T, R>[], options: BatchOptions<T>): [Waiting<T, R>[], Waiting<T, R>[]] {
  const keys = new Set<string>();
  const batch: Waiting<T, R>[] = [];
  const rest: Waiting<T, R>[] = [];
  for (const entry of waiting) {
    const key = options.key(entry.item);
    if (batch.length < options.limit && !keys.has(key)) batch.push(entry);
    else rest.push(entry);
    keys.add(key);
  }
  return [batch, rest];
}

async function settle<T, R>(batch: Waiting<T, R>[], run: (items: T[]) => Promise<R[]>): Promise<void> {
  try {
    const results = await run(batch.map((entry) => entry.item));
    batch.forEach((entry, index) => {
      entry.resolve(results[index] as R);
    });
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 && only) only.reject(error);
    else if (isUnavailable(error)) for (const entry of batch) entry.reject(error);
    else for (const entry of batch) await settle([entry], run);
  }
}
