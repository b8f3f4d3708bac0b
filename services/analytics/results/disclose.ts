import type { Nps } from "../../../shared/api/shapes/insights.ts";
import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import type { Static } from "../../../shared/domain/schema.ts";
import { type Bucket, numberBuckets, stepBuckets } from "../insights/buckets.ts";
import { type Frequencies, median, statistics } from "../insights/frequencies.ts";
import { promoterScore } from "../insights/tabulate.ts";

/** The figures of answers that public results show, without showing one person's (features §24.1). Pure. */

export interface Count {
  /** null for other text */
  value: string | null;
  count: number;
  /** answers with options that the version lacks: never shown, but they may follow from the others */
  is_removed?: true;
}

/** Figures of one question, or of a row of a matrix. */
export interface Figures {
  counts?: Count[];
  histogram?: Bucket[];
  nps?: Static<typeof Nps>;
  statistics?: { mean: number | null; median: number | null };
}

export const sumOf = (counts: readonly { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Adds a count of the answers that have no other. */
export function withRemoved(counts: readonly Count[], answered: number): readonly Count[] {
  const removed = answered - sumOf(counts);
  return removed > 0 ? [...counts, { value: null, count: removed, is_removed: true }] : counts;
}

/**
 * Leaves out counts below 3, and as many of the smallest others as needed, so that none left out follows from the number of answers and
 * the counts that are shown. Equal counts are left out together: which of them is shown would tell something.
 */
export function discloseCounts(counts: readonly Count[]): Count[] {
  return withoutSmallest(counts.filter(isShowable), (shown) => doOthersFollow(counts, shown));
}

/** Leaves out the smallest counts, equal ones together, as long as what is shown tells too much. */
export function withoutSmallest(
  counts: readonly Count[],
  tells: (shown: readonly Count[]) => boolean,
  sizeOf: (count: Count) => number = ({ count }) => count,
): Count[] {
  let shown = [...counts];
  while (shown.length > 0 && tells(shown)) {
    const smallest = Math.min(...shown.map(sizeOf));
    shown = shown.filter((count) => sizeOf(count) > smallest);
  }
  return shown;
}

/**
 * Returns whether the sum of the counts that aren't shown leaves only one value for each, or shows fewer than 3 people. Options
 * without answers may follow, unless all people chose the only other one.
 */
function doOthersFollow(counts: readonly Count[], shown: readonly Count[]): boolean {
  const hidden = counts.filter((count) => !shown.includes(count));
  if (hidden.length === 0) return false;
  const sum = sumOf(hidden);
  if (sum === 0 && shown.length > 1) return false;
  const isGreatest = hidden.every(({ count }) => count === fewestPeople - 1);
  return sum < fewestPeople || isGreatest;
}

export const isShowable = ({ count, is_removed }: Count): boolean => count >= fewestPeople && !is_removed;

type NumberDomain = Extract<Domain, { family: "num" }>;

/**
 * Returns a histogram whose buckets all have 3 answers or more, with mean and median unless they show that 1 or 2 people gave a number
 * of a larger bucket.
 */
export function discloseNumbers(type: QuestionType, domain: NumberDomain, counts: Frequencies): Figures {
  const shown = histogramOf(type, domain, counts);
  const { mean, median } = statistics(counts);
  return { ...shown, ...(isSafe(type, domain, counts) && { statistics: { mean, median } }) };
}

function histogramOf(
  type: QuestionType,
  domain: NumberDomain,
  counts: Frequencies,
): Pick<Figures, "nps"> & { histogram: Bucket[] } {
  const buckets =
    (type === "number" ? null : stepBuckets(counts, domain)) ?? numberBuckets(withoutEnds(counts), { isAbove: true });
  const nps = type === "opinion_scale" && domain.min === 0 && domain.max === 10 ? promoterScore(counts) : null;
  if (nps === null || Math.min(nps.promoters, nps.passives, nps.detractors) < fewestPeople)
    return { histogram: merged(buckets) };
  // the groups of the score are shown, so no bucket reaches from one into another
  return { histogram: groupsOf(buckets).flatMap(merged), nps };
}

/** Detractors, passives and promoters. */
const groupsOf = (buckets: readonly Bucket[]): Bucket[][] => [
  buckets.filter(({ from }) => from <= 6),
  buckets.filter(({ from }) => from > 6 && from <= 8),
  buckets.filter(({ from }) => from > 8),
];

/** Counts the two least and the two greatest numbers as the third, so that no bucket's edge shows them. */
function withoutEnds(counts: Frequencies): Frequencies {
  const low = third([...counts].toSorted(([a], [b]) => a - b));
  const high = third([...counts].toSorted(([a], [b]) => b - a));
  const inner = new Map<number, number>();
  for (const [number, count] of counts) {
    const near = Math.min(Math.max(number, low), high);
    inner.set(near, (inner.get(near) ?? 0) + count);
  }
  return inner;
}

function third(sorted: readonly [number, number][]): number {
  let passed = 0;
  for (const [number, count] of sorted) {
    passed += count;
    if (passed >= fewestPeople) return number;
  }
  return sorted.at(-1)?.[0] ?? 0;
}

/** Merges buckets with fewer than 3 answers into the next ones. */
function merged(buckets: readonly Bucket[]): Bucket[] {
  const done: Bucket[] = [];
  let open: Bucket | null = null;
  for (const bucket of buckets) {
    open = open ? joined(open, bucket) : bucket;
    if (open.count < fewestPeople) continue;
    done.push(open);
    open = null;
  }
  const last = done.pop();
  return last ? [...done, open ? joined(last, open) : last] : [];
}

const joined = (a: Bucket, b: Bucket): Bucket => ({ from: a.from, to: b.to, count: a.count + b.count });

/** Numbers whose moves are tried: the steps of a scale. More numbers leave other answers with the first. */
const triedNumbers = 20;

/**
 * Returns whether mean and median show nothing of 1 or 2 people: each number was given by none or 3, or other answers, of which more or fewer
 * are that number, have the same histogram, mean and median. For these, one answer is a step lower and another a step higher.
 */
function isSafe(type: QuestionType, domain: NumberDomain, counts: Frequencies): boolean {
  const numbers = [...counts.keys()];
  const unit = domain.step ?? 1;
  if (numbers.some((number) => !Number.isInteger(number / unit))) return true;
  const ofFew = numbers.filter((number) => (counts.get(number) ?? 0) < fewestPeople);
  const textOf = (given: Frequencies) => JSON.stringify([histogramOf(type, domain, given), median(given)]);
  const text = textOf(counts);
  const tried = numbers.slice(0, triedNumbers);
  const others = tried
    .flatMap((up) => tried.map((down) => [up, down] as const))
    .filter(([up, down]) => down !== up + unit && (down !== up || counts.get(up) !== 1))
    .filter(([up, down]) => isIn(domain, up + unit) && isIn(domain, down - unit))
    .map(([up, down]) => moved(counts, up, down, unit))
    .filter((other) => textOf(other) === text);
  return ofFew
    .slice(0, triedNumbers)
    .every((number) => others.some((other) => (other.get(number) ?? 0) !== counts.get(number)));
}

const isIn = ({ min, max }: NumberDomain, number: number): boolean =>
  number >= (min ?? Number.NEGATIVE_INFINITY) && number <= (max ?? Number.POSITIVE_INFINITY);

/** Returns the counts with one answer a step higher and one a step lower. */
function moved(counts: Frequencies, up: number, down: number, unit: number): Frequencies {
  const result = new Map(counts);
  const add = (number: number, count: number) => result.set(number, (result.get(number) ?? 0) + count);
  add(up, -1);
  add(up + unit, 1);
  add(down, -1);
  add(down - unit, 1);
  return new Map([...result].filter(([, count]) => count > 0));
}
