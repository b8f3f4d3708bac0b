import type pg from "pg";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Timed, withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { orderedUuid } from "../../../shared/platform/ids.ts";
import { eraseJobs } from "../../../shared/platform/jobs/table.ts";
import { answersErasedMessage, erasedMessage, noSession } from "./attempts.ts";

/** An event with its position in the sequence of events. Null if an older copy of sessions sent it. */
export interface PositionedEvent {
  event: SessionEvent;
  position: number | null;
}

/**
 * Creates the deliveries of these events in one transaction and returns how many are new. Idempotent: there is one delivery
 * per event and attachment.
 *
 * An event goes to attachments that were created before it happened and are enabled now (decisions §7). A sequence in the
 * database of sessions numbers both, so their order doesn't depend on clocks. Events or attachments without a position, from
 * before positions existed, are ordered by time. Attachments are then cut to milliseconds, like events. Locks the attachments
 * against disabling and detaching, and the sessions against erasure: those wait, and then find the deliveries.
 */
export function insertDeliveriesOf(pool: pg.Pool, events: PositionedEvent[]): Promise<number> {
  const sessions = events.map(({ event }) => event.data.session.id);
  const forms = events.map(({ event }) => event.data.form.id);
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

/**
 * One delivery per daily email and day, which sends the events of `mail_digest_entries` shortly after the UTC day ends. The
 * margin is longer than a transaction, so that no event of the day is taken in later.
 */
const insertDigests = `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id,
          form_slug, session_id, event, payload, state, due_at)
        select distinct on (attachment_id) gen_random_uuid(), md5(attachment_id::text || d.next_day)::uuid, attachment_id,
          integration_id, account_id, form_id, form_slug, '${noSession}'::uuid, event,
          json_build_object('digest', true, 'type', event, 'data', json_build_object('form', payload -> 'data' -> 'form')),
          'queued', d.next_day + interval '1 minute'
        from matched, (select date_trunc('day', now(), 'UTC') + interval '1 day' as next_day) d
        where digest = 'daily' and attachment_id in (select mail_id from entries)
        on conflict (event_id, attachment_id) do nothing`;

async function insertDeliveries(client: pg.PoolClient, events: PositionedEvent[]): Promise<number> {
  const { rows } = await client.query<{ queued: number }>({
    name: "insert-deliveries",
    text: `with matched as materialized (
        select e.*, a.id as attachment_id, a.condition, a.personal, i.id as integration_id, i.account_id, m.digest
        from json_to_recordset($1::json) as e (id uuid, form_id uuid, form_slug text, session_id uuid, event text,
          occurred_at timestamptz, position bigint, payload json)
        join integrations.attachments a on a.form_id = e.form_id and e.event = any(a.events) and a.is_enabled
          and coalesce(a.position < e.position, date_trunc('milliseconds', a.created) <= e.occurred_at)
        join integrations.integrations i on i.id = a.integration_id
        left join integrations.mails m on m.id = a.id
        where not exists (select 1 from integrations.erased_sessions s where s.session_id = e.session_id)
      ), entries as (
        insert into integrations.mail_digest_entries (mail_id, event_id, session_id, payload, condition)
        select attachment_id, id, session_id, payload, condition from matched where digest = 'daily'
        on conflict (mail_id, event_id) do nothing returning mail_id
      ), digests as (${insertDigests}), queued as (
        insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id,
          form_slug, session_id, event, payload_at, condition, personal, state, due_at)
        select ${orderedUuid}, id, attachment_id, integration_id, account_id, form_id, form_slug, session_id, event,
          now(), condition, personal, 'queued', clock_timestamp()
        from matched where digest is distinct from 'daily'
        on conflict (event_id, attachment_id) do nothing returning event_id
      ), stored as (
        insert into integrations.payloads (event_id, session_id, payload)
        select distinct on (id) id, session_id, payload from matched where id in (select event_id from queued)
      )
      select count(*)::integer as queued from queued`,
    values: [JSON.stringify(events.map(rowOf))],
  });
  return rows[0]?.queued ?? 0;
}

const rowOf = ({ event, position }: PositionedEvent) => ({
  id: event.id,
  form_id: event.data.form.id,
  form_slug: event.data.form.slug,
  session_id: event.data.session.id,
  event: event.type,
  occurred_at: event.timestamp,
  position,
  payload: event,
});

/**
 * Erases the content of a session's deliveries and cancels pending ones (decisions §6). Permanent: an event that is
 * taken in later creates nothing. Throws 503 after the deadline of `call`.
 */
export function eraseSession(pool: pg.Pool, sessionId: string, call: Timed): Promise<void> {
  const erase = async (client: pg.PoolClient) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [sessionId]);
    // in the order of their ids, like records of attempts, so that these don't deadlock
    await client.query("select from integrations.deliveries where session_id = $1 order by id for update", [sessionId]);
    await client.query("insert into integrations.erased_sessions (session_id) values ($1) on conflict do nothing", [
      sessionId,
    ]);
    await client.query(
      `update integrations.deliveries set payload = null, payload_at = null, due_at = null, retry_asked = false,
          state = case when state = 'queued' then 'cancelled' else state end
        where session_id = $1`,
      [sessionId],
    );
    await client.query("delete from integrations.payloads where session_id = $1", [sessionId]);
    await client.query("delete from integrations.mail_digest_entries where session_id = $1", [sessionId]);
    await client.query("delete from integrations.made where session_id = $1", [sessionId]);
    await eraseJobs("integrations", client, [sessionId]);
    await client.query(
      `update integrations.attempts set request_body = null, response_headers = null, response_body = null,
          error_message = case when error_message is not null then $2 end
        where session_id = $1`,
      [sessionId, erasedMessage],
    );
  };
  return inTransaction(pool, erase, call);
}

/** Erases answers to some nodes from a session's deliveries, and the logged requests and replies, which can have them in any form. */
export function eraseAnswers(pool: pg.Pool, sessionId: string, nodes: readonly string[]): Promise<void> {
  const erase = async (client: pg.PoolClient) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [sessionId]);
    await client.query("select from integrations.deliveries where session_id = $1 order by id for update", [sessionId]);
    for (const table of ["deliveries", "payloads", "mail_digest_entries"])
      await client.query(
        `update integrations.${table} set payload = jsonb_set(payload::jsonb, '{data,session,answers}', coalesce((
            select jsonb_agg(answer) from jsonb_array_elements(payload::jsonb #> '{data,session,answers}') answer
            where not answer ->> 'node_id' = any($2::text[])), '[]'))::json
          where session_id = $1 and payload is not null`,
        [sessionId, nodes],
      );
    await client.query(
      `update integrations.attempts set request_body = null, response_headers = null, response_body = null,
          error_message = case when error_message is not null then $2 end
        where session_id = $1`,
      [sessionId, answersErasedMessage],
    );
  };
  return inTransaction(pool, erase, withoutDeadline);
}

export async function isErased(connection: pg.Pool | pg.ClientBase, sessionId: string): Promise<boolean> {
  const { rowCount } = await connection.query("select from integrations.erased_sessions where session_id = $1", [
    sessionId,
  ]);
  return rowCount === 1;
}

/** Taken shared by intake and exclusively by erasure. */
export async function lockAgainstErasure(client: pg.PoolClient, sessionIds: string[]): Promise<void> {
  await client.query({
    name: "lock-sessions",
    text: "select pg_advisory_xact_lock_shared(hashtextextended(id, 7)) from unnest($1::text[]) as s (id) order by id",
    values: [sessionIds],
  });
}
