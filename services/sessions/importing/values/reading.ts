import type { ImportSource, RefusedCell } from "../../../../shared/api/shapes/responseImports.ts";
import type { Json } from "../../../../shared/domain/json.ts";
import { hiddenValueLimit } from "../../../../shared/domain/limits.ts";
import type { Part } from "../columns/targets.ts";
import type { ImportQuestion } from "../form/questions.ts";
import type { Cell } from "../table.ts";
import type { DateOrder } from "../writtenTime.ts";
import type { ColumnStyle } from "./styles.ts";

/** The value of a cell, or why it is refused: a clause for the owner that never repeats the cell. */
export type Read = { value: Json } | { reason: string };

/** The answer of a row. Null: there is none. A matrix can have an answer and refused cells. */
export interface Reading {
  value: Json | null;
  refused: readonly { column: number; reason: string }[];
}

export const noAnswer: Reading = { value: null, refused: [] };

/** Columns of a row that answer a question. */
export interface AnswerColumns {
  question: ImportQuestion;
  /** in the order of the file */
  columns: readonly { column: number; part: Part }[];
}

/** Cells of a row by column; '' for blank ones. */
export type Row = (column: number) => Cell;

/** Reads a question's answer from a row. `language`: the row's, in lower case. */
export type AnswerReader = (row: Row, language: string | null) => Reading;

/** Facts about the file that readers need. */
export interface FileFacts {
  source: ImportSource;
  dateOrder: DateOrder | null;
  /** the file has labels where it could have values */
  prefersLabels: boolean;
  styleOf(column: number): ColumnStyle;
  /** of the sheet whose rows a column has */
  rowHeaders(column: number): readonly string[];
}

/** Reasons for refused cells, as clauses behind the name of the column. */
export const reasons = {
  text: "isn't text",
  number: "isn't a number",
  digits: "has too many digits",
  date: "isn't a date",
  dates: "can be read as two dates, and the column doesn't say which",
  time: "isn't a time",
  noTime: "is a date without a time",
  numbers: "can be read as two numbers, with a comma or a point for decimals",
  option: "isn't one of the question's options",
  options: "fits more than one option",
  list: "can be split into options in more than one way",
  column: "isn't one of the question's columns",
  columns: "fits more than one column",
  row: "isn't one of the question's rows",
  noRow: "doesn't say which row it answers",
  noOption: "doesn't say which option is chosen",
  sign: "doesn't say whether the option is chosen",
  several: "is a second answer to a question that takes one",
  texts: "is a second text beside the options",
  place: "isn't a rank",
  places: "has the same rank or option twice",
  file: "is a file, and files aren't imported",
  records: "isn't a list of rows",
  fields: "with other fields than the question's",
  joined: "isn't in the list of the question's options",
  hidden: `is longer than ${hiddenValueLimit.toLocaleString("en")} characters`,
  timeOfTwoDates: "has a time that can be read as two dates, and the column doesn't say which",
} as const;

/** Reasons that the order of days and months settles, which an owner can say. */
const ofOrder: ReadonlySet<string> = new Set([reasons.dates, reasons.timeOfTwoDates]);

export const detailsOf = (reason: string): Pick<RefusedCell, "details"> =>
  ofOrder.has(reason) ? { details: { kind: "date_order" } } : {};
