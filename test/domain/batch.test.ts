import { expect, test } from "@jest/globals";
import { microBatch } from "../../shared/database/batch.ts";
import { isProblem } from "../../shared/errors.ts";

/** Micro-batches: who shares one, and what happens when it fails or when too much waits. */
const options = { limit: 3, parallel: 1, waitingLimit: 4, key: (item: number) => String(item) };

/** A batch whose runs wait to be ended one by one. */
function stepwise(fail: (items: number[]) => unknown = () => null) {
  const runs: number[][] = [];
  const ends: (() => void)[] = [];
  const run = (items: number[]) => {
    runs.push(items);
    return new Promise<number[]>((done, failed) =>
      ends.push(() => {
        const error = fail(items);
        if (error) failed(error);
        else done(items.map((item) => item * 10));
      }),
    );
  };
  const end = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { runs, end, batch: microBatch(run, options) };
}

test("the first goes at once; those that come meanwhile go together, up to the limit", async () => {
  const { runs, end, batch } = stepwise();
  const results = Promise.all([1, 2, 3, 4, 5].map(batch));
  for (let i = 0; i < 3; i += 1) await end();
  expect(await results).toEqual([10, 20, 30, 40, 50]);
  expect(runs).toEqual([[1], [2, 3, 4], [5]]);
});

test("two with one key never share a batch", async () => {
  const { runs, end, batch } = stepwise();
  const results = Promise.all([1, 2, 2, 3].map(batch));
  for (let i = 0; i < 3; i += 1) await end();
  await results;
  expect(runs).toEqual([[1], [2, 3], [2]]);
});

test("what comes when too much waits is refused at once, with 503 and when to try again", async () => {
  const { end, batch } = stepwise();
  const taken = [1, 2, 3, 4, 5].map(batch);
  const refused = await batch(6).catch((error: unknown) => error);
  expect(isProblem(refused, "OVERLOADED")).toBe(true);
  expect(refused).toMatchObject({ code: 503, data: { headers: { "Retry-After": "2" } } });
  for (let i = 0; i < 3; i += 1) await end();
  expect(await Promise.all(taken)).toEqual([10, 20, 30, 40, 50]);
});

test("a bad item fails alone", async () => {
  const { end, batch } = stepwise((items) => items.includes(3) && new Error("bad"));
  const results = Promise.allSettled([1, 2, 3, 4].map(batch));
  for (let i = 0; i < 5; i += 1) await end();
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

test("without PostgreSQL a batch fails at once, not item by item", async () => {
  const { runs, end, batch } = stepwise(() => Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
  const results = Promise.allSettled([1, 2, 3, 4].map(batch));
  for (let i = 0; i < 2; i += 1) await end();
  expect((await results).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(runs).toEqual([[1], [2, 3, 4]]);
});
