import { LRUCache } from "lru-cache";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { isLate, tooLate } from "../../shared/platform/deadlines/deadline.ts";

/**
 * Runs transactions that complete a session with its last answers. Those of a form with a response_limit lock the form's row, so in
 * one process they take turns without a connection. Hundreds of concurrent ones would lock each other out until their deadline, and
 * leave no connection to other forms.
 */
export interface FormTurns {
  /** `work` calls `onLocked` when it meets the lock of the form's row. 503 after the deadline or for a full queue. */
  run<T>(formId: string, deadline: number | undefined, work: (onLocked: () => void) => Promise<T>): Promise<T>;
}

/** Two connections of the pool's default stay free. */
const running = 8;
const waiting = 2_000;
/** How long a form takes turns after it was locked, in ms. */
const lockedFor = 60_000;

export function openFormTurns(): FormTurns {
  const connections = limitConcurrency({ running, waiting });
  const locked = new LRUCache<string, true>({ max: 10_000, ttl: lockedFor });
  const last = new Map<string, Promise<unknown>>();

  function inTurn<T>(formId: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(formId) ?? Promise.resolve()).then(work, work);
    last.set(formId, turn);
    const end = () => {
      if (last.get(formId) === turn) last.delete(formId);
    };
    turn.then(end, end);
    return turn;
  }

  return {
    async run(formId, deadline, work) {
      const attempt = () => {
        if (isLate(deadline)) throw tooLate();
        return work(() => locked.set(formId, true));
      };
      if (!locked.has(formId)) {
        // the form may be known by the time that a connection is free
        const done = await connections(async () => (locked.has(formId) ? null : { result: await attempt() }));
        if (done) return done.result;
      }
      return inTurn(formId, () => connections(async () => attempt()));
    },
  };
}
