import { setImmediate as othersTurn } from "node:timers/promises";

/**
 * Work of some milliseconds that many may ask for at once, or that one large input makes long: what it does is spread over
 * turns of the event loop, so that others are served in between. All that shares one of these has 10 ms of a turn together.
 */
export interface Turns {
  /** Does the work in this turn, or in a later one where this one has been used up. */
  run<T>(work: () => T): Promise<T>;
  /** Does all parts, as many in a turn as there is time for; gives what they return. */
  finish<T>(parts: Iterator<void, T>): Promise<T>;
}

const turnMs = 10;

/** `now` in ms. */
export function openTurns(now: () => number = () => performance.now()): Turns {
  let spent = 0;
  let isCleared = true;

  async function run<T>(work: () => T): Promise<T> {
    while (spent >= turnMs) await othersTurn();
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
        const part = await run(() => partsUntil(parts, now, now() + turnMs - spent));
        if (part.done) return part.value;
      }
    },
  };
}

function partsUntil<T>(parts: Iterator<void, T>, now: () => number, end: number): IteratorResult<void, T> {
  for (;;) {
    const part = parts.next();
    if (part.done || now() >= end) return part;
  }
}
