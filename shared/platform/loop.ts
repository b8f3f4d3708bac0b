/** ms. Another service may not be there yet, at a start for example, so a failed run doesn't wait for a longer interval. */
const longestRetry = 10_000;

/**
 * A background loop that runs every `interval` ms and when it is woken. Runs never overlap. Waking it during a run, any number of
 * times, causes one more run.
 */
export interface Loop {
  /** Runs the loop now, because there may be work. */
  wake(): void;
  /** Stops the loop. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** ms */
  interval: number;
  /** Returns true if there is more work, which runs immediately. The signal aborts when the loop stops. */
  work(signal: AbortSignal): Promise<boolean>;
  /** Called when `work` fails. It runs again at the next interval, or in ten seconds if that is earlier. */
  onError(error: Error): void;
}

export function openLoop({ interval, work, onError }: LoopOptions): Loop {
  const stopping = new AbortController();
  let isWanted = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(wake, interval);
  let retry: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        if (await work(stopping.signal)) isWanted = true;
      } catch (error) {
        onError(error as Error);
        clearTimeout(retry);
        if (interval > longestRetry && !stopping.signal.aborted) retry = setTimeout(wake, longestRetry);
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
      stopping.abort();
      clearInterval(timer);
      clearTimeout(retry);
      await running;
    },
  };
}
