import { overloaded } from "../errors.ts";
import { type CurrentAction, currentAction } from "../ops/currentAction.ts";
import { isSampled } from "../ops/tracing.ts";
import { isUnavailable } from "./unavailable.ts";

/**
 * Micro-batching (docs/adr/0001). Items that arrive while a batch is in flight form the next batch. There is no timer, so an idle
 * process adds no delay. If a batch fails, its items are retried one by one, so that a bad row fails alone. If PostgreSQL is
 * unavailable, the whole batch fails.
 */
export interface BatchOptions<T> {
  /** maximum items per batch */
  limit: number;
  /** maximum batches in flight */
  parallel: number;
  /** Maximum items in the queue. Further items are rejected immediately (503). */
  waitingLimit?: number;
  /**
   * Collects larger batches: a batch starts at the end of an event loop turn, and a parallel one only if the batch in flight has
   * taken this long (ms). Default: batches start as soon as there is an item and a free slot.
   */
  slowAfter?: number;
  /** Items of different groups never share a batch, and a group has one batch in flight. Default: all are one group, with several. */
  group?(item: T): string;
  /** Returns a key. Items with the same key never share a batch, such as two steps of one session. */
  key(item: T): string;
}

interface Waiting<T, R> {
  item: T;
  action: CurrentAction | undefined;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Returns a function that batches items for `run`, which returns one result per item in the same order. */
export function microBatch<T, R>(run: (items: T[]) => Promise<R[]>, options: BatchOptions<T>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let inFlight = 0;
  let isGathering = false;
  const busyGroups = new Set<string>();
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
    const { batch, rest, group } = takeBatch(waiting, options, busyGroups);
    if (batch.length === 0) return;
    waiting = rest;
    inFlight += 1;
    if (group !== undefined) busyGroups.add(group);
    await settle(batch, run);
    inFlight -= 1;
    if (group !== undefined) busyGroups.delete(group);
    void flush();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= (options.waitingLimit ?? Number.POSITIVE_INFINITY)) throw overloaded();
      waiting.push({ item, action: currentAction.getStore(), resolve, reject });
      if (options.slowAfter !== undefined) gather(options.slowAfter);
      else void flush();
    });
}

interface Taken<T, R> {
  batch: Waiting<T, R>[];
  rest: Waiting<T, R>[];
  group: string | undefined;
}

/** Takes the first waiting item whose group isn't busy, and others of its group. */
function takeBatch<T, R>(
  waiting: Waiting<T, R>[],
  options: BatchOptions<T>,
  busyGroups: ReadonlySet<string>,
): Taken<T, R> {
  const groupOf = ({ item }: Waiting<T, R>) => options.group?.(item);
  const first = options.group ? waiting.find((entry) => !busyGroups.has(groupOf(entry) ?? "")) : waiting[0];
  const group = first && groupOf(first);
  const keys = new Set<string>();
  const batch: Waiting<T, R>[] = [];
  const rest: Waiting<T, R>[] = [];
  for (const entry of waiting) {
    const key = options.key(entry.item);
    const isTaken = first !== undefined && batch.length < options.limit && groupOf(entry) === group && !keys.has(key);
    (isTaken ? batch : rest).push(entry);
    keys.add(key);
  }
  return { batch, rest, group };
}

async function settle<T, R>(batch: Waiting<T, R>[], run: (items: T[]) => Promise<R[]>): Promise<void> {
  try {
    // a statement of several actions belongs to one of them, which is traced if any is
    const { action } = batch.find((entry) => isSampled(entry.action?.meta.traceparent)) ?? batch[0] ?? {};
    const results = await currentAction.run(action, () => run(batch.map((entry) => entry.item)));
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
