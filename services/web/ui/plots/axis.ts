import { nice, ticks } from "d3-array";

/** An axis of counts, from 0 to a round number at or over the greatest, with whole ticks at round steps. */
export interface Axis {
  top: number;
  ticks: readonly number[];
}

const tickCount = 4;

/** Returns the axis of counts up to `greatest`. Without any counts it goes to 1. */
export function countAxis(greatest: number): Axis {
  const [, top] = nice(0, Math.max(greatest, 1), tickCount);
  return { top, ticks: ticks(0, top, tickCount).filter(Number.isInteger) };
}

/** A name under a chart. `at`: 0 to 1, from its start to its end. */
export interface AxisLabel {
  at: number;
  text: string;
}

/** Returns at most `limit` of the names of marks beside each other, at even steps from the first on. */
export function axisLabels(names: readonly string[], limit: number): AxisLabel[] {
  const step = Math.ceil(names.length / limit);
  return names.flatMap((text, at) => (at % step === 0 ? [{ at: (at + 0.5) / names.length, text }] : []));
}

/** Returns the names of edges between marks, at even steps from the first on, the last one always. At most `limit` + 1. */
export function edgeLabels(edges: readonly string[], limit: number): AxisLabel[] {
  const last = edges.length - 1;
  const step = Math.ceil(last / limit);
  return edges.flatMap((text, at) => {
    const isShown = at === last || (at % step === 0 && last - at >= step / 2);
    return isShown ? [{ at: at / last, text }] : [];
  });
}

/** Returns the mark that a key moves to among `count` marks. Null for other keys. */
export function moved(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** Returns the mark under a pointer that is at `share` of the chart's width. */
export const markAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.floor(share * count), 0), count - 1);
