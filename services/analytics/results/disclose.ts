import type { Nps } from "../../../shared/api/shapes/insights.ts";
import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import type { Static } from "../../../shared/domain/schema.ts";
import { type Bucket, numberBuckets, stepBuckets } from "../insights/buckets.ts";
import { type Frequencies, statistics } from "../insights/frequencies.ts";
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
  let shown = counts.filter(isShowable);
  while (shown.length > 0 && doOthersFollow(counts, shown)) {
    const smallest = Math.min(...shown.map(({ count }) => count));
    shown = shown.filter(({ count }) => count > smallest);
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
 * Returns a histogram whose buckets all have 3 answers or more (or are steps that all have none or 3), with mean and median of its buckets'
 * middles. Those of the answers would tell how few in a bucket divide, and so would their absence.
 */
export function discloseNumbers(type: QuestionType, domain: NumberDomain, counts: Frequencies): Figures {
  const steps = type === "number" ? null : stepBuckets(counts, domain);
  const shown = steps ? scaleFigures(steps, promoterScoreOf(type, domain, counts)) : { histogram: rangesOf(counts) };
  const { mean, median } = statistics(middlesOf(shown.histogram, steps ? 0 : (domain.step ?? 0)));
  return { ...shown, statistics: { mean, median } };
}

type Histogram = Pick<Figures, "nps"> & { histogram: Bucket[] };

const rangesOf = (counts: Frequencies): Bucket[] => merged(numberBuckets(withoutEnds(counts), { isAbove: true }));

/** `step`: the last number of a bucket is a step below its end. */
const middlesOf = (buckets: readonly Bucket[], step: number): Frequencies =>
  new Map(
    buckets
      .filter(({ count }) => count > 0)
      .map(({ from, to, count }) => [Math.max(from, from / 2 + (to - step) / 2), count]),
  );

const promoterScoreOf = (type: QuestionType, { min, max }: NumberDomain, counts: Frequencies) =>
  type === "opinion_scale" && min === 0 && max === 10 ? promoterScore(counts) : null;

function scaleFigures(steps: readonly Bucket[], nps: Figures["nps"] | null): Histogram {
  if (!nps || Math.min(nps.promoters, nps.passives, nps.detractors) < fewestPeople)
    return { histogram: mergedSteps(steps) };
  // the groups of the score are shown, so no bucket reaches from one into another
  return { histogram: groupsOf(steps).flatMap(mergedSteps), nps };
}

/** Steps stay apart if each has no answer or 3 of them. */
const mergedSteps = (steps: readonly Bucket[]): Bucket[] =>
  steps.every(({ count }) => count === 0 || count >= fewestPeople) ? [...steps] : merged(steps);

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
