import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { compileQuestion, isQuestionType, takesFiles } from "../../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../../shared/domain/questions/question.ts";
import { cellOf, type RowField, rowFieldsOf } from "../../../../shared/domain/questions/rows.ts";
import { exactText } from "../../strings/en/dashboard/numbers.ts";
import { answerDateText } from "../../ui/dates.ts";

/** An answer as its respondent saw it. Its format depends on the question's family, so new types need no code here. */
export type AnswerContent =
  | { kind: "text"; text: string }
  /** `isRanked`: in order of rank */
  | { kind: "list"; items: string[]; isRanked: boolean }
  | { kind: "rows"; rows: { label: string; value: string }[] }
  /** rows of records, with a cell for each of these titles */
  | { kind: "table"; titles: string[]; rows: string[][] }
  /** URLs on this origin, which need the sign-in */
  | { kind: "files"; paths: string[] };

/** Returns the compiled question for its labels. Null for unknown nodes or types. */
export function questionOf(node: GraphNode | undefined): CompiledQuestion | null {
  return node && isQuestionType(node.question_type) ? compileQuestion(node) : null;
}

/** `type`: as stored with the answer. Without a question, shows stored values. */
export function answerContent(answer: Json, type: string, question: CompiledQuestion | null): AnswerContent {
  if (Array.isArray(answer)) {
    if (takesFiles(type)) return { kind: "files", paths: answer.map((url) => pathOf(String(url))) };
    const fields = question && rowFieldsOf(question);
    if (fields && answer.every(isObject)) return tableOf(answer, fields);
    const items = answer.map((value) => labelOf(value, question));
    return { kind: "list", items, isRanked: question?.domain?.family === "rank" };
  }
  if (isObject(answer)) return { kind: "rows", rows: question ? rowsOf(answer, question) : plainRows(answer) };
  return { kind: "text", text: labelOf(answer, question) };
}

/** Returns the content as one line, as other questions recall it. */
export function answerLine(content: AnswerContent): string {
  if (content.kind === "text") return content.text;
  if (content.kind === "table")
    return content.rows.map((cells) => cells.filter((cell) => cell !== "").join(", ")).join("; ");
  if (content.kind === "rows") return content.rows.map(({ value }) => value).join(", ");
  return (content.kind === "list" ? content.items : content.paths).join(", ");
}

/** Returns an answer to this node as one line. */
export const answerText = (answer: Json, node: GraphNode | undefined): string =>
  answerLine(answerContent(answer, node?.question_type ?? "", questionOf(node)));

function tableOf(answer: readonly Json[], fields: readonly RowField[]): AnswerContent {
  const cellText = (row: Json, { key, question }: RowField) => {
    const value = cellOf(row, key);
    return value === null ? "" : answerLine(answerContent(value, question.type, question));
  };
  return {
    kind: "table",
    titles: fields.map(({ title }) => title),
    rows: answer.map((row) => fields.map((field) => cellText(row, field))),
  };
}

function labelOf(value: Json, question: CompiledQuestion | null): string {
  if (typeof value === "number") return withUnit(exactText(value), question?.config.unit);
  const text = isObject(value) ? JSON.stringify(value) : String(value);
  if (question?.domain?.family === "date") return answerDateText(text);
  const label = question?.labels.get(text);
  return label === undefined ? text : withEmoji(label, text, question?.config.options);
}

const withUnit = (number: string, unit: unknown): string => (typeof unit === "string" ? `${number} ${unit}` : number);

function withEmoji(label: string, value: string, options: unknown): string {
  const option = Array.isArray(options) ? options.find((it) => isObject(it) && it.value === value) : undefined;
  return typeof option?.emoji === "string" ? `${option.emoji} ${label}` : label;
}

/** Returns the answered rows in the question's order. */
function rowsOf(answer: Record<string, Json>, question: CompiledQuestion) {
  const values = question.cells(answer, "labels");
  const rows = question.columns.map(({ suffix, label }, index) => ({
    label: label ?? suffix ?? "",
    value: values[index] ?? "",
  }));
  return rows.filter(({ value }) => value !== "");
}

const plainRows = (answer: Record<string, Json>) =>
  Object.entries(answer).map(([label, value]) => ({ label, value: String(value) }));

/** Drops the host, because the service may have stored another one. Files must open on this origin. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);
