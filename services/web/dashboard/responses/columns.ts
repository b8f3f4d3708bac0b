import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { CompiledQuestion } from "../../../../shared/domain/questions/question.ts";
import { answerChip } from "../../strings/en/dashboard/filters.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { recallNamesIn, titleText } from "../../ui/titleText.ts";
import { readable } from "../builder/types/names.ts";
import { questionOf } from "./answerContent.ts";
import type { ListedAnswer } from "./cellContent.ts";

/** Columns of the responses table: one per question, then facts about the response. */
export interface QuestionColumn {
  kind: "question";
  id: string;
  nodeId: string;
  title: string;
  type: string;
  question: CompiledQuestion | null;
}
export interface FactColumn {
  kind: "fact";
  id: keyof typeof words.factColumns;
  title: string;
}
export type ResponseColumn = QuestionColumn | FactColumn;

/** The user's changes to the columns, by ID. */
export interface KeptColumns {
  order: readonly string[];
  shown: Readonly<Record<string, boolean>>;
}
export const nothingKept: KeptColumns = { order: [], shown: {} };

/** Maximum of question columns shown at first. */
export const questionColumnLimit = 30;

/** `hasReferences`: personal links started some of the sessions. */
export function columnsOf(graph: Graph | null, hasReferences = false): ResponseColumn[] {
  const nameOf = recallNamesIn(graph?.nodes);
  const questions = (graph?.nodes ?? []).flatMap((node): QuestionColumn[] => {
    const question = questionOf(node);
    if (question?.is_screen) return [];
    const type = node.question_type;
    const title = titleText(node.data.title ?? "", nameOf) || readable(type);
    return [{ kind: "question", id: `answer.${node.id}`, nodeId: node.id, title, type, question }];
  });
  const isScored = questions.some(({ question }) => question?.is_scored);
  const facts = Object.entries(words.factColumns)
    .filter(([id]) => isScored || id !== "total_score")
    .filter(([id]) => (hasReferences || id !== "reference") && (graph?.translations || id !== "language"))
    .map(([id, title]) => ({ kind: "fact", id, title }) as FactColumn);
  return [...questions, ...facts];
}

/** Types whose answers no single value is equal to. */
const unfilterable: ReadonlySet<string> = new Set(["records", "matrix", "file_upload"]);

/** Returns the questions by whose answers responses can be filtered. */
export const filterable = (all: readonly ResponseColumn[]): QuestionColumn[] =>
  all.filter((one) => one.kind === "question").filter(({ type }) => !unfilterable.has(type));

/** Returns the values of an answer by which responses can be filtered, in the order of the answer: of a ranking the first. */
export function filterValues({ type, question }: QuestionColumn, answer: ListedAnswer | undefined): string[] {
  if (!answer || unfilterable.has(type)) return [];
  const values = [answer.value].flat().map(String);
  return question?.domain?.family === "rank" ? values.slice(0, 1) : values;
}

/** Returns the questions whose rows can be exported. */
export const recordsIn = (all: readonly ResponseColumn[]): { id: string; title: string }[] =>
  all.flatMap((one) =>
    one.kind === "question" && one.type === "records" ? [{ id: one.nodeId, title: one.title }] : [],
  );

/** Returns a question and answer as people see them, such as in a filter. Uses API values for unknown questions. */
export function answerText(all: readonly ResponseColumn[], nodeId: string, value: string): string {
  const column = all.find((one) => one.kind === "question" && one.nodeId === nodeId) as QuestionColumn | undefined;
  return answerChip(column?.title ?? nodeId, column?.question?.labels.get(value) ?? value);
}

/** Returns all columns in the user's order: questions, then facts. */
export function ordered(all: readonly ResponseColumn[], { order }: KeptColumns): ResponseColumn[] {
  const indexes = new Map(order.map((id, index) => [id, index]));
  const indexOf = ({ id }: ResponseColumn) => indexes.get(id) ?? indexes.size;
  const sorted = all.toSorted((one, other) => indexOf(one) - indexOf(other));
  return [...sorted.filter(({ kind }) => kind === "question"), ...sorted.filter(({ kind }) => kind === "fact")];
}

/** Returns the IDs of visible columns. By default the first 30 questions, the reference, the score, the duration and the language. */
export function shownIds(all: readonly ResponseColumn[], { shown }: KeptColumns): ReadonlySet<string> {
  const questions = all.filter((column) => column.kind === "question");
  const first = new Set<string>([
    ...questions.slice(0, questionColumnLimit).map(({ id }) => id),
    "reference",
    "total_score",
    "duration_seconds",
    "language",
  ]);
  return new Set(all.map(({ id }) => id).filter((id) => shown[id] ?? first.has(id)));
}

/** Moves a column to the index of another one of its kind. */
export function moved(all: readonly ResponseColumn[], kept: KeptColumns, id: string, to: string): KeptColumns {
  const ids = ordered(all, kept).map((column) => column.id);
  const at = ids.indexOf(to);
  if (at < 0 || !ids.includes(id)) return kept;
  const others = ids.filter((one) => one !== id);
  return { ...kept, order: [...others.slice(0, at), id, ...others.slice(at)] };
}

/** Reads the browser's stored columns. Ignores invalid data. */
export function readKept(text: string | null): KeptColumns {
  try {
    const { order, shown } = JSON.parse(text ?? "") as Partial<KeptColumns>;
    if (!Array.isArray(order) || typeof shown !== "object" || shown === null) return nothingKept;
    return { order: order.filter((id) => typeof id === "string"), shown };
  } catch {
    return nothingKept;
  }
}
