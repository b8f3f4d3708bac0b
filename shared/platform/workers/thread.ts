import { type ResourceLimits, Worker } from "node:worker_threads";
import type { Start } from "./worker.ts";

/** Starts a thread of this process. Limits of its memory are in MiB. */
export const threadOf =
  <T, R>(file: string, memoryMiB?: number): Start<T, R> =>
  (heard, ended) => {
    const resourceLimits: ResourceLimits | undefined = memoryMiB
      ? { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 32 }
      : undefined;
    const thread = new Worker(file, { resourceLimits });
    thread.on("message", heard);
    thread.on("messageerror", ended);
    thread.on("error", ended);
    thread.on("exit", (code) => ended(new Error(`The thread ${file} ended (${code}).`)));
    thread.unref();
    return {
      send: (task) => thread.postMessage(task),
      end: () => thread.terminate(),
      hold: (isHeld) => (isHeld ? thread.ref() : thread.unref()),
      async cpuMs() {
        // it fails if the thread has ended
        const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
        return (user + system) / 1000;
      },
    };
  };
