import type pg from "pg";
import { calculating, type SessionRow, sessionDetail, startDay } from "../../../shared/api/sessionDetail.ts";
import type { EventName, FormOfEvent } from "../../../shared/api/shapes/events.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { ClaimedEvent } from "../../../shared/bus/contract.ts";
import { startWalk } from "../../../shared/domain/graph/traverse.ts";
import { filterOnly, lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { type ReadStart, readStartOf } from "../../../shared/platform/database/readStart.ts";
import { withFileLinks } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import { slices } from "../slices.ts";
import type { Versions } from "../versions.ts";
import { noteAttached } from "./attachedForms.ts";
import { type ClaimValues, claimOneByOne } from "./claimOneByOne.ts";
import { referenceOf } from "./links.ts";

/**
 * The outbox: events that consumers haven't acknowledged. A claimed event is leased. Acknowledging deletes its row,
 * failing offers it again later. Rows become visible out of order, so they are found by lease, never by position.
 */

/** How long a consumer has until its events are offered again. */
const lease = "30 seconds";

/** A bus message carries 1 MB. The largest event is well below that. */
const payloadLimit = 512 * 1024;

export const erasedType = "session.erased";
/** Answers to some nodes were erased. `form` names them. */
const answersErasedType = "session.answers_erased";

interface ClaimContext {
  pool: pg.Pool;
  versions: Pick<Versions, "computed">;
  isDistributed: boolean;
  start?: ReadStart;
}

interface EventRow {
  id: string;
  type: EventName | typeof erasedType | typeof answersErasedType;
  session_id: string;
  occurred_at: Date;
  /** When it was offered. */
  at: Date;
  position: number | null;
  form: FormOfEvent;
  session: SessionDetail | null;
  started:
    | (Omit<SessionRow, "started_at"> & {
        started_at: string;
        version_id: string;
        entry_node_id: string;
        link_id: string | null;
      })
    | null;
}

/**
 * Claims the oldest free events, at most `limit` and about 512 KiB. New events and repeated ones alternate, so that
 * neither waits behind the other. An unreadable event is postponed like a failed one, and doesn't block the others.
 */
export async function claimEvents(
  { pool, versions, isDistributed, start = readStartOf(pool, "events") }: ClaimContext,
  consumer: string,
  limit: number,
  onUnreadable: (id: string, error: Error) => void,
): Promise<ClaimedEvent[]> {
  const rows = await start.read(async (from) => {
    const values: ClaimValues = [consumer, limit, lease, payloadLimit, from];
    if (isDistributed) return claimOneByOne<EventRow>(pool, values);
    return (await pool.query<EventRow>({ name: "claim-events", text: claimStatement, values })).rows;
  });
  const claimed: ClaimedEvent[] = [];
  for (const row of rows) {
    try {
      claimed.push(await claimedEvent(pool, row, versions));
    } catch (error) {
      onUnreadable(row.id, error as Error);
      await failEvent(pool, row.id);
    }
  }
  return claimed;
}

/** Uses the statement's time: `clock_timestamp()` differs per row, so no index can match it. */
const claimStatement = `with unclaimed as materialized (
    select id, occurred_at from sessions.events where acknowledged_at is null and leased_until is null
      and occurred_at >= $5::timestamptz order by occurred_at limit $2 for update skip locked
  ), expired as materialized (
    select id, leased_until from sessions.events
    where acknowledged_at is null and leased_until >= $5::timestamptz and leased_until < statement_timestamp()
    order by leased_until limit $2 for update skip locked
  ), offered as (
    select id, occurred_at as at, row_number() over (order by occurred_at, id) as rank from unclaimed
    union all select id, leased_until, row_number() over (order by leased_until, id) from expired
    order by rank limit $2
  ), weighed as (
    select o.id, row_number() over w as rank,
      sum(coalesce(octet_length(e.session::text), 0) + coalesce(s.answers_bytes, 0) + 1024) over w as bytes
    from offered o cross join lateral ${lookupPerRow("sessions.events", "t.id = o.id")} e
      left join lateral ${lookupPerRow("sessions.sessions", "t.id = e.session_id and e.type = 'session.started'")} s on true
    window w as (order by o.rank, o.id)
  ), claimed as (
    update sessions.events e
    set leased_by = $1, leased_until = statement_timestamp() + $3::interval, attempts = e.attempts + 1
    where e.id = any(array(select id from weighed where bytes <= $4 or rank = 1))
    returning e.id, e.type, e.session_id, e.occurred_at, e.position::float8, e.form, e.session
  )
  select c.*, (select o.at from offered o where o.id = c.id), case when c.type = 'session.started' and c.session is null and s.id is not null then json_build_object(
      'id', s.id, 'version_number', s.version_number, 'started_at', s.started_at, 'hidden', s.hidden,
      'user_agent', s.user_agent, 'language', s.language, 'link_id', s.link_id, 'version_id', s.version_id, 'entry_node_id', v.entry_node_id) end as started
  from claimed c
  left join lateral ${lookupPerRow("sessions.sessions", "t.id = c.session_id")} s on true
  left join lateral ${lookupPerRow("sessions.versions", "t.id = s.version_id")} v on true
  order by c.occurred_at, c.id`;

async function claimedEvent(pool: pg.Pool, row: EventRow, versions: Pick<Versions, "computed">): Promise<ClaimedEvent> {
  if (row.type === erasedType) return { kind: "erased", id: row.id, session_id: row.session_id };
  if (row.type === answersErasedType) {
    const { node_ids } = row.form as unknown as { node_ids: string[] };
    return { kind: "answers_erased", id: row.id, session_id: row.session_id, node_ids };
  }
  // receivers have no sign-in, so links to files are valid for a while from now
  const session = withFileLinks(
    row.session ?? (await startedSession(pool, row.started, versions)),
    new Date(),
    () => linkKeys()[0],
  );
  const data = { form: row.form, session };
  const { position } = row;
  return {
    kind: "event",
    position,
    event: { type: row.type, id: row.id, timestamp: row.occurred_at.toISOString(), data },
  };
}

/** Rebuilds a session as it was at its start, from its immutable columns. */
async function startedSession(
  pool: pg.Pool,
  row: EventRow["started"],
  versions: Pick<Versions, "computed">,
): Promise<SessionDetail> {
  if (!row) throw new Error("The event has no payload and its session doesn't exist.");
  const reference = row.link_id ? await referenceOf(pool, row.link_id) : null;
  const started = { ...row, reference, started_at: new Date(row.started_at) };
  const computed = await versions.computed(row.version_id);
  const { current_node_id } = startWalk(computed ?? row, row.hidden, startDay(started));
  const detail = sessionDetail(
    { ...started, current_node_id, status: "in_progress", total_score: 0, answers_count: 0, completed_at: null },
    [],
    computed?.shuffled_pages,
  );
  return { ...detail, calculations: await slices.finish(calculating(computed?.calculations ?? null, detail)) };
}

const isIndexed = "(indexed_at is not null or type = 'session.started')";

/** Deletes the events, or drops their payloads until analytics has seen them (changes.ts). Idempotent. */
export async function acknowledgeEvents(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query({
    name: "acknowledge-events",
    text: `with done as (
        delete from sessions.events where id = any($1::uuid[]) and ${filterOnly(isIndexed)}
      )
      update sessions.events set acknowledged_at = statement_timestamp(), session = null
      where id = any($1::uuid[]) and ${filterOnly(`not ${isIndexed}`)}`,
    values: [ids],
  });
}

/** Offers the event again after 1 s, 2 s, 4 s, up to an hour. It is never dropped. */
export async function failEvent(pool: pg.Pool, id: string): Promise<{ attempts: number } | null> {
  const { rows } = await pool.query<{ attempts: number }>({
    name: "fail-event",
    text: `update sessions.events set leased_by = null,
        leased_until = (statement_timestamp() at time zone 'utc'
          + least(3600, power(2, least(attempts - 1, 12))) * interval '1 second') at time zone 'utc'
      where id = $1 returning attempts`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * Takes the next number of the sequence that also numbers events. Events of requests that begin after the response have
 * larger positions, those of requests that ended before the call have smaller ones. For concurrent requests either may
 * hold. Sequence numbers follow the order of calls, whatever the clocks say and whenever callers commit. The
 * transaction id makes this a durable commit, so that a crash doesn't repeat numbers. Notes the form as attached, or
 * all forms if null.
 */
export async function nextPosition(pool: pg.Pool, formId: string | null): Promise<number> {
  const { rows } = await pool.query<{ position: number }>({
    name: "next-event-position",
    text: `with noted as (${noteAttached("$1::uuid")})
      select nextval('sessions.event_position')::float8 as position, pg_current_xact_id()`,
    values: [formId],
  });
  return rows[0]?.position as number;
}

/** Returns in how many ms the next lease ends, from the last second on, or null if there is none. */
export async function msUntilEvent(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: "ms-until-event",
    text: `select extract(epoch from min(leased_until) - statement_timestamp())::float8 * 1000 as ms from sessions.events
      where acknowledged_at is null and leased_until > statement_timestamp() - interval '1 second'`,
  });
  return rows[0]?.ms ?? null;
}

/** Adds an erasure. It stays until every copy of the session's data is deleted. */
export async function insertErasure(client: pg.PoolClient, formId: string, sessionId: string): Promise<void> {
  await client.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      values (gen_random_uuid(), $3, $2, $1, statement_timestamp(), '{}')`,
    [formId, sessionId, erasedType],
  );
}

/** Adds an erasure of answers, for services with copies of them. */
export async function insertAnswerErasure(
  client: pg.PoolClient,
  formId: string,
  sessionId: string,
  nodes: readonly string[],
): Promise<void> {
  await client.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      values (gen_random_uuid(), $3, $2, $1, statement_timestamp(), $4::json)`,
    [formId, sessionId, answersErasedType, JSON.stringify({ node_ids: nodes })],
  );
}
