import type { QuestionInsight } from "../../../shared/api/shapes/insights.ts";
import { matrixCell } from "../../../shared/domain/questions/matrixCell.ts";
import type { CompiledQuestion, Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import { type RowField, rowFieldsOf } from "../../../shared/domain/questions/rows.ts";
import { isTabulated } from "../../../shared/domain/questions/tabulated.ts";
import { numberBuckets, stepBuckets } from "./buckets.ts";
import { type Frequencies, numbersOf, statistics } from "./frequencies.ts";

/** The number of times each value was given. */
export type ValueCounts = ReadonlyMap<string, number>;

type NumberDomain = Extract<Domain, { family: "num" }>;
type Figures = Pick<QuestionInsight, "distribution" | "statistics" | "histogram" | "nps" | "rows" | "fields">;

/**
 * Returns a distribution, or the figures of numbers, by the question's family (decisions §6, features §19). `givenIn` has the values of
 * a field of rows.
 */
export function tabulate(
  question: CompiledQuestion,
  given: ValueCounts,
  givenIn: (field: string) => ValueCounts = () => new Map(),
): Figures {
  const { type, domain, labels } = question;
  if (domain?.family === "num") return numberFigures(type, domain, numbersOf(given));
  const fields = rowFieldsOf(question);
  if (fields && domain?.family === "count")
    return {
      ...rowFigures(type, domain, numbersOf(given)),
      fields: fields.map((field) => fieldFigures(field, givenIn(field.key))),
    };
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

/** Returns how many rows have a value in a field, and the figures of numbers and of options. */
function fieldFigures({ key, title, question }: RowField, given: ValueCounts): NonNullable<Figures["fields"]>[number] {
  const { type, domain, labels } = question;
  const all = [...given.values()].reduce((sum, count) => sum + count, 0);
  const of = { key, title, question_type: type, answers: type === "checkbox" ? (given.get("") ?? 0) : all };
  // an older version may have had texts in this field
  const known = new Map([...given].filter(([value]) => value !== ""));
  if (domain?.family === "num") {
    const numbers = new Map([...known].filter(([value]) => Number.isFinite(Number(value))));
    return { ...of, ...numberFigures(type, domain, numbersOf(numbers)) };
  }
  if (!domain || !isTabulated(type)) return of;
  const isOpen = "open" in domain && domain.open;
  const options = new Set(valuesOf(domain));
  const chosen = new Map([...known].filter(([value]) => isOpen || options.has(value)));
  return { ...of, distribution: distribution(domain, labels, chosen) };
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
    return domain.rows.flatMap((row) => domain.columns.map((column) => matrixCell(row, column)));
  }
  return "values" in domain ? domain.values : [];
}
