import { nice, ticks } from "d3-array";

/** An axis from 0 to a round number at or above the maximum, with integer ticks at round steps. */
export interface Axis {
  top: number;
  ticks: readonly number[];
}

const tickCount = 4;

/** Returns the axis for counts up to `greatest`, at least up to 1. */
export function countAxis(greatest: number): Axis {
  const [, top] = nice(0, Math.max(greatest, 1), tickCount);
  return { top, ticks: ticks(0, top, tickCount).filter(Number.isInteger) };
}

/** A label under the plot. `at`: 0 to 1, from start to end. */
export interface AxisLabel {
  at: number;
  text: string;
}

/** Returns at most `limit` labels of adjacent marks, at even steps from the first. */
export function axisLabels(names: readonly string[], limit: number): AxisLabel[] {
  const step = Math.ceil(names.length / limit);
  return names.flatMap((text, at) => (at % step === 0 ? [{ at: (at + 0.5) / names.length, text }] : []));
}

/** Returns the index a key moves to among `count` marks, or null. */
export function moved(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** Returns the index of the mark under a pointer at this share of the width. */
export const markAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.floor(share * count), 0), count - 1);
