import type pg from "pg";
import type { SessionRow, VisitRow } from "../../../shared/api/sessionDetail.ts";
import type { FormCounts } from "../../../shared/bus/contract/sessions.ts";
import { dayMs, utcDay } from "../../../shared/domain/dates.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import type { ShownResults } from "./shownResults.ts";

/** `given_by`: hash of the key of the device that gave the answer, "" if it had none. Null before another device continued. */
export interface StoredVisit extends VisitRow {
  given_by: string | null;
}

/** A session's whole state, read in one statement and cached by the process that moves it. */
export interface SessionState extends SessionRow {
  form_id: string;
  version_id: string;
  /** Increments with every change. A write decided on an older revision does nothing. */
  revision: number;
  current_shown_at: Date;
  /** Bytes of JSON of its answers and hidden fields. */
  answers_bytes: number;
  last_activity_at: Date;
  was_abandoned: boolean;
  /** Null before completion, for older completions, and if its end screen shows nothing. */
  shown_results: ShownResults | null;
  /** The personal link that started it. */
  link_id: string | null;
  /** of the import that stored it (wants §25); null for a respondent's */
  import_id: string | null;
  is_untimed: boolean | null;
  /**
   * Hashes of the keys of the devices that answered it before another one continued it by the link (devices.ts), "" if they had none. Null
   * in all other sessions.
   */
  begun_by: string | null;
  /** Hash of the key that the client made at the start, or null. */
  resume_key: string | null;
  /** Hash of the key of the device that opened the session's link to finish later, or null. */
  opened_by: string | null;
  /** Passed nodes, in path order. */
  visits: readonly StoredVisit[];
  /** When nodes that going back cut off were first shown. */
  shown_before: ReadonlyMap<string, Date>;
}

type JoinedRow = Omit<SessionState, "visits" | "shown_before"> & {
  [V in keyof StoredVisit as `v_${V}`]: StoredVisit[V];
} & {
  v_seq: number | null;
};

const columns = [
  "id",
  "form_id",
  "version_id",
  "version_number",
  "status",
  "revision",
  "current_node_id",
  "current_shown_at",
  "total_score",
  "answers_count",
  "answers_bytes",
  "hidden",
  "user_agent",
  "started_at",
  "last_activity_at",
  "completed_at",
  "was_abandoned",
  "shown_results",
  "language",
  "link_id",
  "begun_by",
  "resume_key",
  "import_id",
  "is_untimed",
]
  .map((name) => `s.${name}`)
  .join();

const visitColumns = [
  "node_id",
  "seq",
  "shown_at",
  "answered_at",
  "answer_id",
  "question_type",
  "answer",
  "score_awarded",
  "given_by",
]
  .map((name) => `v.${name} as v_${name}`)
  .join();

/** Returns one state per id, null if the session doesn't exist. */
export async function loadMany(pool: Queryable, ids: string[]): Promise<(SessionState | null)[]> {
  const { rows } = await pool.query<JoinedRow>({
    name: "load-sessions",
    text: `select ${columns}, opened.opened_by, ${visitColumns}
      from sessions.sessions s left join lateral ${lookupPerRow("sessions.visits", "t.session_id = s.id")} v on true
        left join lateral ${lookupPerRow("sessions.resumes", "t.session_id = s.id")} opened on true
      where s.id = any($1::uuid[]) order by s.id, v.seq`,
    values: [ids],
  });
  const byId = Map.groupBy(rows, (row) => row.id);
  return ids.map((id) => stateOf(byId.get(id) ?? []));
}

/** Returns one session's state. On a distributed database, it needs one worker. */
export async function loadOne(pool: Queryable, id: string): Promise<SessionState | null> {
  const { rows } = await pool.query<JoinedRow>({
    name: "load-session",
    text: `select ${columns}, opened.opened_by, ${visitColumns}
      from sessions.sessions s left join sessions.visits v on v.session_id = s.id
        left join sessions.resumes opened on opened.session_id = s.id
      where s.id = $1 order by v.seq`,
    values: [id],
  });
  return stateOf(rows);
}

function stateOf(rows: JoinedRow[]): SessionState | null {
  const [first] = rows;
  if (!first) return null;
  const passed = rows.filter((row) => row.v_seq !== null);
  const cut = rows.filter((row) => row.v_seq === null && row.v_node_id !== null);
  return {
    id: first.id,
    form_id: first.form_id,
    version_id: first.version_id,
    version_number: first.version_number,
    status: first.status,
    revision: first.revision,
    current_node_id: first.current_node_id,
    current_shown_at: first.current_shown_at,
    total_score: first.total_score,
    answers_count: first.answers_count,
    answers_bytes: first.answers_bytes,
    hidden: first.hidden,
    user_agent: first.user_agent,
    started_at: first.started_at,
    last_activity_at: first.last_activity_at,
    completed_at: first.completed_at,
    was_abandoned: first.was_abandoned,
    shown_results: first.shown_results,
    language: first.language,
    link_id: first.link_id,
    import_id: first.import_id,
    is_untimed: first.is_untimed,
    begun_by: first.begun_by,
    resume_key: first.resume_key,
    opened_by: first.opened_by,
    visits: passed.map(visitOf),
    shown_before: new Map(cut.map((row) => [row.v_node_id, row.v_shown_at])),
  };
}

const visitOf = (row: JoinedRow): StoredVisit => ({
  node_id: row.v_node_id,
  shown_at: row.v_shown_at,
  answered_at: row.v_answered_at,
  answer_id: row.v_answer_id,
  question_type: row.v_question_type,
  answer: row.v_answer,
  score_awarded: row.v_score_awarded,
  given_by: row.v_given_by,
});

/** Days in a list of forms, including today. */
const shownDays = 14;

/** Returns one row per form that had sessions. `now` is in ms. */
export async function countByForms(
  pool: Pick<pg.Pool, "query">,
  formIds: string[],
  now: number,
): Promise<FormCounts[]> {
  const first = Math.floor(now / dayMs) - (shownDays - 1);
  // `day` is null for the totals
  const { rows } = await pool.query<{ form_id: string; day: number | null; total: number; completed: number }>({
    name: "count-by-forms",
    text: `select form_id, nullif(day, '-infinity') - date '1970-01-01' as day, sum(completed)::integer as completed,
        sum(in_progress + completed + abandoned)::integer as total
      from sessions.form_counts
      where form_id = any($1::uuid[]) and (day = '-infinity' or day >= $2) group by 1, form_counts.day`,
    values: [formIds, utcDay(first * dayMs)],
  });
  const days = Map.groupBy(rows, ({ form_id }) => form_id);
  return rows
    .filter(({ day }) => day === null)
    .map(({ form_id, total, completed }) => {
      const daily = new Array<number>(shownDays).fill(0);
      for (const { day, completed } of days.get(form_id) ?? []) {
        // PostgreSQL's clock may be a day ahead at midnight
        const index = day === null ? -1 : Math.min(day - first, shownDays - 1);
        if (index >= 0) daily[index] = (daily[index] ?? 0) + completed;
      }
      return { form_id, total, completed, daily_completed: daily };
    });
}

export async function formOfSession(pool: pg.Pool, sessionId: string): Promise<string | null> {
  const { rows } = await pool.query<{ form_id: string }>({
    name: "form-of-session",
    text: "select form_id from sessions.sessions where id = $1",
    values: [sessionId],
  });
  return rows[0]?.form_id ?? null;
}

/** Returns answers of these sessions to these nodes, on their paths. */
export async function answersOf(
  client: Queryable,
  sessionIds: readonly string[],
  nodeIds: readonly string[],
): Promise<NodeAnswer[]> {
  const { rows } = await client.query<NodeAnswer>({
    name: "answers-of-sessions",
    text: `select session_id, node_id, answer from sessions.visits
      where session_id = any($1::uuid[]) and node_id = any($2::text[]) and answer_id is not null`,
    values: [sessionIds, nodeIds],
  });
  return rows;
}

type NodeAnswer = Pick<VisitRow, "node_id" | "answer"> & { session_id: string };

/** Sorts by id. All statements lock sessions in this order, so that they don't deadlock. */
export const inOrder = <T extends { sessionId: string }>(writes: readonly T[]): T[] =>
  writes.toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1));

/**
 * Returns an SQL condition that is true until `deadline`, SQL of a time of the server's clock, and then fails
 * (isLateOnServer). A statement in time doesn't call the function.
 */
export const isInTime = (deadline: string): string =>
  `(clock_timestamp() <= ${deadline} or sessions.in_time(${deadline}))`;

/** SQL of the id in a statement for one session, whose ids are `$1`. Unlike a joined row's, it shows Citus the shard. */
export const onlyId = "($1::uuid[])[1]";

/** Splits sessions for statements: all in one, or one by one if they are on several workers. */
export function perStatement<T>({ isDistributed }: Pick<Database, "isDistributed">, sessions: T[]): T[][] {
  if (isDistributed) return sessions.map((session) => [session]);
  return sessions.length > 0 ? [sessions] : [];
}

/** Returns the hash of the client that started a session. Null if it isn't known. */
export async function clientOf(pool: Queryable, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ client: string | null }>("select client from sessions.sessions where id = $1", [
    id,
  ]);
  return rows[0]?.client ?? null;
}
