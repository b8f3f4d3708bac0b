import type pg from "pg";
import { countEach } from "./counts.ts";
import { lockDecided } from "./locks.ts";
import type { SessionState, StoredVisit } from "./sessions.ts";

/** Steps of one session: what differs between its states before and after them. */
export interface Move {
  sessionId: string;
  /** Revision at which they were decided, and the status at it. */
  revision: number;
  wasAbandoned: boolean;
  after: Pick<
    SessionState,
    | "current_node_id"
    | "current_shown_at"
    | "total_score"
    | "answers_count"
    | "answers_bytes"
    | "last_activity_at"
    | "language"
  >;
  /** Index of the first visit that differs, and the visits from there on. */
  seq: number;
  visits: readonly StoredVisit[];
  /** Whether other visits from `seq` on leave the path. */
  cuts: boolean;
  /** nodes that were shown and left without an answer */
  left: readonly (readonly [nodeId: string, shownAt: Date])[];
}

/**
 * Moves a session in a plain transaction (locks.ts), and reopens it if it was abandoned. Returns false, without writes, if the
 * session isn't at the revision. Each statement names the session, so that Citus sends it to one worker.
 */
export async function moveSession(client: pg.ClientBase, move: Move): Promise<boolean> {
  const { sessionId, left, cuts } = move;
  const status = move.wasAbandoned ? "abandoned" : "in_progress";
  const session = await lockDecided(client, { ...move, status });
  if (!session) return false;
  await updateSession(client, move);
  if (cuts) await cutVisits(client, move);
  for (const [nodeId, shownAt] of left) await insertShown(client, sessionId, nodeId, shownAt);
  await upsertVisits(client, move);
  if (move.wasAbandoned) {
    await countEach(client, [{ ...session, was: "abandoned", became: "in_progress", completed_at: null }]);
  }
  return true;
}

async function updateSession(client: pg.ClientBase, { sessionId, after }: Move): Promise<void> {
  await client.query({
    name: "move-session",
    text: `update sessions.sessions set revision = revision + 1, status = 'in_progress', current_node_id = $2,
        current_shown_at = $3, total_score = $4, answers_count = $5, answers_bytes = $6, last_activity_at = $7,
        language = $8
      where id = $1`,
    values: [
      sessionId,
      after.current_node_id,
      after.current_shown_at,
      after.total_score,
      after.answers_count,
      after.answers_bytes,
      after.last_activity_at,
      after.language,
    ],
  });
}

/** Keeps when their nodes were first shown. */
async function cutVisits(client: pg.ClientBase, { sessionId, seq, visits }: Move): Promise<void> {
  await client.query({
    name: "cut-visits",
    text: `update sessions.visits set seq = null, answered_at = null, answer_id = null, question_type = null, answer = null,
        score_awarded = null, given_by = null
      where session_id = $1 and seq >= $2 and node_id <> all ($3::text[])`,
    values: [sessionId, seq, visits.map(({ node_id }) => node_id)],
  });
}

async function insertShown(client: pg.ClientBase, sessionId: string, nodeId: string, shownAt: Date): Promise<void> {
  await client.query({
    name: "insert-shown",
    text: `insert into sessions.visits (session_id, node_id, shown_at) values ($1, $2, $3)
      on conflict (session_id, node_id) do nothing`,
    values: [sessionId, nodeId, shownAt],
  });
}

const visitColumns = 10;

/** Writes the visits from index `seq` of the path on. A node that was shown before keeps that time. */
export async function upsertVisits(
  client: pg.ClientBase,
  { sessionId, visits, seq }: Pick<Move, "sessionId" | "visits" | "seq">,
): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map((_, row) =>
    Array.from({ length: visitColumns }, (_, column) => `$${row * visitColumns + column + 1}`).join(", "),
  );
  await client.query({
    ...(visits.length === 1 && { name: "upsert-visit" }),
    text: `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
        score_awarded, given_by) values (${rows.join("), (")})
      on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
        answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
        score_awarded = excluded.score_awarded, given_by = excluded.given_by`,
    values: visits.flatMap((visit, index) => [
      sessionId,
      visit.node_id,
      seq + index,
      visit.shown_at,
      visit.answered_at,
      visit.answer_id,
      visit.question_type,
      visit.answer_id === null ? null : JSON.stringify(visit.answer),
      visit.score_awarded,
      visit.given_by,
    ]),
  });
}
