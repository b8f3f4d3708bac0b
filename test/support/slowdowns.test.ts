import { describe, expect, test } from "@jest/globals";
import { type Round, slowdowns } from "../bench/respondents/slowdowns.ts";

/** Decides whether CI's comparison with the baseline fails. */
const rounds = (gateway: number[], sessions = [1, 1, 1, 1, 1]): Round[] =>
  gateway.map((own, at) => ({
    gateway: { own, earlier: 1 },
    sessions: { own: sessions[at] ?? 1, earlier: 1 },
  }));

const slower = (of: Round[]) => slowdowns(of).flatMap(({ name, isSlower }) => (isSlower ? [name] : []));

describe("slowdowns", () => {
  test("names a process that uses more than 1.15 times the CPU, although the other uses less", () => {
    expect(slower(rounds([1.2, 1.16, 1.17, 1.18, 1.19], [0.5, 0.5, 0.5, 0.5, 0.5]))).toEqual(["gateway"]);
  });

  test("accepts up to 1.15 times, and a round above it", () => {
    expect(slower(rounds([1.15, 1.15, 1.15, 1.15, 3]))).toEqual([]);
  });

  test("names a process without a figure", () => {
    expect(slower(rounds(new Array(5).fill(Number.NaN)))).toEqual(["gateway"]);
  });
});
