import { expect, test } from "@jest/globals";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";

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
