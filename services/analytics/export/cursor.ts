import type { CellStyle } from "../../../shared/questions/question.ts";
import type { ResponsesQuery } from "../../../shared/shapes/sessions.ts";

/**
 * Where an export stands: all that the next piece needs, so that any copy of the service can make it and nothing is kept
 * between pieces. It never leaves the services.
 */
export interface ExportCursor {
  form_id: string;
  query: Pick<ResponsesQuery, "status" | "version" | "started_at_from" | "started_at_to">;
  words: readonly string[];
  format: "csv" | "json";
  style: CellStyle;
  /** the newest version there was when the export began */
  newest_version: number;
  /** the next piece begins with the CSV header */
  has_header: boolean;
  /** null: no session is left */
  position: Position | null;
  /** how many sessions a statement looks at; more of them while few match */
  span: number;
  /** the first text of the next piece was cut: how many of its characters are sent already */
  cut: Cut | null;
}

/** Sessions go newest first; the next one is at this place or after it. */
export interface Position {
  /** as PostgreSQL writes it: to the microsecond */
  started_at: string;
  id: string;
  /** false: the session at this place is done */
  included: boolean;
}

export interface Cut {
  offset: number;
  /** of the session's row; null: the header was cut */
  revision: number | null;
}

export const encodeCursor = (cursor: ExportCursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

export const decodeCursor = (text: string): ExportCursor => JSON.parse(Buffer.from(text, "base64url").toString());
