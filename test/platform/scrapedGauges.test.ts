import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Loop } from "../../shared/platform/loop.ts";
import { registry } from "../../shared/platform/ops/metrics.ts";
import { readForScrapes } from "../../shared/platform/ops/scrapedGauges.ts";

let readings: Loop | undefined;
beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  jest.useRealTimers();
  await readings?.stop();
});

async function scrape(): Promise<string> {
  const metrics = registry.metrics();
  await jest.advanceTimersByTimeAsync(300);
  return metrics;
}

const valueIn = (scraped: string, metric: string) =>
  new RegExp(`^${metric.replace(/[{}]/g, "\\$&")} (\\S+)$`, "m").exec(scraped)?.[1];

describe("readForScrapes", () => {
  it("reads for a scrape, and never without one", async () => {
    const read = jest.fn(async () => ({ test_first: 7 }));
    readings = readForScrapes({ name: "first", gauges: { test_first: "Help" }, read });
    await jest.advanceTimersByTimeAsync(600_000);
    expect(read).not.toHaveBeenCalled();
    const scraped = await scrape();
    expect(valueIn(scraped, "test_first")).toBe("7");
    expect(valueIn(scraped, 'pathform_reading_age_seconds{reading="first"}')).toBe("0");
  });

  it("answers a scrape with the last value and its age while a read hangs", async () => {
    const answers = [Promise.resolve({ test_second: 7 }), new Promise<never>(() => undefined)];
    readings = readForScrapes({
      name: "second",
      gauges: { test_second: "Help" },
      read: () => answers.shift() ?? Promise.reject(),
    });
    await scrape();
    await jest.advanceTimersByTimeAsync(44_400);
    const scraped = await scrape();
    expect(answers).toHaveLength(0);
    expect(valueIn(scraped, "test_second")).toBe("7");
    expect(valueIn(scraped, 'pathform_reading_age_seconds{reading="second"}')).toBe("45");
  });

  it("reads once for scrapes of the same second", async () => {
    const read = jest.fn(async () => ({ test_third: 1 }));
    readings = readForScrapes({ name: "third", gauges: { test_third: "Help" }, read });
    await Promise.all(Array.from({ length: 20 }, () => registry.metrics()));
    expect(read).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    await scrape();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("stops while a read hangs", async () => {
    readings = readForScrapes({
      name: "fourth",
      gauges: { test_fourth: "Help" },
      read: () => new Promise<never>(() => undefined),
    });
    readings.wake();
    await expect(readings.stop()).resolves.toBeUndefined();
  });
});
