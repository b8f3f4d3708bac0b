import type { Nps } from "../../../shared/api/shapes/insights.ts";
import { fewestPeople } from "../../../shared/domain/limits.ts";
import type { Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import type { Static } from "../../../shared/domain/schema.ts";
import { type Bucket, joined, numberBuckets, stepBuckets } from "../insights/buckets.ts";
import { type Frequencies, median as middleOf, total } from "../insights/frequencies.ts";
import { promoterScore } from "../insights/tabulate.ts";
import { possibleNumbers, undivided } from "./means.ts";

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
 * Returns a histogram whose buckets all have 3 answers or more, with mean and median. Buckets that these would divide are wider. Without
 * wider ones, mean and median are left out.
 */
export function discloseNumbers(type: QuestionType, domain: NumberDomain, counts: Frequencies): Figures {
  const first = histogramOf(type, domain, counts);
  const median = middleOf(counts);
  const mean = meanOf(counts);
  const numbers = possibleNumbers(type, domain, counts);
  if (!numbers) return { ...first, statistics: { mean, median } };
  const histogram = undivided(first.histogram, counts, numbers, (other) => histogramOf(type, domain, other).histogram);
  // the groups of the score are known, whatever the buckets
  if (!histogram || (first.nps && histogram !== first.histogram)) return first;
  return { ...first, histogram, statistics: { mean, median } };
}

/** Sums of decimals differ in their last digits, which would tell the answers. */
const meanOf = (counts: Frequencies): number => {
  const sum = [...counts].reduce((all, [number, count]) => all + number * count, 0);
  return Number(sum.toPrecision(12)) / total(counts);
};

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
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const [low, high] = [third(sorted), third(sorted.toReversed())];
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
