/**
 * The one background loop: work that is done each `interval` ms, and at once when somebody says that there is some. It
 * never runs twice at the same time, and however often it is woken meanwhile, it runs once more and no queue grows.
 */
export interface Loop {
  /** There may be work. */
  wake(): void;
  /** No work begins any more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** ms */
  interval: number;
  /** true: there is more, go on at once. The signal aborts when the loop is stopped. */
  work(signal: AbortSignal): Promise<boolean>;
  /** Work that fails is tried again at the next interval. */
  onError(error: Error): void;
}

export function openLoop({ interval, work, onError }: LoopOptions): Loop {
  const stopping = new AbortController();
  let isWanted = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(wake, interval);

  async function run(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        if (await work(stopping.signal)) isWanted = true;
      } catch (error) {
        onError(error as Error);
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
      await running;
    },
  };
}
