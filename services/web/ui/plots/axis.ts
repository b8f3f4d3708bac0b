import { nice, ticks } from "d3-array";

/** An axis of counts: from nothing to a round number at or over the greatest, with whole ticks at round steps. */
export interface Axis {
  top: number;
  ticks: readonly number[];
}

const tickCount = 4;

/** Of counts up to `greatest`; of nothing too, which then lies on an axis up to 1. */
export function countAxis(greatest: number): Axis {
  const [, top] = nice(0, Math.max(greatest, 1), tickCount);
  return { top, ticks: ticks(0, top, tickCount).filter(Number.isInteger) };
}

/** A name under the plot; `at`: 0 to 1, from its beginning to its end. */
export interface AxisLabel {
  at: number;
  text: string;
}

/** At most so many of the names of marks that stand beside each other, at even steps from the first on. */
export function axisLabels(names: readonly string[], limit: number): AxisLabel[] {
  const step = Math.ceil(names.length / limit);
  return names.flatMap((text, at) => (at % step === 0 ? [{ at: (at + 0.5) / names.length, text }] : []));
}
