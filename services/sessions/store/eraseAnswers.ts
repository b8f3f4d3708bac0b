import type pg from "pg";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { insertAnswerErasure } from "./events.ts";
import { claimsHeld, freeClaims } from "./exact.ts";
import { deleteOfSession } from "./files.ts";
import { lockLiveForm } from "./liveForms.ts";
import { withSession } from "./locks.ts";
import { loadOne, type SessionState } from "./sessions.ts";

interface Erased {
  formId: string;
  sessionId: string;
  nodes: readonly string[];
  /** of the form's personal nodes (migrations/0037-personal.ts) */
  round: number;
}

/**
 * Erases the answers to these nodes, with their files, their changes in the history and what they claim (wants §21.5). Points, the path
 * and calculated results stay. Adds an event for services with copies. Returns false if the session has no such answers. 404 if the form
 * has no such session.
 */
export async function eraseAnswers(
  pool: pg.Pool,
  { formId, sessionId, nodes, round }: Erased,
  resultsOf: (state: SessionState) => Promise<CalculationResults>,
): Promise<boolean> {
  const { hasErased } = await withSession(pool, { sessionId, formId }, withoutDeadline, async (client) => {
    const state = await loadOne(client, sessionId);
    const erased =
      state?.visits.filter(({ node_id, answer_id }) => answer_id !== null && nodes.includes(node_id)) ?? [];
    // also what going back cut off, and earlier corrections
    await eraseFromVisits(client, sessionId, nodes);
    const isInHistory = await eraseFromHistory(client, sessionId, nodes);
    if (!state || (erased.length === 0 && !isInHistory)) {
      await client.query("update sessions.sessions set personal_round = $2 where id = $1", [sessionId, round]);
      return { hasErased: false };
    }
    const bytes = erased.reduce((sum, { answer }) => sum + Buffer.byteLength(JSON.stringify(answer)), 0);
    await client.query(
      `update sessions.sessions set personal_round = $2, revision = revision + 1, answers_count = answers_count - $3,
          answers_bytes = greatest(answers_bytes - $4, 0), kept_at = last_activity_at,
          kept_calculations = case when kept_at = last_activity_at then kept_calculations else $5::json end
        where id = $1`,
      [sessionId, round, erased.length, bytes, JSON.stringify(await resultsOf(state))],
    );
    await deleteOfSession(client, sessionId, nodes);
    await eraseFromEvents(client, sessionId, nodes);
    await eraseClaims(client, formId, sessionId, nodes);
    await insertAnswerErasure(client, formId, sessionId, nodes);
    return { hasErased: true };
  });
  return hasErased;
}

async function eraseFromVisits(client: pg.PoolClient, sessionId: string, nodes: readonly string[]): Promise<void> {
  await client.query(
    `update sessions.visits set answer = null, answer_id = null
      where session_id = $1 and node_id = any($2::text[]) and answer_id is not null`,
    [sessionId, nodes],
  );
}

/** Returns whether the history had changes of these nodes. */
async function eraseFromHistory(client: pg.PoolClient, sessionId: string, nodes: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `update sessions.revisions set changes = coalesce((select json_agg(change) from json_array_elements(changes) change
          where not change ->> 'node_id' = any($2::text[])), '[]')
      where session_id = $1 and exists (select from json_array_elements(changes) change
        where change ->> 'node_id' = any($2::text[]))`,
    [sessionId, nodes],
  );
  return (rowCount ?? 0) > 0;
}

/** Events that wait for a consumer are sent without the answers. */
async function eraseFromEvents(client: pg.PoolClient, sessionId: string, nodes: readonly string[]): Promise<void> {
  await client.query(
    `update sessions.events set session = jsonb_set(session::jsonb, '{answers}', coalesce((select jsonb_agg(answer)
          from jsonb_array_elements(session::jsonb -> 'answers') answer
          where not answer ->> 'node_id' = any($2::text[])), '[]'))::json
      where session_id = $1 and session is not null`,
    [sessionId, nodes],
  );
}

async function eraseClaims(
  client: pg.PoolClient,
  formId: string,
  sessionId: string,
  nodes: readonly string[],
): Promise<void> {
  if ((await claimsHeld(client, formId, sessionId)).length === 0) return;
  await lockLiveForm(client, formId);
  await freeClaims(client, formId, sessionId, nodes);
}

/** Returns whether a session's personal answers were erased, so that its path can't be walked anymore. */
export async function hasErasedAnswers(pool: pg.Pool, sessionId: string): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>({
    name: "has-erased-answers",
    text: "select kept_calculations is not null as has from sessions.sessions where id = $1",
    values: [sessionId],
  });
  return rows[0]?.has ?? false;
}
