import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import { type Bucket, joined, stepBuckets } from "../insights/buckets.ts";
import { type Frequencies, greatest, least, median } from "../insights/frequencies.ts";

/** Mean and median beside a histogram must not tell that 1 or 2 people gave a number (features §24.1). Pure. */

/** Whole numbers that lie so near each other are told by a mean, as the steps of a scale. */
const mostNumbers = 21;

/**
 * Returns the numbers that may have been given, from the least to the greatest, or null if they are too many for a mean to tell of one.
 */
export function possibleNumbers(
  type: QuestionType,
  domain: Extract<Domain, { family: "num" }>,
  counts: Frequencies,
): number[] | null {
  const steps = type === "number" ? null : stepBuckets(counts, domain);
  if (steps) return steps.map(({ from }) => from);
  if (counts.size === 0) return null;
  const from = Math.max(least(counts) - 1, domain.min ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(greatest(counts) + 1, domain.max ?? Number.POSITIVE_INFINITY);
  if (to - from >= mostNumbers || ![from, to, ...counts.keys()].every(Number.isInteger)) return null;
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Histograms of other answers for one question, so that no turn is long. */
const mostLooks = 300;

/**
 * Returns the histogram, or one with a wider bucket, whose mean and median tell of no 1 or 2 people. Null if both do. `histogramOf`: of
 * other answers.
 */
export function undivided(
  histogram: Bucket[],
  counts: Frequencies,
  numbers: readonly number[],
  histogramOf: (other: Frequencies) => Bucket[],
): Bucket[] | null {
  const isSame = (a: readonly Bucket[], b: readonly Bucket[] | null) => JSON.stringify(a) === JSON.stringify(b);
  let left = mostLooks;
  const look = (other: Frequencies) => (left-- > 0 ? histogramOf(other) : null);
  /** Joins the bucket of a number that is told. */
  const first = (of: Bucket[], given: Frequencies) => {
    const told = toldNumber(of, given, numbers, (other) => isSame(of, look(other)));
    return told === null ? of : widened(of, bucketOf(of, told));
  };
  const wider = first(histogram, counts);
  if (wider === histogram || wider === null) return wider;
  const isAlike = (other: Frequencies) => {
    const own = look(other);
    const others = own && first(own, other);
    return others !== own && isSame(wider, others);
  };
  return toldNumber(wider, counts, numbers, isAlike) === null ? wider : null;
}

/** Joins a bucket with the smaller one beside it. */
function widened(buckets: readonly Bucket[], at: number): Bucket[] | null {
  if (buckets.length < 2) return null;
  const [before, after] = [at - 1, at + 1].map((beside) => buckets[beside]?.count ?? Number.POSITIVE_INFINITY);
  const first = (before as number) < (after as number) ? at - 1 : at;
  const [left, right] = [buckets[first] as Bucket, buckets[first + 1] as Bucket];
  return [...buckets.slice(0, first), joined(left, right), ...buckets.slice(first + 2)];
}

const bucketOf = (buckets: readonly Bucket[], number: number): number =>
  Math.max(
    0,
    buckets.findLastIndex(({ from }) => from <= number),
  );

/**
 * Returns a number that 1 or 2 people gave, and of which no other answers with the same buckets, mean and median have more or fewer. Others
 * are tried in which one answer is a step higher, and another a step lower.
 */
function toldNumber(
  buckets: readonly Bucket[],
  counts: Frequencies,
  numbers: readonly number[],
  isAlike: (other: Frequencies) => boolean,
): number | null {
  const few = new Set(counts.keys().filter((number) => (counts.get(number) ?? 0) < fewestPeople));
  const middle = median(counts);
  for (const other of othersOf(buckets, counts, numbers)) {
    if (few.size === 0) return null;
    const changed = [...few].filter((number) => (other.get(number) ?? 0) !== counts.get(number));
    if (changed.length === 0 || median(other) !== middle || !isAlike(other)) continue;
    for (const number of changed) few.delete(number);
  }
  return few.values().next().value ?? null;
}

/** Answers with the same buckets and mean. */
function* othersOf(
  buckets: readonly Bucket[],
  counts: Frequencies,
  numbers: readonly number[],
): Generator<Frequencies> {
  const places = numbers.map((number) => bucketOf(buckets, number));
  const given = [...numbers.keys()].filter((at) => counts.has(numbers[at] as number));
  for (const up of given)
    for (const down of given) {
      const isSame = down === up + 1 || (down === up && counts.get(numbers[up] as number) === 1);
      if (isSame || up + 1 === numbers.length || down === 0 || !areAsFar(numbers, up, down)) continue;
      const left = [places[up], places[down]].toSorted();
      const entered = [places[up + 1], places[down - 1]].toSorted();
      if (left.join() === entered.join()) yield moved(counts, numbers, up, down);
    }
}

/** Answers of older versions can lie between the steps of a scale. */
function areAsFar(numbers: readonly number[], up: number, down: number): boolean {
  const distance = (at: number) => (numbers[at + 1] as number) - (numbers[at] as number);
  return Math.abs(distance(up) - distance(down - 1)) < 1e-9 * Math.abs(distance(up));
}

/** Returns the counts with one answer a step higher and one a step lower. */
function moved(counts: Frequencies, numbers: readonly number[], up: number, down: number): Frequencies {
  const result = new Map(counts);
  const add = (at: number, count: number) => {
    const number = numbers[at] as number;
    result.set(number, (result.get(number) ?? 0) + count);
  };
  add(up, -1);
  add(up + 1, 1);
  add(down, -1);
  add(down - 1, 1);
  return new Map([...result].filter(([, count]) => count > 0));
}
