import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import type { Json } from "../../../shared/domain/json.ts";

/**
 * A cell of a file, '' if it is empty. `json`: a value of a JSON document. `date`: a number or date of a workbook as the date that it
 * stands for, `YYYY-MM-DDTHH:MM:SS`.
 */
export type Cell = string | { text: string; json: Json } | { text: string; date: string };

/** Returns the text of a cell. */
export const textOf = (cell: Cell | undefined): string => (typeof cell === "object" ? cell.text : (cell ?? ""));

export interface TableRow {
  /** as a spreadsheet counts, headers too; of JSON from 1 */
  number: number;
  /** one for each header */
  cells: readonly Cell[];
  /** the source says that the response isn't finished */
  isUnfinished: boolean;
  /** why the row is refused whole, such as a preview */
  refusal: string | null;
}

/**
 * Meaning of a column for the response itself. `skip`: read past, such as a score. Several columns can be `id`: joined by a blank, they tell
 * a response (REDCap's record, event and instance).
 */
export type OwnColumn = "id" | "started_at" | "completed_at" | "language" | "skip";

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
  /** Why the file breaks off, once all rows were read. */
  brokenOff(): { row: number; reason: string } | null;
  /** Reads the file from its start. Blank rows are left out. Throws a Refusal for more rows, or a larger one, than the limits allow. */
  rows(): AsyncIterable<TableRow>;
}

export interface TableOptions {
  /** WHATWG label; null if the mapping has none */
  encoding: string | null;
}
