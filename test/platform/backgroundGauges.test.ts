import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Loop } from "../../shared/platform/loop.ts";
import { readInBackground } from "../../shared/platform/ops/backgroundGauges.ts";
import { registry } from "../../shared/platform/ops/metrics.ts";

let loop: Loop | undefined;
beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  jest.useRealTimers();
  await loop?.stop();
});

const shownValue = async (metric: string) =>
  new RegExp(`^${metric.replace(/[{}]/g, "\\$&")} (\\S+)$`, "m").exec(await registry.metrics())?.[1];

describe("readInBackground", () => {
  it("answers a scrape with the last value and its age while a read hangs", async () => {
    const answers = [Promise.resolve({ test_first: 7 }), new Promise<never>(() => undefined)];
    loop = readInBackground({
      name: "first",
      gauges: { test_first: "Help" },
      read: () => answers.shift() ?? Promise.reject(),
    });
    await jest.advanceTimersByTimeAsync(45_000);
    expect(answers).toHaveLength(0);
    expect(await shownValue("test_first")).toBe("7");
    expect(await shownValue('pathform_reading_age_seconds{reading="first"}')).toBe("45");
  });

  it("reads at intervals, however many scrapes there are", async () => {
    const read = jest.fn(async () => ({ test_second: 1 }));
    loop = readInBackground({ name: "second", gauges: { test_second: "Help" }, read });
    await Promise.all(Array.from({ length: 20 }, () => registry.metrics()));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("stops while a read hangs", async () => {
    loop = readInBackground({
      name: "third",
      gauges: { test_third: "Help" },
      read: () => new Promise<never>(() => undefined),
    });
    await expect(loop.stop()).resolves.toBeUndefined();
  });
});
