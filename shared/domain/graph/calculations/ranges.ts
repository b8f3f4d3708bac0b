import type { DayUnit } from "./days.ts";
import { daysBetween } from "./days.ts";
import type { ListOp, PairOp } from "./expression.ts";
import { rounded, valueLimit } from "./rounding.ts";

/**
 * Values that a part can have: numbers from `least` to `most`, and null if `canLack`. It contains all possible values, but can
 * be too wide. `least` is over `most` if it is always null.
 */
export interface Range {
  least: number;
  most: number;
  canLack: boolean;
}

export const never: Range = { least: Infinity, most: -Infinity, canLack: true };
export const anything: Range = { least: -valueLimit, most: valueLimit, canLack: true };

export const isNever = ({ least, most }: Range): boolean => least > most;
export const exactly = (value: number): Range => inLimits(value, value, false);

/** Returns a range. Values beyond ±1e15 are null. */
export function inLimits(least: number, most: number, canLack: boolean): Range {
  if (Number.isNaN(least) || Number.isNaN(most)) return anything;
  if (least > valueLimit || most < -valueLimit || least > most) return never;
  const isCut = least < -valueLimit || most > valueLimit;
  return { least: Math.max(least, -valueLimit), most: Math.min(most, valueLimit), canLack: canLack || isCut };
}

export function union(a: Range, b: Range): Range {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most), canLack: a.canLack || b.canLack };
}

/** Applies a function that never decreases. */
export const mapped = ({ least, most, canLack }: Range, apply: (value: number) => number): Range =>
  least > most ? never : inLimits(apply(least), apply(most), canLack);

export const roundedRange = (range: Range, digits: number): Range => mapped(range, (value) => rounded(value, digits));

export function absolute(range: Range): Range {
  if (isNever(range)) return never;
  const { least, most, canLack } = range;
  const ends = [Math.abs(least), Math.abs(most)];
  return { least: least <= 0 && most >= 0 ? 0 : Math.min(...ends), most: Math.max(...ends), canLack };
}

export function daysRange(unit: DayUnit, from: DayRange, to: DayRange): Range {
  const count = daysBetween[unit];
  return inLimits(count(from.last, to.first), count(from.first, to.last), from.canLack || to.canLack);
}

export interface DayRange {
  first: string;
  last: string;
  canLack: boolean;
}

type Combine = (ranges: readonly Range[], atLeast: number) => Range;

/** Ranges of operations on several values. Rounding of doubles never reverses an order, so ends give ends. */
export const combinedRanges: Readonly<Record<ListOp | PairOp, Combine>> = {
  add: (ranges) => folded(ranges, (a, b) => [a.least + b.least, a.most + b.most]),
  subtract: (ranges) => folded(ranges, (a, b) => [a.least - b.most, a.most - b.least]),
  multiply: (ranges) => folded(ranges, (a, b) => corners(a, b, (x, y) => x * y)),
  divide: ([a = never, b = never]) => (hasZero(b) ? unlessNever([a, b], anything) : folded([a, b], quotients)),
  mod: ([a = never, b = never]) => unlessNever([a, b], { ...remainders(a, b), canLack: true }),
  min: (ranges) => chosen(ranges, "least"),
  max: (ranges) => chosen(ranges, "most"),
  coalesce: firstOf,
  sum: (ranges, atLeast) => overKnown(ranges, atLeast, sumOf),
  mean: (ranges, atLeast) => overKnown(ranges, Math.max(1, atLeast), meanOf),
  count: (ranges, atLeast) => overKnown(ranges, atLeast, countOf),
};

type Ends = [least: number, most: number];

function folded(ranges: readonly Range[], combine: (a: Range, b: Range) => Ends): Range {
  if (ranges.some(isNever)) return never;
  const canLack = ranges.some((range) => range.canLack);
  const [first = never, ...others] = ranges;
  const { least, most } = others.reduce((a, b) => {
    const [least, most] = combine(a, b);
    return { least, most, canLack };
  }, first);
  return inLimits(least, most, canLack);
}

function corners(a: Range, b: Range, combine: (x: number, y: number) => number): Ends {
  const found = [a.least, a.most].flatMap((x) => [combine(x, b.least), combine(x, b.most)]);
  // 0 × ∞ of a large product
  if (found.some(Number.isNaN)) return [-Infinity, Infinity];
  return [Math.min(...found), Math.max(...found)];
}

const quotients = (a: Range, b: Range): Ends => corners(a, b, (x, y) => x / y);
const hasZero = ({ least, most }: Range): boolean => least <= 0 && most >= 0;
const unlessNever = (ranges: readonly Range[], range: Range): Range => (ranges.some(isNever) ? never : range);

/** A remainder has the dividend's sign, and is below the divisor. */
function remainders(a: Range, b: Range): Omit<Range, "canLack"> {
  const most = Math.max(Math.abs(b.least), Math.abs(b.most));
  return { least: a.least < 0 ? Math.max(a.least, -most) : 0, most: a.most > 0 ? Math.min(a.most, most) : 0 };
}

/** Null values are left out, so only values that are always known limit the other end. */
function chosen(ranges: readonly Range[], end: "least" | "most"): Range {
  const possible = ranges.filter((range) => !isNever(range));
  const certain = possible.filter(({ canLack }) => !canLack);
  if (possible.length === 0) return never;
  const canLack = certain.length === 0;
  const others = canLack ? possible : certain;
  if (end === "least") {
    const most = canLack ? Math.max(...others.map((one) => one.most)) : Math.min(...others.map((one) => one.most));
    return { least: Math.min(...possible.map((one) => one.least)), most, canLack };
  }
  const least = canLack ? Math.min(...others.map((one) => one.least)) : Math.max(...others.map((one) => one.least));
  return { least, most: Math.max(...possible.map((one) => one.most)), canLack };
}

function firstOf(ranges: readonly Range[]): Range {
  let result = never;
  for (const range of ranges) {
    if (isNever(range)) continue;
    result = { ...union(result, range), canLack: range.canLack };
    if (!range.canLack) return result;
  }
  return result;
}

interface Counted {
  /** items that can be known */
  possible: readonly Range[];
  /** how many are always known */
  certain: number;
  atLeast: number;
}

function overKnown(ranges: readonly Range[], atLeast: number, result: (counted: Counted) => Ends): Range {
  const possible = ranges.filter((range) => !isNever(range));
  const certain = possible.filter(({ canLack }) => !canLack).length;
  if (possible.length < atLeast) return never;
  return inLimits(...result({ possible, certain, atLeast }), certain < atLeast);
}

/** A value that can lack counts as 0 too. */
const sumOf = ({ possible }: Counted): Ends => [
  possible.reduce((sum, { least, canLack }) => sum + (canLack ? Math.min(0, least) : least), 0),
  possible.reduce((sum, { most, canLack }) => sum + (canLack ? Math.max(0, most) : most), 0),
];

/** Between the least and the most value, with room for the rounding of sums. */
function meanOf({ possible }: Counted): Ends {
  const least = Math.min(...possible.map((range) => range.least));
  const most = Math.max(...possible.map((range) => range.most));
  if (possible.every(({ canLack }) => !canLack)) {
    const [from, to] = sumOf({ possible, certain: 0, atLeast: 0 });
    return [from / possible.length, to / possible.length];
  }
  const room = Math.max(Math.abs(least), Math.abs(most)) * 1e-12;
  return [least - room, most + room];
}

const countOf = ({ possible, certain, atLeast }: Counted): Ends => [Math.max(certain, atLeast), possible.length];
