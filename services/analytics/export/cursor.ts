import type { CellStyle } from "../../../shared/domain/questions/question.ts";
import type { ResponsesQuery } from "../../../shared/domain/shapes/sessions.ts";

/**
 * Where an export stands: all that the next piece needs, so that any copy of the service can make it and nothing is kept
 * between pieces. It never leaves the services.
 */
export interface ExportCursor {
  formId: string;
  query: ResponsesQuery;
  words: readonly string[];
  format: "csv" | "json";
  /** of a CSV; NDJSON has none of this */
  table: TableOptions;
  /** the newest version there was when the export began */
  newestVersion: number;
  /** the next piece begins with the CSV header */
  hasHeader: boolean;
  /** null: no session is left */
  position: Position | null;
  /** how many sessions a statement looks at; more of them while few match */
  span: number;
  /** the first text of the next piece was cut */
  cut: Cut | null;
}

/** How an owner wants the table (decisions §6). */
export interface TableOptions {
  style: CellStyle;
  /** a byte order mark comes first */
  bom: boolean;
  /** a column of points for each scored question, after all questions */
  scores: boolean;
}

/** Sessions go newest first; the next one is at this place or after it. */
export interface Position {
  /** as PostgreSQL writes it: to the microsecond */
  startedAt: string;
  id: string;
  /** false: the session at this place is done */
  included: boolean;
}

export interface Cut {
  /** what is sent already: characters of a row, columns of the header */
  offset: number;
  /** of the session's row; null: the header was cut */
  revision: number | null;
}

export const encodeCursor = (cursor: ExportCursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

export const decodeCursor = (text: string): ExportCursor => JSON.parse(Buffer.from(text, "base64url").toString());
