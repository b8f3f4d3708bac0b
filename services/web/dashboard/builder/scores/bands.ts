import type { Band } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { keyOf, keysOf } from "./list.ts";

/** A band with its name and its index in the list. */
interface Named extends Band {
  name: string;
}

export const nameOfBand = ({ label, key }: Band, at: number): string => label || (key ? key : words.band(at + 1));

const named = (bands: readonly Band[]): Named[] =>
  bands.map((band, at) => ({ ...band, name: `“${nameOfBand(band, at)}”` })).toSorted((a, b) => a.from - b.from);

/** Distance of neighboring values, which no band can be between. */
export const stepOf = (decimals: number): number => 10 ** -decimals;

/** Removes the noise of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Returns what is wrong with the bands, in plain words. `gaps` are allowed. */
export function bandFaults(bands: readonly Band[], step: number): { faults: string[]; gaps: string[] } {
  const sorted = named(bands);
  const faults = sorted.filter(({ from, to }) => from > to).map(({ name }) => words.reversed(name));
  const gaps: string[] = [];
  const valid = sorted.filter(({ from, to }) => from <= to);
  let widest = valid[0];
  for (const band of valid.slice(1)) {
    if (!widest) break;
    if (band.from <= widest.to)
      faults.push(words.overlap(widest.name, band.name, band.from, Math.min(widest.to, band.to)));
    else if (tidy(band.from - widest.to) > step) gaps.push(words.gap(tidy(widest.to + step), tidy(band.from - step)));
    if (band.to > widest.to) widest = band;
  }
  return { faults, gaps };
}

/** Returns the list with a band that continues it. */
export function withNewBand(bands: readonly Band[], step: number): Band[] {
  const last = bands.toSorted((a, b) => a.to - b.to).at(-1);
  const from = last ? tidy(last.to + step) : 0;
  const to = last ? tidy(from + Math.max(0, last.to - last.from)) : 9;
  return [...bands, { key: keyOf("", keysOf(bands), "band"), from, to }];
}

/** A band's part of the drawn scale, in percent. */
export interface Segment {
  name: string;
  from: number;
  to: number;
  start: number;
  width: number;
  overlaps: boolean;
}

export interface Scale {
  segments: Segment[];
  /** Returns the place of a value, in percent. Null outside the scale. */
  at(value: number): number | null;
}

/** Returns the scale that the bands make. Null without a valid band. */
export function scaleOf(bands: readonly Band[], step: number): Scale | null {
  const valid = named(bands).filter(({ from, to }) => from <= to);
  const [low, high] = [Math.min(...valid.map(({ from }) => from)), Math.max(...valid.map(({ to }) => to))];
  if (valid.length === 0) return null;
  const length = high - low + step;
  const percent = (value: number) => tidy((value / length) * 100);
  const segments = valid.map(({ name, from, to }, at) => ({
    name: name.slice(1, -1),
    from,
    to,
    start: percent(from - low),
    width: percent(to - from + step),
    overlaps: valid.some((other, index) => index !== at && other.from <= to && from <= other.to),
  }));
  return {
    segments,
    at: (value) => (value < low || value > high ? null : percent(value - low + step / 2)),
  };
}
