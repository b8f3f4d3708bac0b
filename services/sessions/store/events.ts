import type pg from "pg";
import type { ClaimedEvent } from "../../../shared/contract.ts";
import { withFileLinks } from "../../../shared/files/link.ts";
import { linkKeys } from "../../../shared/files/linkKeys.ts";
import { type SessionRow, sessionDetail } from "../../../shared/session-detail.ts";
import type { EventName, FormOfEvent } from "../../../shared/shapes/events.ts";
import type { SessionDetail } from "../../../shared/shapes/sessions.ts";

/**
 * The outbox: what sessions have caused and nobody has acknowledged yet. An event is claimed for a while and then
 * acknowledged, when its row goes, or failed, when it is offered again later. Rows become visible out of the order in
 * which they were made, so they are found by lease, never by "later than the last one".
 */

/** How long a consumer has before its events are offered to others. */
const lease = "30 seconds";

/** One message on the bus carries 1 MB, and the largest single event is well below that. */
const payloadLimit = 512 * 1024;

export const erasedType = "session.erased";

interface EventRow {
  id: string;
  type: EventName | typeof erasedType;
  session_id: string;
  occurred_at: Date;
  form: FormOfEvent;
  session: SessionDetail | null;
  started: (Omit<SessionRow, "started_at"> & { started_at: string; entry_node_id: string }) | null;
}

/** The oldest events that nobody holds, at most `limit` and about 512 KiB of them. */
export async function claimEvents(pool: pg.Pool, consumer: string, limit: number): Promise<ClaimedEvent[]> {
  const { rows } = await pool.query<EventRow>({
    name: "claim-events",
    text: `with offered as (
        select e.id, e.occurred_at, e.session_id, e.type,
          coalesce(octet_length(e.session::text), 0) as bytes
        from sessions.events e
        where e.acknowledged_at is null and (e.leased_until is null or e.leased_until < clock_timestamp())
        order by e.occurred_at limit $2 for update skip locked
      ), weighed as (
        select o.id, row_number() over w as place,
          sum(o.bytes + coalesce(s.answers_bytes, 0) + 1024) over w as bytes
        from offered o left join sessions.sessions s on s.id = o.session_id and o.type = 'session.started'
        window w as (order by o.occurred_at, o.id)
      ), claimed as (
        update sessions.events e
        set leased_by = $1, leased_until = clock_timestamp() + $3::interval, attempts = e.attempts + 1
        from weighed w where e.id = w.id and (w.bytes <= $4 or w.place = 1)
        returning e.id, e.type, e.session_id, e.occurred_at, e.form, e.session
      )
      select c.*, case when c.type = 'session.started' and c.session is null then json_build_object(
          'id', s.id, 'version_number', s.version_number, 'started_at', s.started_at, 'hidden', s.hidden,
          'user_agent', s.user_agent, 'entry_node_id', v.entry_node_id) end as started
      from claimed c
      left join sessions.sessions s on s.id = c.session_id left join sessions.versions v on v.id = s.version_id
      order by c.occurred_at, c.id`,
    values: [consumer, limit, lease, payloadLimit],
  });
  return rows.map(claimedEvent);
}

function claimedEvent(row: EventRow): ClaimedEvent {
  if (row.type === erasedType) return { kind: "erased", id: row.id, session_id: row.session_id };
  // whoever receives it has no sign-in, so it may open the files for as long as a link is good from now
  const session = withFileLinks(row.session ?? startedSession(row.started), new Date(), () => linkKeys()[0]);
  const data = { form: row.form, session };
  return { kind: "event", event: { type: row.type, id: row.id, timestamp: row.occurred_at.toISOString(), data } };
}

/** A session as it was at its start: that follows from what never changes about it. */
function startedSession(row: EventRow["started"]): SessionDetail {
  if (!row) throw new Error("an event without a session and without a payload");
  return sessionDetail(
    {
      ...row,
      started_at: new Date(row.started_at),
      status: "in_progress",
      total_score: 0,
      answers_count: 0,
      completed_at: null,
      current_node_id: row.entry_node_id,
    },
    [],
  );
}

/**
 * Their rows go, or wait without their payloads for analytics (changes.ts); one that was acknowledged before is no
 * mistake.
 */
export async function acknowledgeEvents(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query({
    name: "acknowledge-events",
    text: `with done as (
        delete from sessions.events where id = any($1::uuid[]) and (indexed_at is not null or type = 'session.started')
      )
      update sessions.events set acknowledged_at = clock_timestamp(), session = null
      where id = any($1::uuid[]) and indexed_at is null and type <> 'session.started'`,
    values: [ids],
  });
}

/** Offered again after 1 s, 2 s, 4 s … an hour: it is kept, however often its consumer fails on it. */
export async function failEvent(pool: pg.Pool, id: string): Promise<{ attempts: number } | null> {
  const { rows } = await pool.query<{ attempts: number }>({
    name: "fail-event",
    text: `update sessions.events set leased_by = null,
        leased_until = clock_timestamp() + least(3600, power(2, least(attempts - 1, 12))) * interval '1 second'
      where id = $1 returning attempts`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Stands for the erasure until every copy of the session's data is gone elsewhere too. */
export async function insertErasure(client: pg.PoolClient, form_id: string, session_id: string): Promise<void> {
  await client.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      values (gen_random_uuid(), $3, $2, $1, clock_timestamp(), '{}')`,
    [form_id, session_id, erasedType],
  );
}
