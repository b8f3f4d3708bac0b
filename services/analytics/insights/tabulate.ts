import type { Json } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion, Domain } from "../../../shared/domain/questions/question.ts";
import type { QuestionInsight } from "../../../shared/domain/shapes/insights.ts";
import { statistics } from "./frequencies.ts";

/** How often each answer was given. */
export type AnswerCounts = readonly { answer: Json; count: number }[];

/** Families whose answers are counted one by one; of texts, dates and files there is only how many there are. */
const tabulated: ReadonlySet<string | undefined> = new Set(["num", "one", "many", "rank", "row"]);

export const isTabulated = ({ domain }: CompiledQuestion): boolean => tabulated.has(domain?.family);

/** What a question's answers come to (decisions §6): a distribution or statistics, by its family. */
export function tabulate(
  { domain, labels }: CompiledQuestion,
  answers: AnswerCounts,
): Pick<QuestionInsight, "distribution" | "statistics"> {
  if (domain?.family === "num") return { statistics: statistics(byNumber(answers)) };
  if (!domain || !tabulated.has(domain.family)) return {};
  return { distribution: distribution(domain, labels, answers) };
}

function byNumber(answers: AnswerCounts): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { answer, count } of answers) {
    if (typeof answer === "number") counts.set(answer, (counts.get(answer) ?? 0) + count);
  }
  return counts;
}

/** The options in their order, what older versions had besides, and other text together. */
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
