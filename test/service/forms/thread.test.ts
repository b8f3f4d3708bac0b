import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import { Thread, type ThreadLimits } from "../../../services/forms/analysis/thread.ts";

/** Limits of a thread (services/forms/analysis). */
let thread: Thread<string, number>;
const open = (limits: Partial<ThreadLimits> = {}) => {
  thread = new Thread<string, number>(
    join(import.meta.dirname, "slowWorker.ts"),
    { cpuMs: 60_000, wallMs: 60_000, memoryMiB: 64, waiting: 4, ...limits },
    ({ reject }) => reject(new Error("abandoned")),
  );
};
afterEach(() => thread.stop());

test("starts the limits of a job when the thread has loaded its modules", async () => {
  open({ wallMs: 2_000 });
  expect(await thread.ask("a", "nothing")).toEqual(expect.any(Number));
});

test("abandons a job that uses too much CPU time, and starts the next thread", async () => {
  open({ cpuMs: 200 });
  const first = await thread.ask("a", "nothing");
  await expect(thread.ask("a", "loop")).rejects.toThrow("abandoned");
  expect(await thread.ask("a", "nothing")).toBeGreaterThan(first);
});

test("doesn't count time in which the thread gets no CPU", async () => {
  open({ cpuMs: 200 });
  expect(await thread.ask("a", "sleep")).toEqual(expect.any(Number));
});

test("returns 503 for a job that gets no CPU for too long", async () => {
  open({ wallMs: 200 });
  await expect(thread.ask("a", "hang")).rejects.toMatchObject({ code: 503 });
  expect(await thread.ask("a", "nothing")).toEqual(expect.any(Number));
});

test("keeps the thread while there is nothing to do", async () => {
  open();
  await thread.start();
  const first = await thread.ask("a", "nothing");
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  jest.advanceTimersByTime(3_600_000);
  jest.useRealTimers();
  expect(await thread.ask("a", "nothing")).toBe(first);
});
