import { parentPort, threadId } from "node:worker_threads";
import { ready } from "../../shared/platform/workers/messages.ts";

/** Thread whose modules take a second to load, as on a busy machine. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const work: Record<string, () => unknown> = {
  sleep: () => sleep(1_000),
  hang: () => sleep(Number.POSITIVE_INFINITY),
  loop() {
    for (;;);
  },
  fill() {
    for (const held: unknown[] = []; ; ) held.push({ at: held.length });
  },
};

sleep(1_000);
parentPort?.on("message", (question: string) => {
  work[question]?.();
  parentPort?.postMessage({ result: threadId });
});
parentPort?.postMessage(ready);
