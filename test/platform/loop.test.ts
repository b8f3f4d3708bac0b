import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import {
  type LoopOptions,
  openLoop,
  tellCopiesBy,
  untilDue,
  wakeAllLoops,
  wakeLoops,
} from "../../shared/platform/loop.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  await Promise.all(open.splice(0).map((loop) => loop.stop()));
  tellCopiesBy(() => undefined);
  jest.useRealTimers();
});

const hour = 60 * 60 * 1000;
const open: { stop(): Promise<void> }[] = [];

/** Starts a loop, and returns it with the number of its runs. */
function started(options: Partial<LoopOptions> = {}) {
  const counted = { runs: 0 };
  const { work = async () => false, ...others } = options;
  const loop = openLoop({
    interval: hour,
    onError: () => undefined,
    ...others,
    work(signal) {
      counted.runs += 1;
      return work(signal);
    },
  });
  open.push(loop);
  return { loop, counted };
}

const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("openLoop", () => {
  it("runs again after 1, 2, 4, 8 and 10 seconds while it fails, and then sleeps again", async () => {
    const outcomes = ["no", "no", "no", "no", "no", "yes"];
    const { loop, counted } = started({
      work: async () => {
        if (outcomes.shift() === "no") throw new Error("the service isn't there yet");
        return false;
      },
    });
    loop.wake();
    for (const [seconds, expected] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [9, 5],
      [1, 6],
      [60, 6],
    ] as const) {
      await passes(seconds * 1000);
      expect(counted.runs).toBe(expected);
    }
  });

  it("doesn't run again if it was stopped after a failure", async () => {
    const { loop, counted } = started({ work: () => Promise.reject(new Error("no")) });
    loop.wake();
    await passes(0);
    await loop.stop();
    await passes(hour);
    expect(counted.runs).toBe(1);
  });

  it("sleeps for its interval at most", async () => {
    const { counted } = started({ work: async () => 5 * hour });
    await passes(2 * hour);
    expect(counted.runs).toBe(2);
  });

  it("runs when the next work is due", async () => {
    const { loop, counted } = started({ work: async () => 1_500 });
    loop.wake();
    await passes(1_499);
    expect(counted.runs).toBe(1);
    await passes(1);
    expect(counted.runs).toBe(2);
  });

  it("doesn't run in a tight loop for work that is due and can't be taken on", async () => {
    const { loop, counted } = started({ work: async () => -500 });
    loop.wake();
    await passes(1_000);
    expect(counted.runs).toBeLessThanOrEqual(11);
  });

  it("runs at its start if it has a name, because others may have left work", async () => {
    const { counted } = started({ name: "test.left" });
    await passes(0);
    expect(counted.runs).toBe(1);
  });

  it("is woken by its name", async () => {
    const [{ counted }, { counted: other }] = [started({ name: "test.work" }), started({ name: "test.other" })];
    await passes(0);
    wakeLoops("test.work");
    await passes(0);
    expect([counted.runs, other.runs]).toEqual([2, 1]);
    wakeAllLoops();
    await passes(0);
    expect([counted.runs, other.runs]).toEqual([3, 2]);
  });

  it("is woken by its name during a run", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { counted } = started({ name: "test.busy", work: () => promise });
    await passes(0);
    wakeLoops("test.busy");
    resolve(false);
    await passes(0);
    expect(counted.runs).toBe(2);
  });

  it("does the work of several wakes in one run after its delay", async () => {
    const { counted } = started({ name: "test.delayed", delay: 1_000 });
    await passes(0);
    wakeLoops("test.delayed");
    await passes(500);
    wakeLoops("test.delayed");
    await passes(499);
    expect(counted.runs).toBe(1);
    await passes(1);
    expect(counted.runs).toBe(2);
    await passes(10_000);
    expect(counted.runs).toBe(2);
  });

  it("asks the other copies for help once a second while it has more work", async () => {
    const told: string[] = [];
    tellCopiesBy((name) => told.push(name));
    let left = 100;
    started({
      name: "test.much",
      async work() {
        await new Promise((done) => setTimeout(done, 50));
        left -= 1;
        return left > 0;
      },
    });
    await passes(2_900);
    expect(told).toEqual(["test.much", "test.much", "test.much"]);
    left = 0;
    await passes(50);
  });
});

describe("untilDue", () => {
  it("looks again a second after work, and asks when the next is due after a second without", async () => {
    const due = jest.fn(async () => 7_000);
    const ended = untilDue(due);
    expect(await ended(true)).toBe(true);
    expect(await ended(false)).toBe(1_000);
    expect(due).not.toHaveBeenCalled();
    await passes(1_000);
    expect(await ended(false)).toBe(7_000);
  });

  it("sleeps if none is due", async () => {
    expect(await untilDue(async () => null)(false)).toBe(false);
  });
});
