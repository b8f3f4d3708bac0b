import { ImportedForm, type Item } from "../importedForm.ts";
import { choiceOf, optionsOf } from "../options.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { Refusal } from "../refusal.ts";
import { number } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import { noteCuts } from "../xlsform/unread.ts";
import type { Row } from "../xlsform/workbook.ts";
import { cellOf, columnOf, optionsIn } from "./columns.ts";
import { type Kind, kindOf } from "./types.ts";

/** Converts a table of questions, one a row. Rows that follow each other with the same page are on it. */
export function convertTable(rows: readonly Row[]): ImportedForm {
  if (rows.length === 0) throw new Refusal("file: the table has no question below its column names");
  const form = new ImportedForm();
  const pages = new PageBuilder(form);
  let page = "";
  for (const row of rows) {
    const own = cellOf(row, "page");
    if (own !== page) {
      pages.end();
      if (own !== "") pages.start(fitted(own));
      page = own;
    }
    addQuestion(form, row);
  }
  pages.end();
  noteColumns(form, rows);
  noteCuts(form, { table: rows });
  return form;
}

function addQuestion(form: ImportedForm, row: Row): void {
  const title = cellOf(row, "title");
  const source = `table row ${row.number}`;
  const item = form.item(source);
  if (title === "") item.changed("title", "The question has no title.");
  if (row.hasUnnamed) item.lostPart("column", "The row has cells without a column name in the first row.");
  const options = optionsIn(row);
  const { question_type, config } = questionOf(item, row, kind(item, row, options.length > 0), options);
  const isScreen = question_type === "welcome_screen";
  const isRequired = required(item, row, isScreen);
  const texts = worded(item, title || "Question", cellOf(row, "help"));
  const data = { ...texts, ...(!isScreen && { is_required: isRequired }), config };
  const name = cellOf(row, "id");
  form.add(item, { id: name || title.slice(0, 40) || "question", name, question_type, data });
}

function kind(item: Item, row: Row, hasOptions: boolean): Kind {
  const type = cellOf(row, "type");
  const found = kindOf(type, hasOptions);
  if (found) return found;
  const instead = kindOf("", hasOptions) as Kind;
  const name = instead.question_type === "short_text" ? "short text" : "multiple choice";
  item.changed("type", `Converted to ${name}. The type “${fitted(type, 60)}” isn't known.`);
  return instead;
}

const choices: ReadonlySet<string> = new Set(["multiple_choice", "dropdown", "checkbox", "ranking"]);

function questionOf(item: Item, row: Row, { question_type, config = {} }: Kind, options: readonly string[]) {
  if (choices.has(question_type)) return choice(item, row, question_type, options);
  if (options.length > 0 && question_type !== "yes_no")
    item.lostPart("options", "The question's type has no options, so they aren't imported.");
  if (question_type === "opinion_scale") return scale(item, row, config);
  if (question_type === "number_scale") {
    const { min = 0, max = 10 } = limits(row);
    return { question_type, config: { min, max: Math.max(min, max) } };
  }
  if (question_type === "star_rating") return stars(item, row);
  if (question_type === "number") return { question_type, config: { ...config, ...limits(row) } };
  noteLimits(item, row);
  return { question_type, config: question_type === "welcome_screen" ? { button_text: "Continue" } : { ...config } };
}

function choice(item: Item, row: Row, type: string, given: readonly string[]) {
  noteLimits(item, row);
  const options = optionsOf(given.map((label) => ({ key: label, label })));
  const { length } = options.list;
  if (type === "ranking" && length >= 2 && length <= 100)
    return { question_type: type, config: { options: options.list } };
  return choiceOf(item, options, {
    isMultiple: type === "checkbox" || type === "ranking",
    isDropdown: type === "dropdown",
  });
}

/** An opinion scale has 5 to 11 steps. Others become a scale of numbers. */
function scale(item: Item, row: Row, config: Record<string, unknown>) {
  const { min, max } = { min: 1, max: 5, ...config, ...limits(row) };
  const isWhole = Number.isInteger(min) && Number.isInteger(max);
  if (isWhole && max - min >= 4 && max - min <= 10) return { question_type: "opinion_scale", config: { min, max } };
  item.changed("type", "Converted to a number scale. An opinion scale can have 5 to 11 steps.");
  return { question_type: "number_scale", config: { min, max: Math.max(min, max) } };
}

function stars(item: Item, row: Row) {
  const { min = 1, max = 5 } = limits(row);
  if (min === 1 && Number.isInteger(max) && max >= 3 && max <= 10)
    return { question_type: "star_rating", config: { max } };
  item.changed("type", "Converted to a number scale. A star rating can have 3 to 10 stars.");
  return { question_type: "number_scale", config: { min, max: Math.max(min, max) } };
}

/** Numbers in the columns `min` and `max`. */
function limits(row: Row): { min?: number; max?: number } {
  const [min, max] = [number(cellOf(row, "min")), number(cellOf(row, "max"))];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function noteLimits(item: Item, row: Row): void {
  if (cellOf(row, "min") !== "" || cellOf(row, "max") !== "")
    item.lostPart("limit", "Only numbers and scales have a minimum and a maximum.");
}

function required(item: Item, row: Row, isScreen: boolean): boolean {
  const cell = cellOf(row, "required");
  if (cell === "" || /^(no|n|false|0|optional|-)$/i.test(cell)) return false;
  if (isScreen) return false;
  if (/^(yes|y|true|1|x|required|mandatory|✓|✔)$/i.test(cell)) return true;
  item.changed("required", `It is optional. “${fitted(cell, 60)}” is neither yes nor no.`);
  return false;
}

/** Notes columns that aren't read, once for the table. */
function noteColumns(form: ImportedForm, rows: readonly Row[]): void {
  const others = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].filter((name) => columnOf(name) === null);
  if (others.length === 0) return;
  const shown = others.slice(0, 20).map((name) => `\`${fitted(name, 60)}\``);
  const more = others.length > shown.length ? " and others" : "";
  form.note("lost", "column", "table", `Not imported: ${shown.join(", ")}${more}.`);
}
