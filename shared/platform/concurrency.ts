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
