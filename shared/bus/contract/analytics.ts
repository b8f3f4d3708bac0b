import type { Page, Paging } from "../../domain/paging.ts";
import type { Insights, InsightsQuery } from "../../domain/shapes/insights.ts";
import type { ExportQuery, ResponseListQuery, SessionDetail, SessionListItem } from "../../domain/shapes/sessions.ts";
import type { Caller } from "./call.ts";

/** A piece of an export's text, small enough for the bus; whole rows, but for a row that is larger than a piece. */
export interface ExportPiece {
  text: string;
  /** null: the last piece */
  cursor: string | null;
}

export interface AnalyticsActions {
  "analytics.listResponses": {
    params: { caller: Caller; slug: string; query: ResponseListQuery; paging: Paging };
    result: Page<SessionListItem>;
  };
  "analytics.getResponse": { params: { caller: Caller; slug: string; session_id: string }; result: SessionDetail };
  "analytics.eraseResponse": { params: { caller: Caller; slug: string; session_id: string }; result: null };
  "analytics.insights": { params: { caller: Caller; slug: string; query: InsightsQuery }; result: Insights };
  /** Begins an export: it has the sessions that exist now (decisions §6). `cursor` leads through its pieces. */
  "analytics.beginExport": {
    params: { caller: Caller; slug: string; query: ExportQuery };
    result: { filename: string; content_type: string; cursor: string };
  };
  /** `bytes`: about as many as the piece may have; a gateway of before says nothing */
  "analytics.exportPiece": { params: { cursor: string; bytes?: number }; result: ExportPiece };
}
