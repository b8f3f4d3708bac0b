/**
 * Work that is done whenever somebody says that there may be some, and each `interval` ms anyhow. Never twice at once;
 * who calls while it is being done gets it done once more.
 */
export interface Loop {
  wake(): void;
  /** No work begins any more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  interval: number;
  /** true: there is more, go on at once */
  work(): Promise<boolean>;
  onError(error: Error): void;
}

export function openLoop({ interval, work, onError }: LoopOptions): Loop {
  let isWanted = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(wake, interval);

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        if (await work()) isWanted = true;
      } catch (error) {
        // the next beat tries again
        onError(error as Error);
      }
    }
    running = undefined;
  }

  function wake(): void {
    isWanted = true;
    if (!isStopped) running ??= run();
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
