import type pg from "pg";
import { keptContributions } from "../../services/analytics/store/contributions.ts";
import { addToRollups } from "../../services/analytics/store/rollups.ts";

const chunk = 20_000;

/**
 * Writes contributions of a form's ended sessions and adds them to its rollups (docs/adr/0015), faster than the backfill. `facts`
 * is SQL of those of a session `s`, or of `part`, a table of new sessions.
 */
export async function rollUpForm(
  client: pg.Client,
  formId: string,
  { facts, part = "sessions.sessions" }: { facts: string; part?: string },
): Promise<void> {
  await client.query(
    `insert into analytics.contributions (session_id, form_id, position, version_number, day, status, facts)
      select s.id, s.form_id, nextval('analytics.contribution_position'), s.version_number,
        (s.started_at at time zone 'utc')::date, s.status, ${facts}
      from sessions.sessions s where form_id = $1 and status <> 'in_progress' and id in (select id from ${part})
      on conflict do nothing`,
    [formId],
  );
  await client.query(
    "insert into analytics.rollup_forms (form_id, is_complete) values ($1, true) on conflict (form_id) do update set is_complete = true",
    [formId],
  );
  while (await rollUpChunk(client, formId));
}

/** Returns whether there may be more. Locks the form against the follower. */
async function rollUpChunk(client: pg.Client, formId: string): Promise<boolean> {
  await client.query("begin");
  const locked = "select folded::float8 from analytics.rollup_forms where form_id = $1 for update";
  const { rows } = await client.query(locked, [formId]);
  const condition = "c.form_id = $1 and c.position > $2 order by c.position limit $3";
  const waiting = await keptContributions(client, condition, [formId, rows[0].folded, chunk]);
  await addToRollups(client as unknown as pg.PoolClient, formId, waiting, 1);
  await client.query(
    "update analytics.rollup_forms set folded = coalesce($2, folded), unfolded = 0 where form_id = $1",
    [formId, waiting.at(-1)?.position],
  );
  await client.query("commit");
  return waiting.length === chunk;
}
