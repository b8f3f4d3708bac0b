import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Thread } from "../../../services/forms/analysis/thread.ts";

test("starts the time limit of a job when the thread has loaded its modules", async () => {
  const thread = new Thread<string, string>(
    join(import.meta.dirname, "slowWorker.ts"),
    { timeout: 2_000, memoryMiB: 64, waiting: 4, idle: 60_000 },
    ({ reject }) => reject(new Error("abandoned")),
  );
  expect(await thread.ask("a", "question")).toBe("question");
  await thread.stop();
});
