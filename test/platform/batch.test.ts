import { expect, jest, test } from "@jest/globals";
import { type BatchOptions, microBatch } from "../../shared/platform/database/batch.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { eventually } from "../support/eventually.ts";

/** Micro-batching: grouping, order, failures and the queue limit. */
interface Item {
  key: string;
  value: number;
}

/** A `run` whose batches finish when the test says so. */
function stage(options: Partial<BatchOptions<Item>> = {}) {
  const inFlight: { values: number[]; end(): void; fail(error: Error): void }[] = [];
  const seen: number[][] = [];
  const batch = microBatch(
    (items: Item[]) =>
      new Promise<number[]>((resolve, reject) => {
        const values = items.map(({ value }) => value);
        seen.push(values);
        const done = () => inFlight.splice(inFlight.indexOf(entry), 1);
        const entry = {
          values,
          end: () => done() && resolve(values.map((value) => value * 10)),
          fail: (error: Error) => done() && reject(error),
        };
        inFlight.push(entry);
      }),
    { limit: 100, parallel: 1, key: (item) => item.key, ...options },
  );
  const send = (value: number, key = `key ${value}`) => batch({ key, value });
  return { inFlight, seen, send };
}

/** Runs all pending microtasks and one event loop turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function endAll({ inFlight }: ReturnType<typeof stage>): Promise<void> {
  while (inFlight.length > 0) {
    inFlight[0]?.end();
    await turn();
  }
}

test("uses no timer", async () => {
  const timers = (["setTimeout", "setInterval", "setImmediate"] as const).map((name) => jest.spyOn(globalThis, name));
  const batch = microBatch(async (items: number[]) => items, { limit: 2, parallel: 1, key: String });
  expect(await Promise.all([1, 2, 3, 4, 5].map(batch))).toEqual([1, 2, 3, 4, 5]);
  for (const timer of timers) {
    expect(timer).not.toHaveBeenCalled();
    timer.mockRestore();
  }
});

test("limits the items of a batch and the batches in flight", async () => {
  const stand = stage({ limit: 2, parallel: 2 });
  const calls = Array.from({ length: 9 }, (_, value) => stand.send(value));
  expect(stand.seen).toEqual([[0], [1]]);
  stand.inFlight[1]?.end();
  await turn();
  expect(stand.seen).toEqual([[0], [1], [2, 3]]);
  expect(stand.inFlight).toHaveLength(2);
  await endAll(stand);
  expect(stand.seen).toEqual([[0], [1], [2, 3], [4, 5], [6, 7], [8]]);
  expect(await Promise.all(calls)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80]);
});

test("collects a larger batch per event loop turn while later items wait", async () => {
  const stand = stage({ parallel: 2, slowAfter: 3_600_000 });
  const calls = [stand.send(1)];
  await Promise.resolve();
  calls.push(stand.send(2));
  expect(stand.seen).toEqual([]);
  await turn();
  calls.push(stand.send(3), stand.send(4));
  await turn();
  expect(stand.seen).toEqual([[1, 2]]);
  await endAll(stand);
  expect(stand.seen).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await Promise.all(calls)).toEqual([10, 20, 30, 40]);
});

test("starts a parallel batch when one is slow", async () => {
  const stand = stage({ parallel: 2, slowAfter: 1 });
  const calls = [stand.send(1)];
  await turn();
  calls.push(stand.send(2), stand.send(3));
  await eventually(() => expect(stand.seen).toEqual([[1], [2, 3]]));
  await endAll(stand);
  expect(await Promise.all(calls)).toEqual([10, 20, 30]);
});

test("never puts items with the same key into a batch, and keeps their order", async () => {
  const stand = stage();
  const calls = [stand.send(0), ...[1, 2, 3, 4, 5].map((value) => stand.send(value, value % 2 ? "odd" : "even"))];
  await endAll(stand);
  expect(stand.seen).toEqual([[0], [1, 2], [3, 4], [5]]);
  expect(await Promise.all(calls)).toEqual([0, 10, 20, 30, 40, 50]);
});

test("keeps the order of a key at the limit", async () => {
  const stand = stage({ limit: 1 });
  for (const value of [0, 1, 2, 3]) void stand.send(value, value === 2 ? "other" : "same");
  await endAll(stand);
  expect(stand.seen).toEqual([[0], [1], [2], [3]]);
});

test("a failing item doesn't fail its batch, at any position", async () => {
  for (let bad = 0; bad < 7; bad += 1) {
    const run = jest.fn(async (items: number[]) => {
      if (items.includes(bad)) throw new Error(`not ${bad}`);
      return items.map((item) => item * 10);
    });
    const batch = microBatch(run, { limit: 100, parallel: 1, key: String });
    const first = batch(99);
    const outcomes = await Promise.allSettled([first, ...[0, 1, 2, 3, 4, 5, 6].map(batch)]);
    const results = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? outcome.value : outcome.reason.message,
    );
    expect(results).toEqual([990, ...[0, 1, 2, 3, 4, 5, 6].map((item) => (item === bad ? `not ${bad}` : item * 10))]);
  }
});

test("each failing item gets its own error", async () => {
  const batch = microBatch(
    async (items: number[]): Promise<number[]> => {
      throw new Error(items.join());
    },
    { limit: 100, parallel: 1, key: String },
  );
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(batch));
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message)).toEqual([
    "1",
    "2",
    "3",
    "4",
  ]);
});

test("a synchronous error fails its items, and the next call works", async () => {
  let isBroken = true;
  const batch = microBatch(
    (items: number[]): Promise<number[]> => {
      if (isBroken) throw new Error("broken");
      return Promise.resolve(items);
    },
    { limit: 2, parallel: 1, key: String },
  );
  await expect(batch(1)).rejects.toThrow("broken");
  isBroken = false;
  expect(await batch(2)).toBe(2);
});

test("rejects items beyond the queue limit with 503 and Retry-After", async () => {
  const stand = stage({ limit: 3, waitingLimit: 4 });
  const taken = [1, 2, 3, 4, 5].map((value) => stand.send(value));
  const refused = await stand.send(6).catch((error: unknown) => error);
  expect(isProblem(refused, "OVERLOADED")).toBe(true);
  expect(refused).toMatchObject({ code: 503, data: { headers: { "Retry-After": "2" } } });
  await endAll(stand);
  expect(await Promise.all(taken)).toEqual([10, 20, 30, 40, 50]);
});

test("fails the whole batch immediately without PostgreSQL", async () => {
  const stand = stage();
  const results = Promise.allSettled([1, 2, 3, 4].map((value) => stand.send(value)));
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  for (let batch = 0; batch < 2; batch += 1) {
    stand.inFlight[0]?.fail(refused);
    await turn();
  }
  expect((await results).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(stand.seen).toEqual([[1], [2, 3, 4]]);
});

test("a group has one batch in flight, and others don't wait for it", async () => {
  const stand = stage({ limit: 10, parallel: 2, group: ({ value }) => (value < 10 ? "small" : "large") });
  const calls = [1, 2, 3, 10, 11].map((value) => stand.send(value));
  expect(stand.seen).toEqual([[1], [10]]);
  stand.inFlight[1]?.end();
  await turn();
  expect(stand.seen).toEqual([[1], [10], [11]]);
  await endAll(stand);
  expect(stand.seen).toEqual([[1], [10], [11], [2, 3]]);
  expect(await Promise.all(calls)).toEqual([10, 20, 30, 100, 110]);
});
