import type { PublicResultQuestion } from "../../../shared/api/shapes/results.ts";
import { labelOf, valuesOf } from "../insights/tabulate.ts";
import type { Questions } from "../insights/view.ts";
import type { Disclosed } from "./parts.ts";

/** Returns the shown questions in the order of the version, with its titles and labels. */
export function questionsShown(questions: Questions, parts: readonly Disclosed[]): PublicResultQuestion[] {
  const byNode = Map.groupBy(parts, ({ node_id }) => node_id);
  return questions.flatMap((asked) => {
    const [whole, ...rows] = (byNode.get(asked.node.id) ?? []).toSorted(wholeFirst);
    return whole?.row === null ? [questionShown(asked, whole, rows)].filter(hasFigures) : [];
  });
}

const hasFigures = ({ answered, counts }: PublicResultQuestion): boolean =>
  answered !== undefined || (counts ?? []).length > 0;

const wholeFirst = (a: Disclosed, b: Disclosed): number => Number(a.row !== null) - Number(b.row !== null);

function questionShown(
  { node: { id, data }, question: { type, domain, labels } }: Questions[number],
  { answered, figures: { counts: own, ...figures } }: Disclosed,
  rows: readonly Disclosed[],
): PublicResultQuestion {
  const of = { node_id: id, title: data.title ?? "", question_type: type, ...(answered !== null && { answered }) };
  if (!domain || domain.family === "num") return { ...of, ...figures };
  const counts = new Map(
    [...(own ?? []), ...rows.flatMap(({ figures }) => figures.counts ?? [])].map((one) => [one.value, one.count]),
  );
  // a later version may lack an option
  const values = [...valuesOf(domain), null].filter((value) => counts.has(value));
  return {
    ...of,
    counts: values.map((value) => ({ value, label: labelOf(value, labels), count: counts.get(value) ?? 0 })),
  };
}
