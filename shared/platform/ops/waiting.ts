/** What this process still waits for before it can start: `/readyz` names it, and the log too (decisions §8). */
const waiting = new Set<string>();

export const waitedFor = (): string[] => [...waiting];

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface Waiting {
  /** It did not answer this time. */
  notYet(reason: string): void;
  /** It is there. */
  now(): void;
}

/** Begins to wait for a part by this name; that is only worth a line once it has not answered. */
export function waitingFor(part: string, log: Log): Waiting {
  const since = performance.now();
  let times = 0;
  waiting.add(part);
  return {
    notYet(reason) {
      times += 1;
      log.warn(`Waiting for ${part}: ${reason}`);
    },
    now() {
      waiting.delete(part);
      if (times > 0)
        log.info(`No longer waiting for ${part}, after ${Math.round((performance.now() - since) / 1_000)} s.`);
    },
  };
}
