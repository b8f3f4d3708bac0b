import { setImmediate as othersTurn } from "node:timers/promises";

/**
 * A step may cost some milliseconds (patterns on a long text), and many may arrive at once: what they do is spread over
 * turns of the event loop, so that others are served in between.
 */
export interface Turns {
  /** Does the work in this turn, or in a later one where this one has been used up. */
  run<T>(work: () => T): Promise<T>;
}

const turnMs = 10;

/** `now` in ms. */
export function openTurns(now: () => number = () => performance.now()): Turns {
  let spent = 0;
  let isCleared = true;
  return {
    async run(work) {
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
    },
  };
}
