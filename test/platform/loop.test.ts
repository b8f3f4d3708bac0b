import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { openLoop } from "../../shared/platform/loop.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const hour = 60 * 60 * 1000;

test("a loop of an hour that fails runs again in ten seconds, until it doesn't fail", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs < 3) throw new Error("the service isn't there yet");
    return false;
  };
  const loop = openLoop({ interval: hour, work, onError: () => undefined });
  loop.wake();
  for (const [seconds, expected] of [
    [0, 1],
    [9, 1],
    [1, 2],
    [10, 3],
    [60, 3],
  ] as const) {
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    expect(runs).toBe(expected);
  }
  await loop.stop();
});

test("a loop that was stopped after a failure doesn't run again", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    throw new Error("no");
  };
  const loop = openLoop({ interval: hour, work, onError: () => undefined });
  loop.wake();
  await jest.advanceTimersByTimeAsync(0);
  await loop.stop();
  await jest.advanceTimersByTimeAsync(hour);
  expect(runs).toBe(1);
});
