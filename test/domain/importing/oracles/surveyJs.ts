import { createRequire } from "node:module";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

interface Question {
  name: string;
  value: unknown;
  isVisible: boolean;
  page: { isVisible: boolean } | null;
  choices?: { value: unknown }[];
  columns?: { value: unknown; name: string; templateQuestion: Question }[];
  template?: { getQuestionByName(name: string): Question | null };
  rows?: { value: unknown }[];
  isParentVisible: boolean;
  comment?: string;
  /** entries of a dynamic panel */
  panels?: { getQuestionByName(name: string): Question | null }[];
  visibleRows?: { rowName: unknown; cells: { column: { name: string }; question: Question }[] }[];
  isRequired: boolean;
  hasErrors(shows: boolean): boolean;
  clearValue(): void;
  getType(): string;
  multiSelect?: boolean;
}

/** Its types would change those of `fetch` in all tests. */
const { Model } = createRequire(import.meta.url)("survey-core") as {
  Model: new (document: object) => { getAllQuestions(): Question[] };
};

/** Answers a survey by SurveyJS itself. Custom types are texts with the same values. */
export function surveyJsOracle(document: object): Oracle {
  const survey = new Model(JSON.parse(JSON.stringify(document), known));
  const questions = new Map<string, Question>();
  /** `yesno` of a custom widget has the values of the conditions. */
  const isText = JSON.stringify(document).includes("= 'y'");
  for (const question of survey.getAllQuestions()) questions.set(question.name, question);
  const named = (id: string): Question | null => {
    const whole = questions.get(id);
    if (whole) return whole;
    // cells of a matrix and questions of a dynamic panel are questions of their own
    const [name = "", row = "", ...cell] = id.split("_");
    const outer = questions.get(name);
    const panel = outer?.panels?.[Number(row)];
    if (panel) return panel.getQuestionByName(cell.join("_"));
    const isDynamic = outer?.getType() === "matrixdynamic";
    const found = outer?.visibleRows?.find(({ rowName }, at) => (isDynamic ? at === Number(row) : rowName === row));
    return found?.cells?.find(({ column }) => column.name === cell.join("_"))?.question ?? null;
  };
  /** The question whose other answer has this id. */
  const otherOf = (id: string): Question | undefined =>
    id.endsWith("-Comment") ? questions.get(id.replace(/-Comment$/, "")) : undefined;
  return {
    isAsked(id) {
      const other = otherOf(id);
      if (other) return isShown(other) && [other.value].flat().includes("other");
      const found = named(id);
      return found && isShown(found) && (!questions.has(partOf(id)) || isShown(questions.get(partOf(id)) as Question));
    },
    accepts(id, value) {
      const found = named(id);
      if (!found) return null;
      found.value = theirs(found, value, isText);
      found.isRequired = false;
      // the other answer is a question of its own here
      found.comment = "x";
      const isAccepted = !found.hasErrors(false);
      if (!isAccepted) found.clearValue();
      return isAccepted;
    },
    answer(id, value) {
      const other = otherOf(id);
      if (other && value !== null) other.comment = String(value);
      const found = named(id);
      if (found && value !== null) found.value = theirs(found, value, isText);
    },
  };
}

/** Whether a question there starts with this default. */
export function startsWith(document: object, id: string, value: Json): boolean {
  const found = new Model(document).getAllQuestions().find(({ name }) => name === id);
  if (!found) throw new Error(`no question ${id}`);
  return JSON.stringify(found.value) === JSON.stringify(theirs(found, value, false));
}

/** The matrix or panel of a part. */
const partOf = (id: string): string => id.split("_")[0] ?? "";
const isShown = (question: Question): boolean =>
  question.isVisible && question.isParentVisible && isInVisible(question);

const isInVisible = (question: Question): boolean => question.page?.isVisible ?? true;

const builtIn = new Set(
  (
    "text comment radiogroup checkbox boolean rating html matrix matrixdropdown signaturepad dropdown number date panel " +
    "matrixdynamic paneldynamic multipletext imagepicker ranking tagbox file expression slider answercount regex numeric " +
    "complete skip setvalue copyvalue runexpression"
  ).split(" "),
);
/** Walks skip questions instead of leaving their defaults, and issues name numbers of rows that follow an answer. */
const known = (key: string, value: unknown): unknown =>
  key.startsWith("defaultValue") || key === "bindings"
    ? undefined
    : key === "type" && typeof value === "string" && !builtIn.has(value) && value !== "numeric"
      ? "text"
      : value;

/** Values have their own types there, such as numbers of choices. */
function theirs(question: Question, value: Json, isYesNo: boolean): unknown {
  const boolean = question as { valueTrue?: unknown; valueFalse?: unknown };
  if (question.getType() === "boolean")
    return value === "yes" ? (boolean.valueTrue ?? true) : (boolean.valueFalse ?? false);
  if (isYesNo && question.getType() === "text" && (value === "yes" || value === "no")) return value.slice(0, 1);
  if (question.getType() === "matrix")
    return Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([row, column]) => [
        question.rows?.find((one) => String(one.value).replace(/\W+/g, "_") === row)?.value ?? row,
        ofList(question.columns ?? [], column),
      ]),
    );
  if (isRows(question)) return (value as Row[]).map((row) => theirRow(question, row, isYesNo));
  const { choices = [] } = question;
  if (question.getType() === "imagepicker" && question.multiSelect !== true) return (value as string[])[0];
  return Array.isArray(value) ? value.map((one) => ofList(choices, one)) : ofList(choices, value);
}

type Row = { [key: string]: Json };

const isRows = (question: Question): boolean => /^(matrix|panel)dynamic$/.test(question.getType());

/** Fields have the names of the columns, or of the questions of a panel. */
function theirRow(question: Question, row: Row, isYesNo: boolean): object {
  const named = (key: string): Question | null | undefined =>
    question.template?.getQuestionByName(key) ?? question.columns?.find(({ name }) => name === key)?.templateQuestion;
  return Object.fromEntries(
    Object.entries(row).map(([key, cell]) => [key, theirs(named(key) as Question, cell as Json, isYesNo)]),
  );
}

const ofList = (list: { value: unknown }[], value: Json): unknown =>
  list.find((one) => String(one.value) === String(value))?.value ?? value;
