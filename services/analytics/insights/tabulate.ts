import type { Json } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion, Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import type { QuestionInsight } from "../../../shared/domain/shapes/insights.ts";
import { numberBuckets, stepBuckets } from "./buckets.ts";
import { type Frequencies, statistics } from "./frequencies.ts";

/** The number of times each answer was given. */
export type AnswerCounts = readonly { answer: Json; count: number }[];

/** Families whose answers are counted by value. Of texts, dates and files there is only the number of answers. */
const tabulated: ReadonlySet<string | undefined> = new Set(["num", "one", "many", "rank", "row"]);

export const isTabulated = ({ domain }: CompiledQuestion): boolean => tabulated.has(domain?.family);

type NumberDomain = Extract<Domain, { family: "num" }>;
type Figures = Pick<QuestionInsight, "distribution" | "statistics" | "histogram" | "nps">;

/** Returns a distribution, or the figures of numbers, by the question's family (decisions §6, features §19). */
export function tabulate(question: CompiledQuestion, answers: AnswerCounts): Figures {
  const { domain, labels } = question;
  if (domain?.family === "num") return numberFigures(question.type, domain, byNumber(answers));
  if (!domain || !tabulated.has(domain.family)) return {};
  return { distribution: distribution(domain, labels, answers) };
}

function numberFigures(type: QuestionType, domain: NumberDomain, counts: Frequencies): Figures {
  const { min, max } = domain;
  const histogram = (type === "number" ? null : stepBuckets(counts, domain)) ?? numberBuckets(counts);
  const isPromoterScale = type === "opinion_scale" && min === 0 && max === 10;
  return { statistics: statistics(counts), histogram, ...(isPromoterScale && { nps: promoterScore(counts) }) };
}

/** Net Promoter Score: 9–10 are promoters, 7–8 passives, 0–6 detractors. */
function promoterScore(counts: Frequencies): NonNullable<Figures["nps"]> {
  const between = (from: number, to: number) =>
    [...counts].reduce((sum, [answer, count]) => (answer >= from && answer <= to ? sum + count : sum), 0);
  const [promoters, passives, detractors] = [between(9, 10), between(7, 8), between(0, 6)];
  const all = promoters + passives + detractors;
  return { promoters, passives, detractors, score: all === 0 ? null : ((promoters - detractors) / all) * 100 };
}

function byNumber(answers: AnswerCounts): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { answer, count } of answers) {
    if (typeof answer === "number") counts.set(answer, (counts.get(answer) ?? 0) + count);
  }
  return counts;
}

/** Lists the options in their order, then values that only older versions had. All other text is one row. */
function distribution(domain: Domain, labels: ReadonlyMap<string, string>, answers: AnswerCounts) {
  const counts = new Map<string | null, number>(valuesOf(domain).map((value) => [value, 0]));
  const isOpen = "open" in domain && domain.open;
  for (const { answer, count } of answers) {
    for (const given of valuesIn(answer, domain)) {
      const value = isOpen && !counts.has(given) ? null : given;
      counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return [...counts].map(([value, count]) => ({ value, label: labelOf(value, labels), count }));
}

const labelOf = (value: string | null, labels: ReadonlyMap<string, string>): string =>
  value === null ? "Other" : (labels.get(value) ?? value);

function valuesOf(domain: Domain): string[] {
  if (domain.family === "row") {
    return domain.rows.flatMap((row) => domain.columns.map((column) => `${row}.${column}`));
  }
  return "values" in domain ? domain.values : [];
}

function valuesIn(answer: Json, { family }: Domain): string[] {
  if (family === "row" && typeof answer === "object" && answer !== null) {
    return Object.entries(answer).map(([row, column]) => `${row}.${column}`);
  }
  const values = (Array.isArray(answer) ? answer : [answer]).map(String);
  return family === "rank" ? values.slice(0, 1) : values;
}
