import { targetOf } from "../expressions/targets.ts";
import { choiceOf, columnOf, type Options, optionsOf, sourcedRows } from "../options.ts";
import { fitted } from "../wording.ts";
import {
  addAnswer,
  addNode,
  answerOptions,
  type Current,
  type Lss,
  loseAnswer,
  nameAnswer,
  noteLabels,
  textOf,
} from "./lss.ts";

/** Cells of an array, each of which becomes a question. */
const cellLimit = 200;

const numbered = (most: number) => Array.from({ length: most }, (_, at) => ({ key: `${at + 1}`, label: `${at + 1}` }));

/** Columns that LimeSurvey has for all surveys, by the type of the array. */
const fixedColumns: Readonly<Record<string, { key: string; label: string }[]>> = {
  A: numbered(5),
  B: numbered(10),
  C: [
    { key: "Y", label: "Yes" },
    { key: "U", label: "Uncertain" },
    { key: "N", label: "No" },
  ],
  E: [
    { key: "I", label: "Increase" },
    { key: "S", label: "Same" },
    { key: "D", label: "Decrease" },
  ],
};

/** Adds an array as a matrix, or as a question for each row if a matrix can't have its rows and columns. */
export function addArray(lss: Lss, current: Current): void {
  const { question, item } = current;
  const fixed = fixedColumns[question.type];
  if (question.type === "C" || question.type === "E") noteLabels(lss, current);
  const isDual = question.type === "1";
  const scales = (isDual ? ["0", "1"] : ["0"]).filter((it) => fixed || lss.survey.answers(question, it).length > 0);
  if (lss.survey.subquestions(question).length === 0 || scales.length === 0) {
    item.lost("grid", "The array has no rows or columns.");
    loseAnswer(lss, question);
    return;
  }
  if (!isDual) {
    addMatrix(lss, current, () => (fixed ? optionsOf(fixed) : answerOptions(lss, current)), "");
    return;
  }
  item.changed("several_questions", "The two scales became a matrix each.");
  for (const scale of scales) addMatrix(lss, current, () => answerOptions(lss, current, scale), scale);
}

/** `scale` is that of an array with two, and otherwise empty. */
function addMatrix(lss: Lss, current: Current, columnsOf: () => Options, scale: string): void {
  const { question, item } = current;
  const { form, survey } = lss;
  if (scale === "1") form.translations.begin();
  const columns = columnsOf();
  const rows = survey.subquestions(question);
  const part =
    scale === "" ? "" : survey.attribute(question, scale === "0" ? "dualscale_headerA" : "dualscale_headerB");
  const suffixOf = (code: string) => (scale === "" ? code : `${code}_${scale}`);
  if (rows.length > 50 || columns.list.length < 2 || columns.list.length > 20) {
    item.changed("several_questions", `The array became ${rows.length} questions.`);
    for (const { qid, code } of rows) {
      form.translations.begin();
      const own = { ...columns, list: structuredClone(columns.list) };
      const label = [part, textOf(lss, item, `question ${qid}`, "question")].filter(Boolean).join(" – ");
      const made = choiceOf(item, own, { isMultiple: false });
      addAnswer(lss, current, { ...made, values: columns.values, suffix: suffixOf(code), part: label });
    }
    return;
  }
  const labels = rows.map(({ qid, code }) => fitted(textOf(lss, item, `question ${qid}`, "question") || code));
  const keyed = sourcedRows(rows.map(({ code }, at) => ({ code, label: labels[at] as string })));
  const config = {
    rows: keyed.map((row, at) => ({ ...row, label: labels[at] })),
    columns: columns.list.map(columnOf),
    ...(question.mandatory === "Y" && { require_all_rows: true }),
  };
  const node = addNode(lss, current, { question_type: "matrix", config, suffix: scale, part });
  for (const [at, { code }] of rows.entries())
    nameAnswer(lss, question, suffixOf(code), targetOf(node, columns.values, keyed[at]?.key));
}

/** Adds a question for each cell of an array of texts or numbers. */
export function addCells(lss: Lss, current: Current): void {
  const { question, item } = current;
  const { survey, form } = lss;
  const [rows, columns] = [survey.subquestions(question), survey.subquestions(question, "1")];
  const count = rows.length * columns.length;
  if (count === 0 || count > cellLimit) {
    item.lost("grid", count === 0 ? "The array has no rows or columns." : `It has more than ${cellLimit} cells.`);
    loseAnswer(lss, question);
    return;
  }
  item.changed("several_questions", `The array became ${count} questions.`);
  for (const row of rows)
    for (const column of columns) {
      form.translations.begin();
      const labels = [row, column].map(({ qid, code }) => textOf(lss, item, `question ${qid}`, "question") || code);
      const questionType = question.type === ":" ? "number" : "short_text";
      addAnswer(lss, current, {
        question_type: questionType,
        config: {},
        suffix: `${row.code}_${column.code}`,
        part: labels.join(" – "),
      });
    }
}
