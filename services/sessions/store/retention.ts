import type pg from "pg";

/**
 * Days until a form's sessions, or their personal answers alone, are erased (wants §21.4, §21.5). The columns are explained in
 * migrations/0035-retention.ts and 0037-personal.ts.
 */
export type Kind = "retention" | "personal";

const settings: Record<Kind, string> = { retention: "retention_days", personal: "personal_retention_days" };

/** Notes changed retentions. A new or shorter one erases nothing for `delayMs`. Returns how many changed. */
export async function noteRetentions(
  pool: pg.Pool,
  kind: Kind,
  { maxDays, now, delayMs }: { maxDays: number | null; now: Date; delayMs: number },
): Promise<number> {
  // the newest days with the server's maximum, which null leaves out
  const wanted = `least(${settings[kind]}, $1::integer)`;
  const isShorter = `(${wanted} is not null and (${kind}_known is null or ${wanted} < ${kind}_known))`;
  const { rowCount } = await pool.query({
    name: `note-retentions ${kind}`,
    text: `update sessions.live_forms set ${kind}_known = ${wanted}, ${kind}_looked = null,
        ${kind}_from = case when ${isShorter} then $2::timestamptz else ${kind}_from end,
        ${kind}_told = case when ${isShorter} then null else ${kind}_told end
      where ${kind}_known is distinct from ${wanted}`,
    values: [maxDays, new Date(now.getTime() + delayMs)],
  });
  return rowCount ?? 0;
}

/** Notes which answers are personal now. Those of a new node are looked for in all sessions, and erased after `delayMs` at the earliest. */
export async function notePersonalNodes(
  pool: pg.Pool,
  { now, delayMs }: { now: Date; delayMs: number },
): Promise<void> {
  const newest = `coalesce((select v.personal from sessions.versions v where v.form_id = f.form_id
    order by v.version_number desc limit 1), '{}')`;
  const { rows } = await pool.query<{ form_id: string; nodes: string[]; is_wider: boolean }>(
    `select form_id, nodes, not nodes <@ personal_nodes as is_wider
      from (select f.form_id, f.personal_nodes, ${newest} as nodes from sessions.live_forms f
        where f.personal_known is not null) f
      where nodes <> personal_nodes`,
  );
  for (const { form_id, nodes, is_wider } of rows) {
    const delayed = is_wider
      ? ", personal_round = personal_round + 1, personal_since = null, personal_looked = null"
      : "";
    await pool.query(
      `update sessions.live_forms set personal_nodes = $2${delayed},
          personal_from = case when $4 then $3::timestamptz else personal_from end,
          personal_told = case when $4 then null else personal_told end
        where form_id = $1 and personal_nodes <> $2`,
      [form_id, nodes, new Date(now.getTime() + delayMs), is_wider],
    );
  }
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
  /** of personal answers */
  personal_nodes: string[];
  personal_round: number;
  personal_since: Date | null;
}

const columnsOf = (kind: Kind): string =>
  [
    "form_id, account_id, slug, title, personal_nodes, personal_round, personal_since",
    ...["known as days", "from as from", "told as told", "looked as looked", "erased as erased", "noted as noted"].map(
      (column) => `${kind}_${column}`,
    ),
  ].join(", ");

/** Returns forms to look at: those that weren't since `before`, the longest first. */
export async function retainedForms(pool: pg.Pool, kind: Kind, before: Date, limit: number): Promise<RetainedForm[]> {
  const { rows } = await pool.query<RetainedForm>({
    name: `retained-forms ${kind}`,
    text: `select ${columnsOf(kind)} from sessions.live_forms
      where (${kind}_known is not null or ${kind}_erased > 0)
        and (${kind}_looked is null or ${kind}_looked < $1)
      order by ${kind}_looked nulls first limit $2`,
    values: [before, limit],
  });
  return rows;
}

export async function retainedForm(pool: pg.Pool, kind: Kind, formId: string): Promise<RetainedForm | null> {
  const text = `select ${columnsOf(kind)} from sessions.live_forms where form_id = $1`;
  const { rows } = await pool.query<RetainedForm>(text, [formId]);
  return rows[0] ?? null;
}

/** Takes a form's turn. Returns false if another copy has it. */
export async function takeLook(
  pool: pg.Pool,
  kind: Kind,
  { form_id, looked }: RetainedForm,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `take-look ${kind}`,
    text: `update sessions.live_forms set ${kind}_looked = $3
      where form_id = $1 and ${kind}_looked is not distinct from $2`,
    values: [form_id, looked, now],
  });
  return rowCount === 1;
}

/** Lets the next turn come immediately. */
export async function lookAgain(pool: pg.Pool, kind: Kind, formId: string): Promise<void> {
  await pool.query(`update sessions.live_forms set ${kind}_looked = null where form_id = $1`, [formId]);
}

interface OldSession {
  id: string;
  is_running: boolean;
}

/** Sessions of the form `$1` without activity since `$2`. Locks nothing, so that it can read all workers of Citus. */
const selectOld = `select id, status = 'in_progress' as is_running from sessions.sessions
  where form_id = $1 and started_at < $2 and last_activity_at < $2`;

/** Returns a form's sessions without activity since `before`. */
export async function oldSessions(pool: pg.Pool, formId: string, before: Date, limit: number): Promise<OldSession[]> {
  const { rows } = await pool.query<OldSession>({
    name: "old-sessions",
    text: `${selectOld} order by started_at limit $3`,
    values: [formId, before, limit],
  });
  return rows;
}

/** Returns a form's sessions without activity since `before` whose personal answers weren't erased yet. */
export async function oldPersonal(
  pool: pg.Pool,
  { form_id, personal_round, personal_since }: RetainedForm,
  before: Date,
  limit: number,
): Promise<OldSession[]> {
  const { rows } = await pool.query<OldSession>({
    name: "old-personal",
    text: `${selectOld} and coalesce(personal_round, 0) < $3 and started_at >= coalesce($4::timestamptz, '-infinity')
      order by started_at limit $5`,
    values: [form_id, before, personal_round, personal_since, limit],
  });
  return rows;
}

/** Notes from where on sessions can have personal answers left, so that the next look doesn't read those before. */
export async function notePersonalSince(
  pool: pg.Pool,
  { form_id, personal_round, personal_since }: RetainedForm,
  before: Date,
): Promise<void> {
  const { rows } = await pool.query<{ first: Date | null }>(
    `select started_at as first from sessions.sessions
      where form_id = $1 and coalesce(personal_round, 0) < $2 and started_at >= coalesce($3::timestamptz, '-infinity')
      order by started_at limit 1`,
    [form_id, personal_round, personal_since],
  );
  const first = rows[0]?.first ?? before;
  await pool.query("update sessions.live_forms set personal_since = $3 where form_id = $1 and personal_round = $2", [
    form_id,
    personal_round,
    first < before ? first : before,
  ]);
}

export async function countErased(pool: pg.Pool, kind: Kind, formId: string, count: number): Promise<void> {
  await pool.query(`update sessions.live_forms set ${kind}_erased = ${kind}_erased + $2 where form_id = $1`, [
    formId,
    count,
  ]);
}

export async function noteTold(pool: pg.Pool, kind: Kind, formId: string, now: Date): Promise<void> {
  await pool.query(`update sessions.live_forms set ${kind}_told = $2 where form_id = $1`, [formId, now]);
}

/** The owner was told about so many erased responses. */
export async function noteErased(pool: pg.Pool, kind: Kind, formId: string, count: number, now: Date): Promise<void> {
  await pool.query(
    `update sessions.live_forms set ${kind}_erased = greatest(${kind}_erased - $2, 0), ${kind}_noted = $3
      where form_id = $1`,
    [formId, count, now],
  );
}
