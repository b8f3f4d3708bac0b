import { retry } from "../retry.ts";

/** Parts that this process is waiting for before it can start, as shown in `/readyz` and the log (decisions §8). */
const waiting = new Set<string>();

export const waitedFor = (): string[] => [...waiting];

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

const pauses = { first: 100, longest: 5_000 };

/** Waits until `ask` succeeds. Throws errors for which `mayWait` returns false. */
export async function waitFor<T>(
  part: string,
  log: Log,
  ask: () => Promise<T>,
  mayWait: (error: unknown) => boolean = () => true,
): Promise<T> {
  const since = performance.now();
  let hasFailed = false;
  waiting.add(part);
  const answer = await retry(ask, pauses, (error) => {
    if (!mayWait(error)) return false;
    log.warn(`Waiting for ${part}: ${(error as Error).message}`);
    hasFailed = true;
    return true;
  });
  waiting.delete(part);
  if (hasFailed) log.info(`${part} is available after ${Math.round((performance.now() - since) / 1_000)} s.`);
  return answer;
}
