import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { answerTo, ready } from "./messages.ts";

/**
 * Does the tasks of a process that `childOf` started, one at a time, each within the ms of CPU time of its argument. `refusalOf` is as
 * in `answerTo`. The process ends with its parent.
 */
export function serveTasks<T, R>(
  doTask: (task: T) => R | Promise<R>,
  refusalOf: (error: unknown) => string[] | null,
): void {
  const cpuMs = Number(process.argv[2]);
  const guard = new Worker(join(import.meta.dirname, "cpuGuard.ts"));
  // the parent decides, also if a signal reaches the whole process group
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
  process.on("message", async (task: T) => {
    guard.postMessage(cpuMs);
    const answer = await answerTo(() => doTask(task), refusalOf);
    guard.postMessage(null);
    process.send?.(answer);
  });
  process.send?.(ready);
}
