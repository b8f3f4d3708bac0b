import { answersWithoutPersonal } from "../../../shared/api/personal.ts";
import { listItemAt, type SessionRow, type TabledItem, wholeSeconds } from "../../../shared/api/sessionDetail.ts";
import type { Annotations } from "../../../shared/api/shapes/annotations.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { type AnnotationRow, annotationsOf, joinVisits, keptCalculations } from "./detail.ts";

/** A session of the table, with answers and their points by node ID. */
export interface TableSession extends TabledItem {
  hidden: Record<string, string>;
  language: string | null;
  /** of the personal link that started it */
  reference?: string | null;
  /** absent in tables without them */
  annotations?: Annotations;
  answers: Record<string, Json>;
  scores: Record<string, number | null>;
  /** those of its version; absent before they are computed, unless they were kept */
  calculations?: CalculationResults;
}

/** Returns a session without personal data (wants §21.5). Points stay. */
export const rowWithoutPersonal = (session: TableSession, nodes: ReadonlySet<string>): TableSession => ({
  ...session,
  hidden: {},
  reference: null,
  answers: answersWithoutPersonal(session.answers, nodes),
});

/**
 * A session with its answers in one row. The rest of a detail would cost more than all columns of a table. Times are texts in UTC,
 * because parsing and formatting dates would cost more than reading the rest.
 */
export interface TableRow
  extends Omit<SessionRow, "user_agent" | "started_at" | "completed_at">,
    Partial<AnnotationRow> {
  started_at_text: string;
  link_id?: string | null;
  completed_at_text: string | null;
  kept_calculations: CalculationResults | null;
  answers: Record<string, Json> | null;
  scores: Record<string, number | null> | null;
}

/** Returns a time in microseconds and in UTC, as PostgreSQL writes it: `2026-11-22 18:19:41.8Z`. */
export const timeText = (column: string): string => `(${column} at time zone 'UTC')::text || 'Z'`;

export const tableColumns = `s.id, s.status, s.version_number, s.total_score, s.answers_count,
  ${timeText("s.completed_at")} as completed_at_text, s.current_node_id, s.hidden, s.language, s.link_id, s.import_id, s.is_untimed, ${keptCalculations}, p.answers, p.scores`;

/** Columns `answers` and, if the table has scores, `scores` by node ID, of the visits `v` of one session. */
export const answerColumns = (withScores: boolean): string =>
  withScores
    ? `json_object_agg(v.node_id, v.answer) filter (where v.answer_id is not null) as answers,
      json_object_agg(v.node_id, v.score_awarded) as scores`
    : "json_object_agg(v.node_id, v.answer) as answers, null::json as scores";

/** Points stay when a personal answer is erased. */
export const isAnswerOrScore = "v.seq is not null and (v.answer_id is not null or v.score_awarded is not null)"; // words: ok

export const isAnswer = "v.seq is not null and v.answer_id is not null"; // words: ok

/** Adds the answers of `s` as `p`. */
export const joinAnswers = (withScores: boolean): string =>
  joinVisits(answerColumns(withScores), withScores ? isAnswerOrScore : isAnswer);

export function tableSessionOf(row: TableRow): TableSession {
  const { completed_at_text, answers, scores, kept_calculations, tags, note, is_flagged } = row;
  const startedAt = isoTime(row.started_at_text);
  const completedAt = completed_at_text && isoTime(completed_at_text);
  const times = {
    duration_seconds: completedAt && !row.is_untimed ? wholeSeconds(new Date(startedAt), new Date(completedAt)) : null,
    started_at: startedAt,
    completed_at: completedAt,
  };
  return {
    ...listItemAt(row, times),
    hidden: row.hidden,
    language: row.language,
    reference: row.reference ?? null,
    ...(tags !== undefined && {
      annotations: annotationsOf({ tags, note: note ?? null, is_flagged: is_flagged ?? null }),
    }),
    answers: answers ?? {},
    scores: scores ?? {},
    ...(kept_calculations && { calculations: kept_calculations }),
  };
}

const secondsLength = "2026-11-22T18:19:41".length;

/** Returns the time as `Date.toISOString` writes it, from `timeText`. */
function isoTime(text: string): string {
  const milliseconds = text
    .slice(secondsLength + 1, secondsLength + 4)
    .replace("Z", "")
    .padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, secondsLength)}.${milliseconds}Z`;
}
