import type pg from "pg";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { Condition } from "../../../shared/domain/conditions/condition.ts";
import type { ClaimedDelivery } from "./queue.ts";

/** An event in a daily email. */
export interface DigestEntry {
  event_id: string;
  session_id: string;
  condition: Condition | null;
  payload: SessionEvent;
}

const batch = 200;

/** Assigns the waiting events to this email, so that every attempt sends the same. */
export async function takeEntries(pool: pg.Pool, { id, integration_id }: ClaimedDelivery): Promise<void> {
  await pool.query(
    `update integrations.mail_digest_entries set digest_id = $1 where mail_id = $2 and digest_id is null
      and not exists (select from integrations.mail_digest_entries where mail_id = $2 and digest_id = $1)`,
    [id, integration_id],
  );
}

/** Returns the email's events in the order in which they were taken in, in batches. */
export async function* entriesOf(
  pool: pg.Pool,
  { id, integration_id }: ClaimedDelivery,
): AsyncGenerator<DigestEntry[]> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: (DigestEntry & { at: string })[] } = await pool.query(
      `select event_id, session_id, condition, payload, created::text || '/' || event_id as at
        from integrations.mail_digest_entries
        where mail_id = $1 and digest_id = $2 and ($3::text is null
          or (created, event_id) > (split_part($3, '/', 1)::timestamptz, split_part($3, '/', 2)::uuid))
        order by created, event_id limit $4`,
      [integration_id, id, after, batch],
    );
    yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.at ?? null;
  }
}

/** Records an event that isn't in a daily email because of the condition. Idempotent. */
export async function recordSkipped(pool: pg.Pool, delivery: ClaimedDelivery, entries: DigestEntry[]): Promise<void> {
  await pool.query(
    `insert into integrations.attempts (id, integration_id, integration_name, integration_type, event_id, event, session_id,
        status, attempt, duration_ms)
      select md5($1 || n.event_id)::uuid, $1::uuid, $2, 'mail', n.event_id, $3, n.session_id, 'skipped', 1, 0
      from json_to_recordset($4::json) as n (event_id uuid, session_id uuid)
      where not exists (select from integrations.attempts a where a.id = md5($1 || n.event_id)::uuid)`,
    [
      delivery.integration_id,
      delivery.integration_name,
      delivery.payload.type,
      JSON.stringify(entries.map(({ event_id, session_id }) => ({ event_id, session_id }))),
    ],
  );
}
