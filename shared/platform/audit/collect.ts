import type pg from "pg";
import type { SentAuditEntry } from "../../api/audit/entry.ts";
import type { Log } from "../database/open.ts";
import type { SchemaOptions } from "../database/orm.ts";
import { type Loop, openLoop } from "../loop.ts";

/** ms. Finds what a copy left that died before it sent them. */
const usualInterval = 60_000;
/** ms. Entries in between share a message. */
const delay = 1_000;
const batchSize = 100;

/** The row of an outbox as it is sent. */
const sent = `entry || jsonb_build_object('id', id, 'account_id', account_id,
  'occurred_at', to_char(created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;

/**
 * Sends a service's entries of the audit log to auth, within seconds. Deletes them after auth has answered. Auth ignores those that
 * it has, so repeats by this copy or another one change nothing.
 */
export function openAuditOutbox(
  schema: SchemaOptions["schema"],
  pool: pg.Pool,
  send: (entries: SentAuditEntry[]) => Promise<unknown>,
  log: Pick<Log, "warn">,
  interval = usualInterval,
): Loop {
  const loop = openLoop({
    name: `${schema}.audit_outbox`,
    interval,
    delay,
    async work() {
      const { rows } = await pool.query<{ entry: SentAuditEntry }>(
        `select ${sent} as entry from ${schema}.audit_outbox order by id limit ${batchSize}`,
      );
      if (rows.length === 0) return false;
      const entries = rows.map(({ entry }) => entry);
      await send(entries);
      await pool.query(`delete from ${schema}.audit_outbox where id = any($1::uuid[])`, [entries.map(({ id }) => id)]);
      return entries.length === batchSize;
    },
    onError: (error) => log.warn(`Failed to send entries of the audit log, retrying: ${error.message}`),
  });
  loop.wake();
  return loop;
}
