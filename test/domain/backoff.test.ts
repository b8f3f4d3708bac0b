import { backoffMs } from "../../shared/domain/backoff.ts";

const pauses = { first: 100, longest: 1_000 };

describe("backoffMs", () => {
  it("doubles the delay after each failure up to the maximum", () => {
    expect([1, 2, 3, 4, 5, 2_000].map((failures) => backoffMs(failures, pauses, 1))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ]);
  });

  it("randomizes the upper half of a delay", () => {
    expect([0, 0.5, 1].map((random) => backoffMs(2, pauses, random))).toEqual([100, 150, 200]);
  });
});
