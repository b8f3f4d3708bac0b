import { backoffMs } from "../../shared/domain/backoff.ts";

const pauses = { first: 100, longest: 1_000 };

describe("backoffMs", () => {
  it("doubles the pause after each failure up to the longest", () => {
    expect([1, 2, 3, 4, 5, 2_000].map((failures) => backoffMs(failures, pauses, 1))).toEqual([
      100, 200, 400, 800, 1_000, 1_000,
    ]);
  });

  it("leaves the upper half of a pause to chance", () => {
    expect([0, 0.5, 1].map((random) => backoffMs(2, pauses, random))).toEqual([100, 150, 200]);
  });
});
