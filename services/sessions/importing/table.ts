import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { DateOrder } from "./writtenTime.ts";

/**
 * A cell of a file, '' if it is empty. `json`: a value of a JSON document. `date`: a number or date of a workbook as the date that it
 * stands for, `YYYY-MM-DDTHH:MM:SS` and maybe milliseconds. `before`: its text in an earlier release.
 */
export type Cell = string | { text: string; json: Json; before?: string } | { text: string; date: string };

/** Also a cell that isn't empty, but has no value. `fault`: why, as a clause behind the name of its column. */
export type FileCell = Cell | { text: ""; fault: string };

/** Returns the text of a cell. */
export const textOf = (cell: FileCell | undefined): string => (typeof cell === "object" ? cell.text : (cell ?? ""));

export const isFault = (cell: FileCell): cell is { text: ""; fault: string } =>
  typeof cell === "object" && "fault" in cell;

/** Member of an object that stands for a cell without a value, in rows of records. */
export const faultKey = "\u0000fault";

/** Returns whether nothing is in a cell. */
export const isBlank = (cell: FileCell): boolean => textOf(cell).trim() === "" && !isFault(cell);

export interface TableRow {
  /** as a spreadsheet counts, headers too; of JSON from 1 */
  number: number;
  /** one for each header */
  cells: readonly FileCell[];
  /** the source says that the response isn't finished */
  isUnfinished: boolean;
  /** why the row is refused whole, such as a preview */
  refusal: string | null;
  /** columns that the row can have; null for all. Questions of others aren't required of it. */
  asked?: ReadonlySet<number> | null;
}

/**
 * Meaning of a column for the response itself. `skip`: read past, such as a score. Several columns can be `id`: joined by a blank, they tell
 * a response (REDCap's record, event and instance).
 */
export type OwnColumn = "id" | "started_at" | "completed_at" | "language" | "skip";

/** Rows of a group that repeats, which one column has as lists of objects. */
export interface RowsColumn {
  column: number;
  /** of the rows, as their sheet has them */
  headers: readonly string[];
}

/** A file of responses as rows under headers, whatever its format. */
export interface Table {
  source: ImportSource;
  headers: readonly string[];
  /** Titles of questions by column, if the headers are codes (Qualtrics). */
  titles?: readonly string[];
  /** by column, as the source's format says; null: of a question, a hidden field or unknown */
  own: readonly (OwnColumn | null)[];
  /** the zone of the source's times without a mark, such as `UTC`; null: unknown */
  zone: string | null;
  /** columns of times without a mark whose zone isn't that of the source: the clock of a respondent's device */
  deviceTimes?: readonly number[];
  /** columns of moments of a response: it begins at the earliest and ends at the latest of several */
  moments?: readonly number[];
  /** order of the source's times in figures, where a column allows several */
  timeOrder?: DateOrder;
  rowsColumns?: readonly RowsColumn[];
  /** columns of groups within those groups, which are left out, as `<sheet>` */
  leftOut?: readonly string[];
  /** how releases before read the headers, which the keys of stored rows depend on */
  formerly?: { headers: readonly string[]; own: readonly (OwnColumn | null)[] };
  /** Why the file breaks off, once all rows were read. */
  brokenOff(): { row: number; reason: string } | null;
  /** Reads the file from its start. Blank rows are left out. Throws a Refusal for more rows, or a larger one, than the limits allow. */
  rows(): AsyncIterable<TableRow>;
}

export interface TableOptions {
  /** WHATWG label; null if the mapping has none */
  encoding: string | null;
}
