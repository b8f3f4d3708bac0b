import type { ChoiceTexts, Labels } from "../form/choices.ts";
import type { ImportForm, ImportQuestion } from "../form/questions.ts";
import { folded } from "../form/texts.ts";
import type { Heading, Part, Target } from "./targets.ts";

/**
 * Finds columns side by side whose headers are the labels of a question's options (Typeform) or of a matrix's rows (Microsoft Forms),
 * in their order.
 */
export function findRuns(
  open: readonly { column: number; texts: readonly string[] }[],
  { source }: Pick<Heading, "source">,
  { questions }: Pick<ImportForm, "questions">,
): { column: number; target: Target }[] {
  const headers = new Map(open.map(({ column, texts }) => [column, folded(texts[0] ?? "")]));
  const byFirst = new Map<string, Run[]>();
  // a lone header says too little, but for Typeform, where no other column has such an answer
  const least = source === "typeform" ? 1 : 2;
  for (const run of [...questions.values()].flatMap(runsOf)) {
    const [first] = run.labels;
    if (first === undefined || run.labels.length < least) continue;
    const list = byFirst.get(first);
    if (list) list.push(run);
    else byFirst.set(first, [run]);
  }
  const found: { column: number; target: Target }[] = [];
  const taken = new Set<string>();
  for (const [column, header] of headers) {
    const run = byFirst
      .get(header)
      ?.find(
        ({ question, labels }) =>
          !taken.has(question.id) && labels.every((label, at) => headers.get(column + at) === label),
      );
    if (!run) continue;
    taken.add(run.question.id);
    for (const [at, part] of run.parts.entries()) {
      found.push({ column: column + at, target: { kind: "answer", question: run.question, part } });
      headers.delete(column + at);
    }
  }
  return found;
}

interface Run {
  question: ImportQuestion;
  labels: readonly string[];
  parts: readonly Part[];
}

/** Returns the labels of a question in each language. */
function runsOf(question: ImportQuestion): Run[] {
  const { family } = question.question.domain ?? {};
  if (family === "row") return runs(question, question.rows, (key) => ({ kind: "row", key }));
  if (family !== "many" && family !== "rank") return [];
  return runs(question, question.options, (value) => ({ kind: "option", value }));
}

function runs(question: ImportQuestion, texts: ChoiceTexts | null, partOf: (value: string) => Part): Run[] {
  if (!texts) return [];
  const lists: Labels[] = [texts.own, ...texts.byLanguage.values()];
  return lists.map((labels) => ({
    question,
    labels: labels.map(([, label]) => folded(label)),
    parts: labels.map(([value]) => partOf(value)),
  }));
}
