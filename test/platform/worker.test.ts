import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { threadOf } from "../../shared/platform/workers/thread.ts";
import { type Start, Worker } from "../../shared/platform/workers/worker.ts";

/** Many callers of one worker. A reply always goes to the caller of its task, and no caller waits forever. */
const limits = { cpuMs: 60, wallMs: 1_000 };
const echo = threadOf<string, string>(join(import.meta.dirname, "echoWorker.ts"));
let worker: Worker<string, string>;
afterEach(() => worker.stop());

const outcomeOf = (task: Promise<string>): Promise<string> =>
  task.catch(({ name, code, message }) => String(code ?? (message || name)));

/** Outcomes that a task may have, if nothing else ends the worker. */
const outcomes: Record<string, RegExp> = {
  echo: /^echo \d+$/,
  fail: /task failed/,
  die: /^Error$/,
  loop: /^Error$/,
  mute: /^503$/,
};
const kind = fc.oneof(
  { weight: 20, arbitrary: fc.constant("echo") },
  { weight: 2, arbitrary: fc.constant("fail") },
  ...["die", "loop", "mute"].map((one) => ({ weight: 1, arbitrary: fc.constant(one) })),
);

test("gives each of many callers the result of their own task, and lets none wait forever", async () => {
  worker = new Worker(echo, limits);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(kind, { maxLength: 4 }), { maxLength: 12 }), async (callers) => {
      let number = 0;
      await Promise.all(
        callers.map(async (tasks) => {
          for (const one of tasks) {
            const task = `${one} ${++number}`;
            const outcome = await outcomeOf(worker.ask(task));
            if (one === "echo") expect(outcome).toBe(task);
            else expect(outcome).toMatch(outcomes[one] as RegExp);
          }
        }),
      );
    }),
    { numRuns: 10 },
  );
});

test("leaves no caller waiting if it is stopped or callers leave at any time", async () => {
  const event = fc.oneof(kind, fc.constantFrom("stop", "pause", "leave"));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
      worker = new Worker(echo, limits);
      const left = new AbortController();
      const asked: { task: string; outcome: Promise<string> }[] = [];
      for (const [index, one] of events.entries()) {
        const task = `${one} ${index}`;
        if (one === "stop") void worker.stop();
        else if (one === "leave") left.abort(new Error("left"));
        else if (one === "pause") await outcomeOf(worker.ask(task));
        // every third caller leaves
        else asked.push({ task, outcome: outcomeOf(worker.ask(task, index % 3 ? undefined : left.signal)) });
      }
      for (const { task, outcome } of asked)
        if (task.startsWith("echo")) expect([task, "503", "left"]).toContain(await outcome);
        else expect(await outcome).not.toMatch(/^echo/);
      await worker.stop();
    }),
    { numRuns: 10 },
  );
});

test("refuses what waits when it stops, and does what is asked while it stops in a new worker", async () => {
  worker = new Worker(echo, limits);
  await worker.start();
  const before = ["loop 1", "echo 2", "echo 3"].map((task) => outcomeOf(worker.ask(task)));
  const stopping = worker.stop();
  const during = worker.ask("echo 4");
  expect(await Promise.all(before)).toEqual(["503", "503", "503"]);
  expect(await during).toBe("echo 4");
  await stopping;
});

test("refuses tasks of a worker that never loads, and starts another", async () => {
  let starts = 0;
  const deaf: Start<string, string> = () => {
    starts += 1;
    return { send: () => undefined, end: () => Promise.resolve(), hold: () => undefined };
  };
  worker = new Worker(deaf, { ...limits, loadMs: 20 });
  expect(await Promise.all(["a", "b"].map((task) => outcomeOf(worker.ask(task))))).toEqual(["503", "503"]);
  expect(starts).toBe(2);
});

test("refuses a task that can't be sent, and does the next one", async () => {
  worker = new Worker(echo, limits);
  await expect(worker.ask((() => undefined) as unknown as string)).rejects.toThrow("could not be cloned");
  expect(await worker.ask("echo 1")).toBe("echo 1");
});
