import { overloaded } from "./errors.ts";

/** Maximum number of running and of queued tasks. */
export interface ConcurrencyOptions {
  running: number;
  waiting: number;
}

/** Queues and runs `work`, first in, first out. Throws `overloaded` (503) if the queue is full. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency({ running, waiting }: ConcurrencyOptions): Limited {
  const queue: (() => void)[] = [];
  let active = 0;

  return async (work) => {
    if (active >= running) {
      if (queue.length >= waiting) throw overloaded();
      // a finished task passes its slot on, so `active` doesn't change
      await new Promise<void>((resolve) => queue.push(resolve));
    } else active += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}

/**
 * Returns `work` so that its runs for one key never overlap. Callers during a run share the one after it, which begins after each of
 * them asked. So any number of callers takes the means of one.
 */
export function sharedByKey(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function begin(key: string): Promise<void> {
    waiting.delete(key);
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  function waitFor(current: Promise<void>, key: string): Promise<void> {
    const next = current.catch(() => {}).then(() => begin(key));
    waiting.set(key, next);
    return next;
  }

  return (key) => {
    const current = running.get(key);
    return waiting.get(key) ?? (current ? waitFor(current, key) : begin(key));
  };
}
