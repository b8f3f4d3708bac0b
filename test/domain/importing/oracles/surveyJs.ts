import { createRequire } from "node:module";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

interface Question {
  name: string;
  value: unknown;
  isVisible: boolean;
  page: { isVisible: boolean } | null;
  choices?: { value: unknown }[];
  columns?: { value: unknown }[];
  getType(): string;
}

/** Its types would change those of `fetch` in all tests. */
const { Model } = createRequire(import.meta.url)("survey-core") as {
  Model: new (document: object) => { getAllQuestions(): Question[] };
};

/** Answers a survey by SurveyJS itself. Custom types are texts with the same values. */
export function surveyJsOracle(document: object): Oracle {
  const survey = new Model(JSON.parse(JSON.stringify(document), known));
  const questions = new Map<string, Question>();
  for (const question of survey.getAllQuestions()) questions.set(question.name, question);
  const named = (id: string): [Question, string[]] | null => {
    const whole = questions.get(id);
    if (whole) return [whole, []];
    // cells of a matrix are questions of their own
    const [name = "", ...cell] = id.split("_");
    const matrix = questions.get(name);
    return matrix && cell.length === 2 && matrix.getType() === "matrixdropdown" ? [matrix, cell] : null;
  };
  return {
    isAsked(id) {
      const found = named(id);
      return found ? found[0].isVisible && isInVisible(found[0]) : null;
    },
    answer(id, value) {
      const found = named(id);
      if (!found || value === null) return;
      const [question, [row, column]] = found;
      if (row === undefined || column === undefined) question.value = theirs(question, value);
      else {
        const cells = (question.value ?? {}) as Record<string, Record<string, unknown>>;
        question.value = { ...cells, [row]: { ...cells[row], [column]: value } };
      }
    },
  };
}

const isInVisible = (question: Question): boolean => question.page?.isVisible ?? true;

const builtIn = new Set(
  "text comment radiogroup checkbox boolean rating html matrix matrixdropdown signaturepad dropdown number date".split(
    " ",
  ),
);
const known = (key: string, value: unknown): unknown =>
  key === "type" && typeof value === "string" && !builtIn.has(value) && value !== "numeric" ? "text" : value;

/** Values have their own types there, such as numbers of choices. */
function theirs(question: Question, value: Json): unknown {
  if (question.getType() === "boolean") return value === "yes";
  if (question.getType() === "matrix")
    return Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([row, column]) => [
        row,
        ofList(question.columns ?? [], column),
      ]),
    );
  const { choices = [] } = question;
  return Array.isArray(value) ? value.map((one) => ofList(choices, one)) : ofList(choices, value);
}

const ofList = (list: { value: unknown }[], value: Json): unknown =>
  list.find((one) => String(one.value) === String(value))?.value ?? value;
