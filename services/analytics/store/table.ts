import type { Json } from "../../../shared/domain/json.ts";
import { type SessionRow, sessionListItem } from "../../../shared/domain/sessionDetail.ts";
import type { TableSession } from "../export/csv.ts";
import { joinVisits } from "./detail.ts";

/** A session with its answers in one row. The rest of a detail would cost more than all columns of a table. */
export interface TableRow extends Omit<SessionRow, "user_agent"> {
  answers: Record<string, Json> | null;
  scores: Record<string, number | null> | null;
}

export const tableColumns = `s.id, s.status, s.version_number, s.total_score, s.answers_count, s.started_at,
  s.completed_at, s.current_node_id, s.hidden, p.answers, p.scores`;

/** Columns `answers` and, if the table has scores, `scores` by node ID, of the visits `v` of one session. */
export const answerColumns = (withScores: boolean): string => `json_object_agg(v.node_id, v.answer) as answers,
  ${withScores ? "json_object_agg(v.node_id, v.score_awarded)" : "null::json"} as scores`;

export const isAnswer = "v.seq is not null and v.answer_id is not null"; // words: ok

/** Adds the answers of `s` as `p`. */
export const joinAnswers = (withScores: boolean): string => joinVisits(answerColumns(withScores), isAnswer);

export const tableSessionOf = (row: TableRow): TableSession => ({
  ...sessionListItem(row),
  hidden: row.hidden,
  answers: row.answers ?? {},
  scores: row.scores ?? {},
});
