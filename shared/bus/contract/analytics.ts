import type { Page, Paging } from "../../api/paging.ts";
import type { AnnotateBody, Annotations } from "../../api/shapes/annotations.ts";
import type { CorrectBody, History } from "../../api/shapes/corrections.ts";
import type { Insights, InsightsQuery } from "../../api/shapes/insights.ts";
import type { PublicResults, PutResultsBody, Results } from "../../api/shapes/results.ts";
import type { RetentionPreview, RetentionQuery } from "../../api/shapes/retention.ts";
import type {
  ExportQuery,
  PersonalQuery,
  ResponseDetail,
  ResponseListQuery,
  SessionListItem,
} from "../../api/shapes/sessions.ts";
import type { Caller } from "./call.ts";

/** Part of an export that fits in a bus message. It has whole rows, except for rows that are larger than a piece. */
export interface ExportPiece {
  text: string;
  /** XLSX and ZIP only: the file of the archive that the text belongs to. Pieces of a file follow each other. */
  file?: string;
  /** ZIP only: uploaded files that follow in the archive, with their keys in the store */
  uploads?: { path: string; key: string }[];
  /** null in the last piece */
  cursor: string | null;
}

/** A history that is read piece by piece. */
export interface BegunHistory {
  cursor: string;
  account_id: string;
  /** its reader needs the right to personal data until the end */
  has_personal: boolean;
}

export interface AnalyticsActions {
  "analytics.listResponses": {
    params: { caller: Caller; slug: string; query: ResponseListQuery; paging: Paging };
    result: Page<SessionListItem>;
  };
  /** Older gateways omit `query`. */
  "analytics.getResponse": {
    params: { caller: Caller; slug: string; session_id: string; query?: PersonalQuery };
    result: ResponseDetail;
  };
  "analytics.correctResponse": {
    params: { caller: Caller; slug: string; session_id: string; body: CorrectBody };
    result: ResponseDetail;
  };
  "analytics.annotateResponse": {
    params: { caller: Caller; slug: string; session_id: string; body: AnnotateBody };
    result: Annotations;
  };
  /** With `in_pieces`, `cursor` selects the first piece. Older gateways omit it and `query`, and older copies ignore it. */
  "analytics.responseHistory": {
    params: { caller: Caller; slug: string; session_id: string; query?: PersonalQuery; in_pieces?: boolean };
    result: History | BegunHistory;
  };
  /** Returns the next text of a history. `bytes`: approximate maximum size of the piece. */
  "analytics.historyPiece": { params: { cursor: string; bytes?: number; sessions?: number }; result: ExportPiece };
  "analytics.previewRetention": {
    params: { caller: Caller; slug: string; query: RetentionQuery };
    result: RetentionPreview;
  };
  "analytics.eraseResponse": { params: { caller: Caller; slug: string; session_id: string }; result: null };
  "analytics.insights": { params: { caller: Caller; slug: string; query: InsightsQuery }; result: Insights };
  "analytics.getResults": { params: { caller: Caller; slug: string; base_url: string }; result: Results };
  /** Publishes results, or changes what their address shows. */
  "analytics.putResults": {
    params: { caller: Caller; slug: string; base_url: string; body: PutResultsBody };
    result: Results & { is_new: boolean };
  };
  "analytics.removeResults": { params: { caller: Caller; slug: string }; result: null };
  /** Results at a public address. */
  "analytics.publicResults": { params: { token: string }; result: PublicResults };
  /** The same for their page, with the slug of their form. */
  "analytics.resultsPage": { params: { token: string }; result: { slug: string; results: PublicResults } };
  /** Removes a part of what the search and the rollups know of deleted forms. */
  "analytics.forgetForms": { params: { account_id: string; form_ids: string[] }; result: { erased: number } };
  /** Starts an export of the current sessions (decisions §6). `cursor` selects its first piece. Older versions omit the optional results. */
  "analytics.beginExport": {
    params: { caller: Caller; slug: string; query: ExportQuery };
    result: {
      filename: string;
      content_type: string;
      cursor: string;
      newest_version?: number;
      account_id?: string;
      /** its reader needs the right to personal data until the end */
      has_personal?: boolean;
    };
  };
  /** `bytes`: approximate maximum size of the piece. `sessions`: maximum sessions. Gateways of older versions omit both. */
  "analytics.exportPiece": { params: { cursor: string; bytes?: number; sessions?: number }; result: ExportPiece };
}
