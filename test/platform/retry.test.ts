import { retry } from "../../shared/platform/retry.ts";

const pauses = { first: 0.001, longest: 0.01 };

function failing(times: number) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw new Error(`failure ${attempts}`);
    return attempts;
  };
}

describe("retry", () => {
  it("retries with growing delays until it succeeds", async () => {
    const seen: number[] = [];
    const mayRetry = (_error: unknown, pause: number) => seen.push(pause) > 0;
    await expect(retry(failing(6), pauses, mayRetry)).resolves.toBe(7);
    expect(seen).toHaveLength(6);
    expect(seen[5]).toBeGreaterThanOrEqual(0.005);
    expect(Math.max(...seen)).toBeLessThanOrEqual(0.01);
  });

  it("throws an error that isn't retryable", async () => {
    const mayRetry = (error: unknown) => (error as Error).message === "failure 1";
    await expect(retry(failing(3), pauses, mayRetry)).rejects.toThrow("failure 2");
  });
});
