import { setImmediate as nextTick } from "node:timers/promises";

/**
 * Time slices that spread expensive work over ticks of the event loop, so that other requests run in between. All users of one
 * instance share its time per tick.
 */
export interface TimeSlices {
  /** Runs the work in this tick, or in a later one if this tick's time is used up. */
  run<T>(work: () => T): Promise<T>;
  /** Runs all parts, as many per tick as time allows, and returns the iterator's result. */
  finish<T>(parts: Iterator<void, T>): Promise<T>;
}

/** Opens time slices of `sliceMs` per tick. `now` returns ms. */
export function openTimeSlices(now: () => number = () => performance.now(), sliceMs = 10): TimeSlices {
  let spent = 0;
  let isCleared = true;

  async function run<T>(work: () => T): Promise<T> {
    while (spent >= sliceMs) await nextTick();
    const begun = now();
    try {
      return work();
    } finally {
      spent += now() - begun;
      if (isCleared) {
        isCleared = false;
        setImmediate(() => {
          spent = 0;
          isCleared = true;
        });
      }
    }
  }

  return {
    run,
    async finish(parts) {
      for (;;) {
        const part = await run(() => partsUntil(parts, now, now() + sliceMs - spent));
        if (part.done) return part.value;
      }
    },
  };
}

/** Parts for `finish`, which each work on one item. */
export function* each<T>(items: Iterable<T>, work: (item: T) => void): Generator<void, void> {
  for (const item of items) {
    work(item);
    yield;
  }
}

/** Shared by all readers of large bodies of a process, so that small requests run in between. */
export const bodySlices = openTimeSlices();

function partsUntil<T>(parts: Iterator<void, T>, now: () => number, end: number): IteratorResult<void, T> {
  for (;;) {
    const part = parts.next();
    if (part.done || now() >= end) return part;
  }
}
