import { retry } from "../retry.ts";

/** What this process still waits for before it can start: `/readyz` names it, and the log too (decisions §8). */
const waiting = new Set<string>();

export const waitedFor = (): string[] => [...waiting];

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

const pauses = { first: 100, longest: 5_000 };

/** Asks for a part until it answers. `mayWait` false: the error ends the start. */
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
  if (hasFailed) log.info(`No longer waiting for ${part}, after ${Math.round((performance.now() - since) / 1_000)} s.`);
  return answer;
}
