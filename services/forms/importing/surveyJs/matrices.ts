import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { targetOf } from "../expressions/targets.ts";
import { columnOf, optionsOf, sourcedRows } from "../options.ts";
import { list, type Raw, record, records, scalar, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { type Converted, surveyChoice } from "./choices.ts";
import { fixedCount, instanceOf } from "./instances.ts";
import type { Element, Survey } from "./survey.ts";

interface Named {
  key: string;
  isCode: true;
  label: string;
}

const named = (survey: Survey, given: unknown): Named[] =>
  list(given).map((it) => ({ key: keyOf(it), isCode: true, label: labelOf(survey, it) }));

const keyOf = (row: unknown): string => text(isObject(row) ? (row.value ?? row.name) : row);
const labelOf = (survey: Survey, row: unknown): string =>
  survey.text(isObject(row) ? (row.text ?? row.title) : row) || keyOf(row);

/** Converts a matrix of one choice a row. Without rows it is one choice. */
export function matrix(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const rows = [...new Map(named(survey, raw.rows).map((row) => [row.key, row])).values()];
  const columns = named(survey, raw.columns);
  if (rows.length === 0)
    return surveyChoice(survey, { ...element, raw: { ...raw, choices: raw.columns, type: "radiogroup" } });
  for (const key of ["rowsVisibleIf", "columnsVisibleIf"])
    if (text(raw[key]) !== "") item.lostPart("condition", `\`${key}\` isn't supported. All of them are always shown.`);
  if (rows.length > 50 || columns.length < 2 || columns.length > 20) {
    item.changed("matrix", "Converted to long text. A matrix can have 50 rows and 2 to 20 columns.");
    return { question_type: "long_text", config: {} };
  }
  const keys = sourcedRows(rows.map(({ key }) => ({ code: key, label: "" })));
  const { list: options, values } = optionsOf(columns);
  const rowKeys = new Map(rows.map(({ key }, at) => [key, keys[at]?.key as string]));
  const config = {
    rows: rows.map(({ label }, at) => ({ ...keys[at], label: fitted(label) })),
    columns: options.map(columnOf),
    ...rowsRequired(raw),
  };
  const addRows = (node: GraphNode) => {
    for (const [key, path] of rowKeys) survey.scope.add(`${text(raw.name)}.${key}`, targetOf(node, values, path));
  };
  const cellsOf = (given: unknown) => {
    const cells = Object.entries(record(given)).map(([row, column]) => [rowKeys.get(row), values.get(scalar(column))]);
    return cells.every(([row, column]) => row && column) ? (Object.fromEntries(cells) as Json) : null;
  };
  return { question_type: "matrix", config, register: addRows, cellsOf };
}

/** A required matrix there needs one row at least, and here all of them unless its config says otherwise. */
function rowsRequired({ isAllRowRequired, eachRowRequired, isRequired }: Raw): { require_all_rows?: boolean } {
  if (isAllRowRequired === true || eachRowRequired === true) return { require_all_rows: true };
  return isRequired === true ? { require_all_rows: false } : {};
}

/** A cell of a matrix, or a field of several, as a question of its own. */
export interface Part {
  /** name for conditions, such as `matrix.row.column` */
  name: string;
  /** Reads its title. */
  title: () => string;
  raw: Raw;
}

const partLimit = 200;

/** Returns the questions of a multipletext or matrixdropdown. Null if these are too many. */
export function partsOf(survey: Survey, { raw }: Element): Part[] | null {
  const parts = asksRows(raw)
    ? rowQuestions(survey, raw)
    : text(raw.type) === "multipletext"
      ? fields(survey, raw)
      : cells(survey, raw, rowsOf(survey, raw));
  return parts.length > partLimit ? null : parts;
}

/** Whether the rows of a matrix are questions of their own: those that are only shown under a condition, or take several answers. */
export const asksRows = (raw: Raw): boolean =>
  text(raw.type) === "matrix" &&
  list(raw.rows).length > 0 &&
  (raw.cellType === "checkbox" ||
    text(raw.rowsVisibleIf) !== "" ||
    records(raw.rows).some((row) => text(row.visibleIf) !== ""));

function rowQuestions(survey: Survey, raw: Raw): Part[] {
  const isRequired = raw.isAllRowRequired === true || raw.eachRowRequired === true;
  return list(raw.rows).map((row, at) => {
    const key = keyOf(row);
    const shared = text(raw.rowsVisibleIf).replaceAll("{item}", () => `'${key}'`);
    const conditions = [shared, text(records(raw.rows)[at]?.visibleIf)].filter(Boolean);
    const visibleIf = conditions.map((one) => `(${one})`).join(" and ");
    const type = raw.cellType === "checkbox" ? "checkbox" : "radiogroup";
    const question = { type, choices: raw.columns, isRequired, visibleIf };
    return { name: `${text(raw.name)}.${key}`, title: () => labelOf(survey, row), raw: question };
  });
}

const fields = (survey: Survey, raw: Raw): Part[] =>
  records(raw.items).map((field) => ({
    name: `${text(raw.name)}.${text(field.name)}`,
    title: () => survey.text(field.title) || text(field.name),
    raw: { ...field, type: "text" },
  }));

/** Returns the rows of a matrix. Those of a dynamic one are numbered. */
function rowsOf(survey: Survey, raw: Raw): Row[] {
  const name = text(raw.name);
  if (text(raw.type) !== "matrixdynamic")
    return named(survey, raw.rows).map(({ key, label }) => ({ name: `${name}.${key}`, label }));
  return Array.from({ length: fixedCount(raw) ?? 0 }, (_, at) => ({ name: `${name}[${at}]`, label: String(at + 1) }));
}

interface Row {
  /** name for conditions */
  name: string;
  label: string;
}

function cells(survey: Survey, raw: Raw, given: readonly Row[]): Part[] {
  const rows = given.slice(0, partLimit + 1);
  const columns = list(raw.columns)
    .map(record)
    .slice(0, partLimit + 1);
  return rows.flatMap((row) =>
    columns.map((column) => ({
      name: `${row.name}.${text(column.name)}`,
      title: () => `${row.label} – ${survey.text(column.title) || text(column.name)}`,
      raw: instanceOf(cellQuestion(raw, column), "row", row.name),
    })),
  );
}

/** Returns the columns of a matrix to which respondents add rows. */
export const columnsOf = (survey: Survey, raw: Raw): Part[] =>
  records(raw.columns)
    .slice(0, partLimit + 1)
    .map((column) => ({
      name: text(column.name),
      title: () => survey.text(column.title) || text(column.name),
      raw: cellQuestion(raw, column),
    }));

/** A column takes its type and choices from the matrix, unless it has its own. */
function cellQuestion(matrixRaw: Raw, column: Raw): Raw {
  const type = text(column.cellType) || text(matrixRaw.cellType) || "dropdown";
  const choices = list(column.choices).length > 0 ? column.choices : matrixRaw.choices;
  return { ...column, type: type === "default" ? "dropdown" : type, choices };
}
