import type pg from "pg";

/** Days until a form's sessions are erased (wants §21.4). The columns are explained in migrations/0035-retention.ts. */

/** The newest days with the server's maximum, of `$1`. */
const wanted = "least(coalesce(retention_days, $1::integer), $1::integer)";
const isShorter = `(${wanted} is not null and (retention_known is null or ${wanted} < retention_known))`;

/** Notes changed retentions. A new or shorter one erases nothing for `delayMs`. Returns how many changed. */
export async function noteRetentions(
  pool: pg.Pool,
  { maxDays, now, delayMs }: { maxDays: number | null; now: Date; delayMs: number },
): Promise<number> {
  const { rowCount } = await pool.query({
    name: "note-retentions",
    text: `update sessions.live_forms set retention_known = ${wanted}, retention_looked = null,
        retention_from = case when ${isShorter} then $2::timestamptz else retention_from end,
        retention_told = case when ${isShorter} then null else retention_told end
      where retention_known is distinct from ${wanted}`,
    values: [maxDays, new Date(now.getTime() + delayMs)],
  });
  return rowCount ?? 0;
}

/** A form with a retention. */
export interface RetainedForm {
  form_id: string;
  account_id: string;
  slug: string | null;
  title: string;
  /** null if responses are kept from now on */
  days: number | null;
  /** nothing is erased before */
  from: Date;
  /** when the owner was told that responses will be erased; null if not yet */
  told: Date | null;
  /** when it was last looked at */
  looked: Date | null;
  /** responses erased since the last notification about them */
  erased: number;
  noted: Date | null;
}

const columns = [
  "form_id, account_id, slug, title",
  "retention_known as days, retention_from as from, retention_told as told",
  "retention_looked as looked, retention_erased as erased, retention_noted as noted",
].join(", ");

/** Returns forms to look at: those that weren't since `before`, the longest first. */
export async function retainedForms(pool: pg.Pool, before: Date, limit: number): Promise<RetainedForm[]> {
  const { rows } = await pool.query<RetainedForm>({
    name: "retained-forms",
    text: `select ${columns} from sessions.live_forms
      where (retention_known is not null or retention_erased > 0)
        and (retention_looked is null or retention_looked < $1)
      order by retention_looked nulls first limit $2`,
    values: [before, limit],
  });
  return rows;
}

export async function retainedForm(pool: pg.Pool, formId: string): Promise<RetainedForm | null> {
  const { rows } = await pool.query<RetainedForm>(`select ${columns} from sessions.live_forms where form_id = $1`, [
    formId,
  ]);
  return rows[0] ?? null;
}

/** Takes a form's turn. Returns false if another copy has it. */
export async function takeLook(pool: pg.Pool, { form_id, looked }: RetainedForm, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "take-retention-look",
    text: `update sessions.live_forms set retention_looked = $3
      where form_id = $1 and retention_looked is not distinct from $2`,
    values: [form_id, looked, now],
  });
  return rowCount === 1;
}

/** Lets the next turn come immediately. */
export async function lookAgain(pool: pg.Pool, formId: string): Promise<void> {
  await pool.query("update sessions.live_forms set retention_looked = null where form_id = $1", [formId]);
}

/** Returns a form's sessions without activity since `before`. Locks nothing, so that it can read all workers of Citus. */
export async function oldSessions(
  pool: pg.Pool,
  formId: string,
  before: Date,
  limit: number,
): Promise<{ id: string; is_running: boolean }[]> {
  const { rows } = await pool.query({
    name: "old-sessions",
    text: `select id, status = 'in_progress' as is_running from sessions.sessions
      where form_id = $1 and started_at < $2 and last_activity_at < $2 order by started_at limit $3`,
    values: [formId, before, limit],
  });
  return rows;
}

export async function countErased(pool: pg.Pool, formId: string, count: number): Promise<void> {
  await pool.query("update sessions.live_forms set retention_erased = retention_erased + $2 where form_id = $1", [
    formId,
    count,
  ]);
}

export async function noteTold(pool: pg.Pool, formId: string, now: Date): Promise<void> {
  await pool.query("update sessions.live_forms set retention_told = $2 where form_id = $1", [formId, now]);
}

/** The owner was told about so many erased responses. */
export async function noteErased(pool: pg.Pool, formId: string, count: number, now: Date): Promise<void> {
  await pool.query(
    `update sessions.live_forms set retention_erased = greatest(retention_erased - $2, 0), retention_noted = $3
      where form_id = $1`,
    [formId, count, now],
  );
}
