import { overloaded } from "./errors.ts";

/** How much costly work may run at once, and how much more may wait for its turn. */
export interface ConcurrencyOptions {
  running: number;
  waiting: number;
}

/** Runs `work` when it is its turn, first come, first served. Throws `overloaded` (503) where too much waits already. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

export function limitConcurrency({ running, waiting }: ConcurrencyOptions): Limited {
  const queue: (() => void)[] = [];
  let active = 0;

  return async (work) => {
    if (active >= running) {
      if (queue.length >= waiting) throw overloaded();
      // whoever ends hands its turn on, so `active` stays
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
