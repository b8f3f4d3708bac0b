import type pg from "pg";
import type { RolledForm } from "./rollups.ts";

/** A form whose sessions from before it had rollups are being added to them. */
export interface BackfilledForm extends RolledForm {
  position_at: string;
  position_id: string;
}

export async function liveForms(pool: pg.Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ form_id: string }>(
    "select form_id from sessions.live_forms where form_id > $1 order by form_id limit $2",
    [after, limit],
  );
  return rows.map(({ form_id }) => form_id);
}

/** Locks a form. Undefined if all are complete, or other copies have them. */
export async function takeBackfill(client: pg.PoolClient): Promise<BackfilledForm | undefined> {
  const { rows } = await client.query<BackfilledForm>(
    `select form_id, folded::float8, unfolded, position_at::text, position_id from analytics.rollup_forms
      where not is_complete limit 1 for update skip locked`,
  );
  return rows[0];
}

interface BackfilledSession {
  id: string;
  started_at: string;
}

/** Returns the next sessions, oldest first. */
export async function backfilledSessions(
  client: pg.PoolClient,
  form: BackfilledForm,
  limit: number,
): Promise<BackfilledSession[]> {
  const { rows } = await client.query<BackfilledSession>({
    name: "backfilled-sessions",
    // a bare started_at would sort by the text, and so read all sessions of the form
    text: `select s.id, s.started_at::text from sessions.sessions s
      where s.form_id = $1 and (s.started_at, s.id) > ($2::timestamptz, $3::uuid) order by s.started_at, s.id limit $4`,
    values: [form.form_id, form.position_at, form.position_id, limit],
  });
  return rows;
}

/** Records the last session that was added. */
export async function noteBackfill(
  client: pg.PoolClient,
  form: BackfilledForm,
  last: BackfilledSession | undefined,
  isComplete: boolean,
): Promise<void> {
  await client.query(
    `update analytics.rollup_forms set position_at = $2, position_id = $3, is_complete = $4 where form_id = $1`,
    [form.form_id, last?.started_at ?? form.position_at, last?.id ?? form.position_id, isComplete],
  );
}
