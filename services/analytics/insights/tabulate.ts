import type { QuestionInsight } from "../../../shared/api/shapes/insights.ts";
import type { CompiledQuestion, Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import { isCounted, isTabulated } from "../../../shared/domain/questions/tabulated.ts";
import { numberBuckets, stepBuckets } from "./buckets.ts";
import { type Frequencies, numbersOf, statistics } from "./frequencies.ts";

/** The number of times each value was given. */
export type ValueCounts = ReadonlyMap<string, number>;

type NumberDomain = Extract<Domain, { family: "num" }>;
type Figures = Pick<QuestionInsight, "distribution" | "statistics" | "histogram" | "nps" | "rows">;

/** Returns a distribution, or the figures of numbers, by the question's family (decisions §6, features §19). */
export function tabulate({ type, domain, labels }: CompiledQuestion, given: ValueCounts): Figures {
  if (domain?.family === "num") return numberFigures(type, domain, numbersOf(given));
  if (domain?.family === "count" && isCounted(type)) return rowFigures(type, domain, numbersOf(given));
  if (!domain || !isTabulated(type)) return {};
  return { distribution: distribution(domain, labels, given) };
}

function numberFigures(type: QuestionType, domain: NumberDomain, counts: Frequencies): Figures {
  const { min, max } = domain;
  const histogram = (type === "number" ? null : stepBuckets(counts, domain)) ?? numberBuckets(counts);
  const isPromoterScale = type === "opinion_scale" && min === 0 && max === 10;
  return { statistics: statistics(counts), histogram, ...(isPromoterScale && { nps: promoterScore(counts) }) };
}

/** Returns the number of all rows, and the figures of the numbers of rows of the answers. */
function rowFigures(
  type: QuestionType,
  { min, max }: Extract<Domain, { family: "count" }>,
  counts: Frequencies,
): Figures {
  const rows = [...counts].reduce((sum, [size, count]) => sum + size * count, 0);
  return { ...numberFigures(type, { family: "num", min, max, step: 1 }, counts), rows };
}

/** Net Promoter Score: 9–10 are promoters, 7–8 passives, 0–6 detractors. */
export function promoterScore(counts: Frequencies): NonNullable<Figures["nps"]> {
  const between = (from: number, to: number) =>
    [...counts].reduce((sum, [answer, count]) => (answer >= from && answer <= to ? sum + count : sum), 0);
  const [promoters, passives, detractors] = [between(9, 10), between(7, 8), between(0, 6)];
  const all = promoters + passives + detractors;
  return { promoters, passives, detractors, score: all === 0 ? null : ((promoters - detractors) / all) * 100 };
}

/** Lists the options in their order, then values that only older versions had. All other text is one row. */
function distribution(domain: Domain, labels: ReadonlyMap<string, string>, given: ValueCounts) {
  const counts = new Map<string | null, number>(valuesOf(domain).map((value) => [value, 0]));
  const isOpen = "open" in domain && domain.open;
  for (const [own, count] of given) {
    const value = isOpen && !counts.has(own) ? null : own;
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts].map(([value, count]) => ({ value, label: labelOf(value, labels), count }));
}

export const labelOf = (value: string | null, labels: ReadonlyMap<string, string>): string =>
  value === null ? "Other" : (labels.get(value) ?? value);

/** Returns the values that a distribution has a row for: options, or `row.column` of a matrix. */
export function valuesOf(domain: Domain): string[] {
  if (domain.family === "row") {
    return domain.rows.flatMap((row) => domain.columns.map((column) => `${row}.${column}`));
  }
  return "values" in domain ? domain.values : [];
}
