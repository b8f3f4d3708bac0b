import { parentPort } from "node:worker_threads";
import { answerTo, ready } from "../../shared/platform/workers/messages.ts";

/** Thread whose result is its task. The first word of a task says what goes wrong. */
const work: Record<string, () => void> = {
  fail() {
    throw new Error("task failed");
  },
  die: () => process.exit(),
  loop() {
    for (;;);
  },
};

parentPort?.on("message", async (task: string) => {
  const [kind = ""] = task.split(" ");
  const answer = await answerTo(() => {
    work[kind]?.();
    return task;
  });
  // a later turn, so that tasks could overlap
  setImmediate(() => kind !== "mute" && parentPort?.postMessage(answer));
});
parentPort?.postMessage(ready);
