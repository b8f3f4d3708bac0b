import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, jest, test } from "@jest/globals";
import { threadOf } from "../../shared/platform/workers/thread.ts";
import { Exhausted, Worker, type WorkerLimits } from "../../shared/platform/workers/worker.ts";

/** Limits of a thread's tasks. */
let thread: Worker<string, number>;
const limitless = { cpuMs: 60_000, wallMs: 60_000 };
const open = (limits: Partial<WorkerLimits> = {}) => {
  const slow = threadOf<string, number>(join(import.meta.dirname, "slowWorker.ts"), 64);
  thread = new Worker(slow, { ...limitless, ...limits });
};
afterEach(() => thread.stop());

test("starts the limits of a task when the thread has loaded its modules", async () => {
  open({ wallMs: 800 });
  expect(await thread.ask("nothing")).toEqual(expect.any(Number));
});

test("abandons a task that uses too much CPU time, and starts the next thread", async () => {
  open({ cpuMs: 200 });
  const first = await thread.ask("nothing");
  await expect(thread.ask("loop")).rejects.toThrow(Exhausted);
  expect(await thread.ask("nothing")).toBeGreaterThan(first);
});

test("abandons a task that uses too much memory, and starts the next thread", async () => {
  open();
  const first = await thread.ask("nothing");
  await expect(thread.ask("fill")).rejects.toThrow(Exhausted);
  expect(await thread.ask("nothing")).toBeGreaterThan(first);
});

test("ends a task whose caller has left, and does the next one", async () => {
  open();
  const left = new AbortController();
  await thread.start();
  const task = thread.ask("loop", left.signal);
  await setTimeout(50);
  left.abort(new Error("left"));
  await expect(task).rejects.toThrow("left");
  expect(await thread.ask("nothing")).toEqual(expect.any(Number));
});

test("tells why a worker doesn't start, and tries again at the next task", async () => {
  let starts = 0;
  thread = new Worker<string, number>((_heard, ended) => {
    starts += 1;
    setImmediate(() => ended(new Error("no such file")));
    return { send: () => undefined, end: () => Promise.resolve(), hold: () => undefined };
  }, limitless);
  for (const expected of [1, 2]) {
    await expect(thread.ask("nothing")).rejects.toThrow("no such file");
    expect(starts).toBe(expected);
  }
});

test("doesn't count time in which the thread gets no CPU", async () => {
  open({ cpuMs: 200 });
  expect(await thread.ask("sleep")).toEqual(expect.any(Number));
});

test("returns 503 for a task that gets no CPU for too long", async () => {
  open({ wallMs: 200 });
  await expect(thread.ask("hang")).rejects.toMatchObject({ code: 503 });
  expect(await thread.ask("nothing")).toEqual(expect.any(Number));
});

test("keeps the thread while there is nothing to do", async () => {
  open();
  await thread.start();
  const first = await thread.ask("nothing");
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  jest.advanceTimersByTime(3_600_000);
  jest.useRealTimers();
  expect(await thread.ask("nothing")).toBe(first);
});
