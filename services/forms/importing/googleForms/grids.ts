import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { choiceOf, optionsOf, valuesOf } from "../options.ts";
import { type Raw, record, records, text } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import { noteOrder } from "./questions.ts";
import { addScore, noteFeedback } from "./scores.ts";

/** Adds a grid: a matrix, or a question a row if rows accept several answers. Returns null if it can't be one. */
export function addGrid(form: ImportedForm, item: Item, raw: Raw, group: Raw): GraphNode | null {
  const rows = records(group.questions);
  const columns = record(record(group.grid).columns);
  const options = optionsOf(records(columns.options).map((it) => ({ key: text(it.value), label: text(it.value) })));
  if (rows.length === 0 || options.list.length === 0) {
    item.lost("grid", "The grid has no rows or columns.");
    return null;
  }
  if (record(group.grid).shuffleQuestions === true || columns.shuffle === true) noteOrder(item);
  noteFeedback(
    item,
    rows.map((row) => record(row.grading)),
  );
  const isMatrix =
    text(columns.type) !== "CHECKBOX" && rows.length <= 50 && options.list.length >= 2 && options.list.length <= 20;
  return isMatrix
    ? addMatrix(form, item, raw, rows, options)
    : addRows(form, item, raw, rows, text(columns.type), options);
}

const titleOfRow = (question: Raw): string => text(record(question.rowQuestion).title);

function addMatrix(
  form: ImportedForm,
  item: Item,
  raw: Raw,
  rows: readonly Raw[],
  { list, values }: ReturnType<typeof optionsOf>,
) {
  const keys = valuesOf(rows.map(titleOfRow));
  const keyed = rows.map((row, at) => ({ row, key: keys[at] as string }));
  const required = rows.filter((row) => row.required === true).length;
  if (required > 0 && required < rows.length)
    item.lostPart("required", "All rows are now optional, because single rows can't be required.");
  const points = Object.fromEntries(keyed.flatMap(({ row, key }) => pointsOf(item, row, key, values)));
  const config = {
    rows: keyed.map(({ row, key }) => ({ key, label: fitted(titleOfRow(row) || key) })),
    columns: list.map(({ value, label }) => ({ value, label })),
    ...(Object.keys(points).length > 0 && { scoring: { mode: "matrix", points } }),
  };
  const data = {
    ...worded(item, text(raw.title) || "Question", text(raw.description)),
    is_required: required === rows.length,
    config,
  };
  return form.add(item, { id: text(raw.itemId) || "grid", question_type: "matrix", data });
}

function pointsOf(item: Item, row: Raw, key: string, values: ReadonlyMap<string, string>) {
  const grading = record(row.grading);
  const points = grading.pointValue;
  if (typeof points !== "number" || points === 0) return [];
  const correct = records(record(grading.correctAnswers).answers).flatMap(({ value }) => values.get(text(value)) ?? []);
  if (Number.isInteger(points) && Math.abs(points) <= 1000 && correct.length > 0)
    return [[key, Object.fromEntries(correct.map((value) => [value, points]))] as const];
  item.lostPart("points", `The points of the row \`${fitted(titleOfRow(row), 60)}\` can't be scored.`);
  return [];
}

function addRows(
  form: ImportedForm,
  item: Item,
  raw: Raw,
  rows: readonly Raw[],
  type: string,
  options: ReturnType<typeof optionsOf>,
) {
  item.changed("several_questions", `The grid became ${rows.length} questions.`);
  const title = text(raw.title);
  const isMultiple = type === "CHECKBOX";
  const nodes = rows.map((row, at) => {
    const copied = { ...options, list: structuredClone(options.list) };
    const { question_type, config } = choiceOf(item, copied, { isMultiple });
    const name = [title, titleOfRow(row)].filter(Boolean).join(" – ") || "Question";
    const data = {
      ...worded(item, name, at === 0 ? text(raw.description) : ""),
      is_required: row.required === true,
      config,
    };
    const node = form.add(item, { id: `${text(raw.itemId) || "grid"}_${at + 1}`, question_type, data });
    if (row.grading !== undefined) addScore(item, node, { question_type, config, options }, record(row.grading));
    return node;
  });
  return nodes.at(-1) ?? null;
}
