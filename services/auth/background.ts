import type { Log } from "../../shared/platform/database/open.ts";

/** Work that follows a request but must not hold it up: what nobody waits for but the service's stop. */
export interface Background {
  /**
   * `what` completes "… failed" in the log. Of two with one `key` only the first runs: requests that come meanwhile saw the
   * same old value, and would only wait for each other's row lock.
   */
  run(what: string, work: () => Promise<unknown>, key?: string): void;
  /** Resolves when all that was begun has ended. */
  finished(): Promise<void>;
}

export function openBackground(log: Log): Background {
  const running = new Map<string | symbol, Promise<unknown>>();
  return {
    run(what, work, key) {
      const id = key ?? Symbol(what);
      if (running.has(id)) return;
      const done = work()
        .catch((error: Error) => log.warn(`${what} failed: ${error.message}`))
        .finally(() => running.delete(id));
      running.set(id, done);
    },
    async finished() {
      await Promise.all(running.values());
    },
  };
}
