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

/** Where a key leads to among `count` marks; null: nowhere. */
export function moved(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** The mark under a pointer, `share` of the way from the first's beginning to the last's end. */
export const markAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.floor(share * count), 0), count - 1);
