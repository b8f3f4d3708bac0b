import { type SessionRow, sessionDetail, type VisitRow } from "../../../shared/api/sessionDetail.ts";
import type { Annotations } from "../../../shared/api/shapes/annotations.ts";
import type { ResponseDetail } from "../../../shared/api/shapes/sessions.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { withReferences } from "./links.ts";
import { read } from "./read.ts";

export const annotationColumns = "s.tags, s.note, s.is_flagged";

/** All are null without annotations. */
export interface AnnotationRow {
  tags: string[] | null;
  note: string | null;
  is_flagged: boolean | null;
}

export const annotationsOf = ({ tags, note, is_flagged }: AnnotationRow): Annotations => ({
  tags: tags ?? [],
  note: note ?? "",
  is_flagged: is_flagged ?? false,
});

/** A session with its visits in one row, so that both are of the same moment. */
export interface DetailRow extends SessionRow, AnnotationRow {
  link_id?: string | null;
  kept_calculations?: CalculationResults | null;
  visits: VisitArray[] | null;
}

/** An object for each visit would take PostgreSQL twice as long. */
type VisitArray = [
  node_id: string,
  shown_at: string,
  answered_at: string,
  answer_id: string | null,
  question_type: string,
  answer: Json,
  score_awarded: number | null,
];

/** Results from before personal answers were erased (sessions/store/eraseAnswers.ts), or null. */
export const keptCalculations =
  "case when s.kept_at = s.last_activity_at then s.kept_calculations end as kept_calculations";

export const detailColumns = `s.id, s.status, s.version_number, s.total_score, s.answers_count, s.started_at,
  s.completed_at, s.current_node_id, s.hidden, s.user_agent, s.language, s.link_id, s.answers_revision, s.edited_at, s.import_id, s.is_untimed,
  ${keptCalculations}, ${annotationColumns}, p.visits`; // words: ok

/** Column `visits` of the visits `v` of one session: the passed nodes in path order. */
export const visitsColumn = `json_agg(json_build_array(v.node_id, v.shown_at, v.answered_at, v.answer_id, v.question_type,
  v.answer, v.score_awarded) order by v.seq) as visits`;

export const isPassed = "v.seq is not null"; // words: ok

/** Adds columns `p` from the visits `v` of the session `s` that match the condition. */
export const joinVisits = (columns: string, condition: string): string => `left join lateral (
    select ${columns} from sessions.visits v where v.session_id = s.id and ${condition}
  ) p on true`;

/** Returns the owner's view without calculations. */
export function detailOf(row: DetailRow): ResponseDetail {
  const visits = (row.visits ?? []).map(
    ([nodeId, shownAt, answeredAt, answerId, questionType, answer, scoreAwarded]): VisitRow => ({
      node_id: nodeId,
      shown_at: new Date(shownAt),
      answered_at: new Date(answeredAt),
      answer_id: answerId,
      question_type: questionType,
      answer,
      score_awarded: scoreAwarded,
    }),
  );
  const detail = sessionDetail(row, visits);
  return { ...detail, calculations: row.kept_calculations ?? detail.calculations, annotations: annotationsOf(row) };
}

/** Returns the owner's view without calculations, or null if the form has no such session. */
export async function findSession(reader: Reader, formId: string, sessionId: string): Promise<ResponseDetail | null> {
  // `$1` in the subquery, too, so that Citus asks only the session's worker
  const visits = joinVisits(visitsColumn, `v.session_id = $1 and ${isPassed}`);
  const rows = await read<DetailRow>(reader, {
    name: "response-detail",
    text: `select ${detailColumns} from sessions.sessions s ${visits} where s.id = $1 and s.form_id = $2`,
    values: [sessionId, formId],
  });
  const [row] = await withReferences(reader, rows);
  return row ? detailOf(row) : null;
}
