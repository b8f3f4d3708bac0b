import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { beginWriting, type RolledForm, trackForms } from "../store/rollups.ts";
import { limitsOf, type RollUp, rollUpIn } from "./write.ts";

/** Builds rollups of forms with sessions from before they had any. Until that is complete, their sessions are counted directly. */
export interface Backfill extends RollUp {
  pool: pg.Pool;
}

const interval = 2_000;
const batchSize = 500;
const formsAtOnce = 1_000;

export function backfillRollups(backfill: Backfill & { warn(message: string): void }): Loop {
  let isTracked = false;
  return openLoop({
    interval,
    async work(signal) {
      // later, the follower does it
      if (!isTracked) await trackAll(backfill, signal);
      isTracked = true;
      return backfillBatch(backfill);
    },
    onError: (error) => backfill.warn(`Failed to backfill rollups of insights, retrying: ${error.message}`),
  });
}

/** Gives rollups to all forms with enough sessions. */
export async function trackAll(backfill: Backfill, signal?: AbortSignal): Promise<void> {
  const { pool } = backfill;
  for (let after = "00000000-0000-0000-0000-000000000000"; !signal?.aborted; ) {
    const { rows } = await pool.query<{ form_id: string }>(
      "select form_id from sessions.live_forms where form_id > $1 order by form_id limit $2",
      [after, formsAtOnce],
    );
    const ids = rows.map(({ form_id }) => form_id);
    await trackForms(pool, ids, limitsOf(backfill).sessions);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

interface BackfilledForm extends RolledForm {
  position_at: string;
  position_id: string;
}

/** Rolls up the next sessions of one form. Returns whether there may be more. False if other copies have all forms. */
export async function backfillBatch(backfill: Backfill): Promise<boolean> {
  let hasMore = false;
  await inTransaction(backfill.pool, async (client) => {
    await beginWriting(client);
    const { rows } = await client.query<BackfilledForm>(
      `select form_id, folded::float8, unfolded, position_at::text, position_id from analytics.rollup_forms
        where not is_complete limit 1 for update skip locked`,
    );
    const [form] = rows;
    if (!form) return;
    hasMore = true;
    await backfillForm(client, backfill, form);
  });
  return hasMore;
}

async function backfillForm(client: pg.PoolClient, rolling: RollUp, form: BackfilledForm): Promise<void> {
  const { rows } = await client.query<{ id: string; started_at: string }>({
    name: "backfilled-sessions",
    // a bare started_at would sort by the text, and so read all sessions of the form
    text: `select s.id, s.started_at::text from sessions.sessions s
      where s.form_id = $1 and (s.started_at, s.id) > ($2::timestamptz, $3::uuid) order by s.started_at, s.id limit $4`,
    values: [form.form_id, form.position_at, form.position_id, batchSize],
  });
  await rollUpIn(
    client,
    rolling,
    [form],
    rows.map(({ id }) => id),
  );
  const last = rows.at(-1);
  await client.query(
    `update analytics.rollup_forms set position_at = $2, position_id = $3, is_complete = $4 where form_id = $1`,
    [form.form_id, last?.started_at ?? form.position_at, last?.id ?? form.position_id, rows.length < batchSize],
  );
}
