/** ms. Another service may not be there yet, at a start for example. */
const retries = { first: 1_000, longest: 10_000 };
/** ms. Work that is due but can't be taken on, such as a locked row, isn't looked for in a tight loop. */
const shortestSleep = 100;
/** ms between requests for help of one loop */
const helpInterval = 1_000;

/**
 * A background loop, which sleeps while it has no work. Runs never overlap. Waking it during a run, any number of times, causes one
 * more run.
 *
 * New work wakes it: `madeWork` (database/work.ts) in its own process, `tellCopies` in the others. A wake can be lost, because
 * its process died or NATS was down. So all loops with a name also wake when a process comes or goes (shared/bus/wakes.ts), and each
 * runs after `interval` at the latest. An interval that is shorter than a lease finds the leases of dead copies in time.
 */
export interface Loop {
  /** Runs the loop now, because there may be work. */
  wake(): void;
  /** Stops the loop. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** ms that it sleeps at most */
  interval: number;
  /**
   * Returns true if there is more work, which runs immediately, or in how many ms the next is due. The signal aborts when the loop
   * stops.
   */
  work(signal: AbortSignal): Promise<boolean | number>;
  /** Called when `work` fails. It runs again after a second, and after up to ten if it fails again. */
  onError(error: Error): void;
  /** Name of its work, with the service in front: `auth.jobs`. Copies of the service share it. */
  name?: string;
  /** ms from a wake by name to the run, which then does the work of several wakes */
  delay?: number;
}

export function openLoop({ interval, work, onError, name, delay = 0 }: LoopOptions): Loop {
  const stopping = new AbortController();
  let isWanted = false;
  let running: Promise<void> | undefined;
  let failures = 0;
  // others may have left work before the start
  const first = name === undefined ? interval : 0;
  let timer = setTimeout(wake, first);
  /** time (`performance.now()`) at which the timer wakes */
  let wakesAt = performance.now() + first;
  const forget = name === undefined ? () => undefined : listen(name, () => sleep(delay));

  /** Runs in so many ms at the latest. */
  function sleep(ms: number): void {
    if (stopping.signal.aborted) return;
    if (ms === 0) wake();
    else if (performance.now() + ms < wakesAt) wakeIn(ms);
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer);
    wakesAt = performance.now() + ms;
    timer = setTimeout(wake, ms);
  }

  async function run(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      wakeIn(interval);
      try {
        const left = await work(stopping.signal);
        failures = 0;
        if (left === true) {
          isWanted = true;
          if (name !== undefined) askForHelp(name);
        } else if (left !== false) sleep(Math.max(shortestSleep, left));
      } catch (error) {
        onError(error as Error);
        sleep(Math.min(retries.longest, retries.first * 2 ** failures));
        failures += 1;
      }
    }
    running = undefined;
  }

  function wake(): void {
    isWanted = true;
    if (!stopping.signal.aborted) running ??= run();
  }

  return {
    wake,
    async stop() {
      forget();
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** ms. A queue that had work is looked at again after this. */
const restlessMs = 1_000;

/**
 * Returns the end of a run over rows that become due. After work, the loop looks again in a second. After a second without work, it
 * sleeps until the next row is due. `due`: asks in how many ms that is, or null if there is none.
 */
export function untilDue(due: () => Promise<number | null>): (hasFound: boolean) => Promise<boolean | number> {
  let worked = Number.NEGATIVE_INFINITY;
  return async (hasFound) => {
    const now = performance.now();
    if (hasFound) {
      worked = now;
      return true;
    }
    return now - worked < restlessMs ? restlessMs : ((await due()) ?? false);
  };
}

const listeners = new Map<string, Set<() => void>>();

function listen(name: string, wake: () => void): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(wake));
  return () => known.delete(wake);
}

/** Wakes this process's loops of that name. */
export function wakeLoops(name: string): void {
  for (const wake of listeners.get(name) ?? []) wake();
}

/** Wakes all loops of this process that have a name. */
export function wakeAllLoops(): void {
  for (const name of listeners.keys()) wakeLoops(name);
}

const copies = { tell: (_name: string): void => undefined };

/** Wakes the loops of that name in the other copies of its service. */
export const tellCopies = (name: string): void => copies.tell(name);

/** Sets how the others are told (shared/bus/wakes.ts). */
export function tellCopiesBy(tell: (name: string) => void): void {
  copies.tell = tell;
}

const asked = new Map<string, number>();

/** A loop has more work than fits one run, so that other copies help. */
function askForHelp(name: string): void {
  const now = performance.now();
  if (now - (asked.get(name) ?? Number.NEGATIVE_INFINITY) < helpInterval) return;
  asked.set(name, now);
  tellCopies(name);
}
