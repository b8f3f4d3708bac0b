import type { Log } from "../../shared/platform/database/open.ts";

/** Runs work that follows a response. Only the shutdown waits for it. */
export interface Background {
  /**
   * Runs `work`. On failure the log says `Failed to <task>`. While work with the same `key` runs, more is skipped: it
   * saw the same old value and would only wait for the row lock.
   */
  run(task: string, work: () => Promise<unknown>, key?: string): void;
  /** Resolves when all work has ended. */
  finished(): Promise<void>;
}

export function openBackground(log: Log): Background {
  const running = new Map<string | symbol, Promise<unknown>>();
  return {
    run(task, work, key) {
      const id = key ?? Symbol(task);
      if (running.has(id)) return;
      const done = work()
        .catch((error: Error) => log.warn(`Failed to ${task}: ${error.message}`))
        .finally(() => running.delete(id));
      running.set(id, done);
    },
    async finished() {
      await Promise.all(running.values());
    },
  };
}
