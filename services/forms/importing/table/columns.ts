import type { Row } from "../xlsform/workbook.ts";

/** Names of the columns of a table of questions, in lower case and with `_` for spaces. */
const names = {
  title: ["title", "question", "question_title", "question_text"],
  type: ["type", "question_type", "answer_type"],
  options: ["options", "choices", "answers", "answer_options", "answer_choices"],
  required: ["required", "is_required", "mandatory"],
  help: ["help", "help_text", "description", "hint", "instructions"],
  page: ["page", "section", "page_title"],
  id: ["id", "name", "code", "key"],
  min: ["min", "minimum"],
  max: ["max", "maximum"],
} as const;

export type Column = keyof typeof names;

/** `Option 1`, `Option 2` and so on, with one option each. */
const option = /^(?:option|choice|answer)_?\d{1,3}$/;

/** Returns which column of a table a name stands for. Null for other names. */
export function columnOf(name: string): Column | null {
  if (option.test(name)) return "options";
  const found = Object.entries(names).find(([, known]) => (known as readonly string[]).includes(name));
  return found ? (found[0] as Column) : null;
}

/**
 * Returns whether the first row names questions, and at least their type, their options or whether they are required. An XLSForm has
 * columns `type`, `name` and `label`.
 */
export function isTable(columns: readonly string[]): boolean {
  const heads = new Set(columns.map((name) => name.split("::")[0]));
  if (["type", "name", "label"].every((name) => heads.has(name))) return false;
  const known = new Set(columns.map(columnOf));
  return known.has("title") && (["type", "options", "required"] as const).some((column) => known.has(column));
}

/** Returns the cell of a column, in the first column that has its name. Empty if there is none. */
export function cellOf({ cells }: Row, column: Exclude<Column, "options">): string {
  for (const [name, cell] of cells) if (columnOf(name) === column) return cell;
  return "";
}

/** Returns the options of a row. One cell has them on lines, or between `|`, `;` or `,`, whichever it has first in this order. */
export function optionsIn({ cells }: Row): string[] {
  const own = [...cells].filter(([name]) => option.test(name)).map(([, cell]) => cell);
  const lists = [...cells].filter(([name]) => columnOf(name) === "options" && !option.test(name));
  const listed = lists.flatMap(([, cell]) => cell.split(separators.find((it) => cell.includes(it)) ?? "\n"));
  return [...listed, ...own].map((it) => it.trim()).filter(Boolean);
}

const separators = ["\n", "|", ";", ","];
