import type pg from "pg";
import { inTransaction } from "../../../shared/database/transaction.ts";
import type { SessionEvent } from "../../../shared/shapes/events.ts";

/**
 * Makes the deliveries of these events, in one transaction; gives how many are new. Idempotent: of an event and an
 * attachment there is one delivery, ever.
 *
 * An event goes to the attachments that were made before it happened and are enabled now (decisions §7). Events carry
 * milliseconds and attachments microseconds, so an attachment's time is cut to what it is compared with. The attachments
 * are locked against being disabled or detached meanwhile, and the sessions against being erased: whoever does that
 * waits, and then finds the deliveries that were made.
 */
export function takeIn(pool: pg.Pool, events: SessionEvent[]): Promise<number> {
  const sessions = events.map(({ data }) => data.session.id);
  const forms = events.map(({ data }) => data.form.id);
  return inTransaction(pool, async (client) => {
    await lockAgainstErasure(client, sessions);
    await client.query({
      name: "lock-attachments",
      text: `select 1 from integrations.attachments where form_id = any($1::uuid[]) order by id for share`,
      values: [forms],
    });
    return insertDeliveries(client, events);
  });
}

async function insertDeliveries(client: pg.PoolClient, events: SessionEvent[]): Promise<number> {
  const { rowCount } = await client.query({
    name: "insert-deliveries",
    text: `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id,
        form_slug, session_id, event, payload, state, due_at)
      select gen_random_uuid(), e.id, a.id, i.id, i.account_id, a.form_id, e.form_slug, e.session_id, e.event,
        e.payload, 'queued', clock_timestamp()
      from json_to_recordset($1::json) as e (id uuid, form_id uuid, form_slug text, session_id uuid, event text,
        occurred_at timestamptz, payload json)
      join integrations.attachments a on a.form_id = e.form_id and e.event = any(a.events) and a.is_enabled
        and date_trunc('milliseconds', a.created) <= e.occurred_at
      join integrations.integrations i on i.id = a.integration_id
      where not exists (select 1 from integrations.erased_sessions s where s.session_id = e.session_id)
      on conflict (event_id, attachment_id) do nothing`,
    values: [JSON.stringify(events.map(rowOf))],
  });
  return rowCount ?? 0;
}

const rowOf = (event: SessionEvent) => ({
  id: event.id,
  form_id: event.data.form.id,
  form_slug: event.data.form.slug,
  session_id: event.data.session.id,
  event: event.type,
  occurred_at: event.timestamp,
  payload: event,
});

/**
 * Erases what is kept of a session beside its deliveries' metadata, and cancels what is pending (decisions §6). It stays
 * erased: an event that was claimed before and is taken in later makes nothing any more.
 */
export function eraseSession(pool: pg.Pool, session_id: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [session_id]);
    await client.query("insert into integrations.erased_sessions (session_id) values ($1) on conflict do nothing", [
      session_id,
    ]);
    await client.query(
      `update integrations.deliveries set payload = null, due_at = null, retry_asked = false,
          state = case when state = 'queued' then 'cancelled' else state end
        where session_id = $1`,
      [session_id],
    );
    await client.query(
      "update integrations.attempts set request_body = null, response_body = null where session_id = $1",
      [session_id],
    );
  });
}

/** Shared by all who take in, held alone by whoever erases. */
async function lockAgainstErasure(client: pg.PoolClient, session_ids: string[]): Promise<void> {
  await client.query({
    name: "lock-sessions",
    text: "select pg_advisory_xact_lock_shared(hashtextextended(id, 7)) from unnest($1::text[]) as s (id) order by id",
    values: [session_ids],
  });
}
