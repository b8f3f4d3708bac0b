import { type SessionRow, sessionDetail, type VisitRow } from "../../../shared/domain/sessionDetail.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { read } from "./read.ts";

/** A session with its visits in one row: whatever moves meanwhile, the two belong together. */
export interface DetailRow extends SessionRow {
  visits: VisitJson[] | null;
}

type VisitJson = Omit<VisitRow, "shown_at" | "answered_at"> & { shown_at: string; answered_at: string };

export const detailColumns = `s.id, s.status, s.version_number, s.total_score, s.answers_count, s.started_at,
  s.completed_at, s.current_node_id, s.hidden, s.user_agent, p.visits`;

/** `p.visits` of `s`: the passed nodes in path order. */
export const joinVisits = `left join lateral (
    select json_agg(json_build_object('node_id', v.node_id, 'shown_at', v.shown_at, 'answered_at', v.answered_at,
      'answer_id', v.answer_id, 'question_type', v.question_type, 'answer', v.answer,
      'score_awarded', v.score_awarded) order by v.seq) as visits
    from sessions.visits v where v.session_id = s.id and v.seq is not null
  ) p on true`;

export function detailOf(row: DetailRow): SessionDetail {
  const visits = (row.visits ?? []).map((visit) => ({
    ...visit,
    shown_at: new Date(visit.shown_at),
    answered_at: new Date(visit.answered_at),
  }));
  return sessionDetail(row, visits);
}

/** null where the form has no such session. */
export async function findSession(reader: Reader, formId: string, sessionId: string): Promise<SessionDetail | null> {
  const [row] = await read<DetailRow>(reader, {
    name: "response-detail",
    text: `select ${detailColumns} from sessions.sessions s ${joinVisits} where s.id = $1 and s.form_id = $2`,
    values: [sessionId, formId],
  });
  return row ? detailOf(row) : null;
}
