import { expect, test } from "@jest/globals";
import { limitConcurrency, sharedByKey } from "../../shared/platform/concurrency.ts";

test("limits running and waiting work, keeps the order and rejects more", async () => {
  const limited = limitConcurrency({ running: 2, waiting: 2 });
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    limited(() => {
      begun.push(index);
      return promise.then(() => index);
    }),
  );
  await expect(limited(async () => 0)).rejects.toMatchObject({ code: 503, type: "OVERLOADED" });
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  expect(await works[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  // failed work passes its slot on too
  ends[0]?.reject(new Error("no"));
  await expect(works[0]).rejects.toThrow("no");
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const { resolve } of ends) resolve();
  expect(await Promise.all(works.slice(2))).toEqual([2, 3]);
  expect(await limited(async () => "free again")).toBe("free again");
});

test("runs work for a key once at a time, and once more for all who ask during a run", async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const shared = sharedByKey(() => {
    const run = Promise.withResolvers<void>();
    begun.push(run);
    return run.promise;
  });
  const first = shared("a");
  const others = [shared("a"), shared("a")];
  expect(begun).toHaveLength(1);
  const elsewhere = shared("b");
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await elsewhere;
  // those that waited run although the first one failed
  begun[0]?.reject(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await new Promise(setImmediate);
  expect(begun).toHaveLength(3);
  const later = shared("a");
  begun[2]?.resolve();
  await Promise.all(others);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(4);
  begun[3]?.resolve();
  await later;
});
