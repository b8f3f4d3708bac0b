import type { AnnotationFilters } from "../../../shared/api/shapes/annotations.ts";
import type { ResponsesQuery } from "../../../shared/api/shapes/sessions.ts";
import type { CellStyle } from "../../../shared/domain/questions/question.ts";
import type { Position } from "../store/export.ts";
import type { WalPosition } from "../store/walPosition.ts";

/**
 * Progress of an export. It has everything that the next piece needs, so any copy of the service can make it, and nothing is
 * kept between pieces. It never leaves the services.
 */
export interface ExportCursor {
  /** absent in cursors of older versions */
  accountId?: string;
  formId: string;
  query: ResponsesQuery & AnnotationFilters;
  words: readonly string[];
  /** those with the reference asked for; null or absent without the filter */
  links?: readonly string[] | null;
  /** nodes whose answers are left out with all other personal data; absent without (wants §21.5) */
  omitted?: readonly string[];
  /** files are named without links that need no sign-in, because the reader may not open files */
  hasNoLinks?: true;
  format: "csv" | "json" | "xlsx" | "zip";
  /** ZIP only: after the table, the files of its sessions follow from the first one on */
  archive?: { stage: "table" | "files"; first: Position | null };
  /** XLSX only: the part of the workbook that is next */
  book?: BookPosition;
  /** CSV, also in an archive, and XLSX */
  table: TableOptions;
  /** the newest version when the export started */
  newestVersion: number;
  /** the primary's position when the export started; the server of each piece has replayed it. Null without a replica */
  wal?: WalPosition | null;
  /** the next piece starts with the header of the table */
  hasHeader: boolean;
  /** Null if no sessions are left. */
  position: Position | null;
  /** number of sessions that a statement reads; it grows while few match */
  span: number;
  /** the first text of the next piece was cut */
  cut: Cut | null;
}

/** Progress in a workbook (workbook.ts). */
export interface BookPosition {
  stage: "responses" | "questions" | "frame";
  /** number of the sheet of responses, from 1 */
  sheet: number;
  /** rows of this sheet so far, with the header */
  rows: number;
  /** characters of this sheet so far */
  length: number;
  /** index of the next question or part of the frame */
  next: number;
}

/** Options of the table (decisions §6). */
export interface TableOptions {
  style: CellStyle;
  /** starts with a byte order mark */
  bom: boolean;
  /** a column of points for each scored question, after all questions */
  scores: boolean;
  /** a column of personal links, because the form has some; absent in cursors of older versions */
  links?: boolean;
  /** columns of tags, note and flag at the end; absent in cursors of older versions */
  annotations?: boolean;
  /** a column that tells imported responses, the last one; absent in cursors of older versions */
  source?: boolean;
  /** the node of a records question: the table has its rows instead of the sessions. Absent in cursors of older versions */
  rows?: string;
}

export interface Cut {
  /** sent so far: characters of a row, or columns of the header */
  offset: number;
  /** of the session's row; null: the header was cut */
  revision: number | null;
}

export const encodeCursor = (cursor: ExportCursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

export const decodeCursor = (text: string): ExportCursor => JSON.parse(Buffer.from(text, "base64url").toString());
