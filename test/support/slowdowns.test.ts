import { describe, expect, test } from "@jest/globals";
import { type Round, slowdowns } from "../bench/respondents/slowdowns.ts";

/** Decides whether CI's comparison with the baseline fails. */
const rounds = (gateway: number[], sessions = [1, 1, 1, 1, 1]): Round[] =>
  gateway.map((own, at) => ({
    gateway: { own, earlier: 1 },
    sessions: { own: sessions[at] ?? 1, earlier: 1 },
    rest: { own: 1, earlier: 1 },
    PostgreSQL: { own: 1, earlier: 1 },
  }));

const slower = (of: Round[]) => slowdowns(of).flatMap(({ name, isSlower }) => (isSlower ? [name] : []));

describe("slowdowns", () => {
  test("names a process that uses more than 1.1 times the CPU, although the other uses less", () => {
    expect(slower(rounds([1.2, 1.11, 1.12, 1.13, 1.14], [0.5, 0.5, 0.5, 0.5, 0.5]))).toEqual(["gateway"]);
  });

  test("accepts up to 1.1 times, and a round above it", () => {
    expect(slower(rounds([1.1, 1.1, 1.1, 1.1, 3]))).toEqual([]);
  });

  test("accepts a median above it that three of ten rounds contradict", () => {
    const most = [1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2];
    expect(slower(rounds([...most, 1.2, 0.9, 0.9], new Array(10).fill(1)))).toEqual(["gateway"]);
    expect(slower(rounds([...most, 0.9, 0.9, 0.9], new Array(10).fill(1)))).toEqual([]);
  });

  test("names a process without a figure", () => {
    expect(slower(rounds(new Array(5).fill(Number.NaN)))).toEqual(["gateway"]);
  });
});
