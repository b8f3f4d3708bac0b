import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { Condition } from "../../../shared/domain/conditions/condition.ts";
import type { IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { readStartOf } from "../../../shared/platform/database/readStart.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import type { Config } from "../config.ts";
import type { IntegrationStatus } from "../entities.ts";

/** Name of this work (shared/platform/loop.ts). */
export const deliveryQueue = "integrations.deliveries";

/** `queued` continues by the schedule. `exhausted` has no automatic attempt left. */
export type DeliveryState = "queued" | "delivered" | "exhausted" | "cancelled";

/** Types in the queue. Email notifications use it like integrations (features §17). */
export type QueuedType = IntegrationType | "mail";

/** Sent by a daily email's delivery, which is about no session. Its events are in `mail_digest_entries`. */
export interface DailyDigest {
  digest: true;
  type: SessionEvent["type"];
  data: Pick<SessionEvent["data"], "form">;
}

/** A delivery that this process may attempt, with all that the attempt needs. */
export interface Claimed<P> {
  id: string;
  /** Identifies this claim. Records under another one are ignored. */
  lease: string;
  state: DeliveryState;
  /** Number of delays used up. */
  schedule_index: number;
  /** Number of attempts so far. */
  attempts: number;
  /** Requested by hand. */
  is_manual: boolean;
  payload: P;
  /** When the payload was stored in `payloads`. Null if it is in the delivery's row. */
  payload_at: string | null;
  /** Condition of the attachment when the event was taken in. */
  condition: Condition | null;
  /** Personal data isn't sent. */
  omits_personal: boolean;
  event_id: string;
  attachment_id: string;
  session_id: string;
  integration_id: string;
  account_id: string;
  integration_name: string;
  type: QueuedType;
  status: IntegrationStatus;
  config: Config;
  secrets: Record<string, string>;
  secret_expiries: Record<string, string>;
}

export type ClaimedDelivery = Claimed<SessionEvent> | Claimed<DailyDigest>;

/** How many more deliveries of an integration can be claimed (engine/concurrency.ts). */
export interface Room {
  integration_id: string;
  room: number;
  is_proven: boolean;
}

export interface ClaimLimits {
  rooms: Room[];
  /** accounts with attempts in flight in this process, and how many */
  accounts: { account_id: string; in_flight: number }[];
  /** Room of an integration that isn't in `rooms`. */
  newcomer_room: number;
  proven_total: number;
  unproven_total: number;
  lease_ms: number;
}

/** SQL condition: the payload of the delivery `d` was erased. Otherwise it is in the row or in `payloads`. */
export const hasNoPayload = "(d.payload is null and d.payload_at is null)";

/** For `with recursive`: integrations with such deliveries, one index probe each. */
const queuesWhere = (condition: string) => `queues (integration_id) as (
        (select d.integration_id from integrations.deliveries d where ${condition}
          order by d.integration_id limit 1)
        union all
        select (select d.integration_id from integrations.deliveries d
          where ${condition} and d.integration_id > q.integration_id order by d.integration_id limit 1)
        from queues q where q.integration_id is not null
      )`;

/** Integrations with pending deliveries. */
export const queues = queuesWhere("d.due_at is not null"); // words: ok

/**
 * Claims due deliveries, per integration: the earliest first, up to its room, so that a long queue is neither read
 * through nor preferred. If there are more than slots, accounts with the fewest attempts in flight come first. Finds integrations with a queue by a loose index scan
 * (https://wiki.postgresql.org/wiki/Loose_indexscan). Skips locked rows. A claim moves `due_at` to the end of its
 * lease, so that after a crash the delivery becomes due again. Deliveries of an integration that isn't connected wait.
 */
export async function claimDeliveries(
  pool: pg.Pool,
  limits: ClaimLimits,
  start = readStartOf(pool, "deliveries"),
): Promise<ClaimedDelivery[]> {
  const rows = await start.read(
    async (from) => (await pool.query<ClaimedDelivery & { at: Date }>(claimStatement(limits, from))).rows,
  );
  return withPayloads(pool, rows);
}

/** Returns in how many ms the next delivery is due, from the last second on, or null if none is. */
export async function msUntilDue(pool: pg.Pool): Promise<number | null> {
  const soonest = "d.due_at > statement_timestamp() - interval '1 second'";
  const { rows } = await pool.query<{ ms: number | null }>({
    name: "ms-until-delivery",
    text: `with recursive ${queuesWhere(soonest)}
      select extract(epoch from min(n.due_at) - statement_timestamp())::float8 * 1000 as ms
      from queues q join integrations.integrations i on i.id = q.integration_id and i.status <> 'not_connected'
        cross join lateral (select d.due_at from integrations.deliveries d
          where d.integration_id = q.integration_id and ${soonest} order by d.due_at limit 1) n`,
  });
  return rows[0]?.ms ?? null;
}

/** Adds the payloads. Leaves out deliveries whose session was erased since the claim. */
async function withPayloads(pool: pg.Pool, claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
  const stored = claimed.filter(({ payload }) => payload === null);
  if (stored.length === 0) return claimed;
  // unnamed, so that it is planned with its values and opens no other partition
  const { rows } = await pool.query<{ event_id: string; payload: SessionEvent }>(
    "select event_id, payload from integrations.payloads where created = any($1::timestamptz[]) and event_id = any($2)",
    [[...new Set(stored.map(({ payload_at }) => payload_at))], stored.map(({ event_id }) => event_id)],
  );
  const payloads = new Map(rows.map(({ event_id, payload }) => [event_id, payload]));
  return claimed.flatMap((delivery) => {
    if (delivery.payload) return delivery;
    const payload = payloads.get(delivery.event_id);
    return payload ? { ...delivery, payload } : [];
  });
}

/** Uses `statement_timestamp()`, because an index condition must be constant within a statement. */
export function claimStatement(limits: ClaimLimits, from = "-infinity") {
  return {
    name: "claim-deliveries",
    text: `with recursive ${queuesWhere("d.due_at >= $6::timestamptz")}, rooms as (
        select q.integration_id, coalesce(r.room, $2::integer) as room, coalesce(r.is_proven, false) as is_proven,
          i.account_id, coalesce(a.in_flight, 0) as in_flight
        from queues q join integrations.integrations i on i.id = q.integration_id and i.status <> 'not_connected'
        left join json_to_recordset($1::json) as r (integration_id uuid, room integer, is_proven boolean)
          on r.integration_id = q.integration_id
        left join json_to_recordset($7::json) as a (account_id uuid, in_flight integer) on a.account_id = i.account_id
      ), due as (
        select d.id, d.due_at, r.is_proven, r.account_id, r.in_flight from rooms r cross join lateral (
          select d.id, d.due_at from integrations.deliveries d
          where d.integration_id = r.integration_id and d.due_at <= statement_timestamp()
            and d.due_at >= $6::timestamptz
          order by d.due_at limit r.room for update skip locked) d
      ), turns as (
        select *, in_flight + row_number() over (partition by account_id order by due_at) as turn from due
      ), ranked as (
        select id, due_at, is_proven, row_number() over (partition by is_proven order by turn, due_at) as rank from turns
      ), claimed as (
        update integrations.deliveries d set lease = gen_random_uuid(), is_manual = d.retry_asked, retry_asked = false,
          attempt_began = statement_timestamp(), due_at = statement_timestamp() + $5::integer * interval '1 millisecond'
        where d.id = any(array(
          select id from ranked where rank <= case when is_proven then $3::integer else $4::integer end))
        returning d.*
      )
      select c.id, c.lease, c.state, c.place as schedule_index, c.attempts, c.is_manual, c.payload, to_json(c.payload_at) #>> '{}' as payload_at, c.condition, c.event_id, c.attachment_id, c.session_id, c.integration_id, i.account_id, i.name as
        integration_name, i.type, i.status, i.config, i.secrets, i.secret_expiries,
        coalesce(c.personal = 'omit', false) or exists (select from integrations.attachments a
          where a.id = c.attachment_id and a.personal = 'omit') as omits_personal,
        (select r.due_at from ranked r where r.id = c.id) as at
      from claimed c join integrations.integrations i on i.id = c.integration_id`,
    values: [
      JSON.stringify(limits.rooms),
      limits.newcomer_room,
      limits.proven_total,
      limits.unproven_total,
      limits.lease_ms,
      from,
      JSON.stringify(limits.accounts),
    ],
  };
}

/** Returns an unused claim: due immediately, or a little later if the integration is still `connected`. */
export async function releaseDelivery(
  pool: pg.Pool,
  { id, lease }: Pick<ClaimedDelivery, "id" | "lease">,
  until: "soon" | "tomorrow" = "soon",
) {
  await pool.query({
    name: "release-delivery",
    text: `update integrations.deliveries d set lease = null, retry_asked = d.retry_asked or d.is_manual,
        due_at = case when $3 then ${shortlyAfterMidnight} else clock_timestamp() end
          + case when $3 or i.status = 'not_connected' then interval '0' else interval '10 seconds' end
      from integrations.integrations i
      where d.id = $1 and d.lease = $2 and i.id = d.integration_id and not ${hasNoPayload}
        and (d.state = 'queued' or d.is_manual)`,
    values: [id, lease, until === "tomorrow"],
  });
}

/** UTC, spread over ten minutes. */
const shortlyAfterMidnight = "(date_trunc('day', now(), 'UTC') + interval '1 day' + random() * interval '10 minutes')";

/** Returns the recipients of an email that need no further attempt. */
export async function settledOf(pool: pg.Pool, deliveryId: string): Promise<string[]> {
  const { rows } = await pool.query<{ settled: string[] }>({
    name: "settled-recipients",
    text: "select settled from integrations.deliveries where id = $1",
    values: [deliveryId],
  });
  return rows[0]?.settled ?? [];
}

/** Stores that a recipient got the email, or never will, so that the next attempt leaves it out. */
export async function settleRecipient(
  pool: pg.Pool,
  { id, lease }: Pick<ClaimedDelivery, "id" | "lease">,
  recipient: string,
): Promise<void> {
  await pool.query({
    name: "settle-recipient",
    text: "update integrations.deliveries set settled = array_append(settled, $3) where id = $1 and lease = $2",
    values: [id, lease, recipient],
  });
}

/** Cancels the pending deliveries of an attachment (decisions §7). Call it in the transaction that changed it. */
export async function cancelOfAttachment(em: EntityManager, attachmentId: string): Promise<void> {
  await rows(
    em,
    `with ${lockedInOrder("attachment_id = $1 and state = 'queued'")}
    update integrations.deliveries set state = 'cancelled', due_at = null, retry_asked = false
    where id = any(array(select id from locked))`,
    [attachmentId],
  );
}

export async function cancelOfIntegration(em: EntityManager, integrationId: string): Promise<void> {
  await rows(
    em,
    `with ${lockedInOrder("integration_id = $1 and due_at is not null")}
    update integrations.deliveries set due_at = null, retry_asked = false,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = any(array(select id from locked))`,
    [integrationId],
  );
}

export async function cancelOfForm(em: EntityManager, accountId: string, formId: string): Promise<void> {
  await rows(
    em,
    `with ${lockedInOrder("account_id = $1 and form_id = $2 and due_at is not null")}
    update integrations.deliveries set due_at = null, retry_asked = false,
      state = case when state = 'queued' then 'cancelled' else state end
    where id = any(array(select id from locked))`,
    [accountId, formId],
  );
}

/** Locks deliveries in the order of their ids, like records of attempts, so that these don't deadlock. */
const lockedInOrder = (condition: string) =>
  `locked as (select id from integrations.deliveries where ${condition} order by id for update)`;

export interface QueueState {
  /** Due and not in progress. */
  due: number;
  /** Age of the oldest due delivery. */
  age_seconds: number;
  /** Being attempted. */
  in_progress: number;
  /** Waiting for the time of their next attempt. */
  scheduled: number;
}

/** Maximum deliveries that `queueState` counts, so that a backlog doesn't load PostgreSQL further. */
export const countLimit = 10_000;

/** Claimed deliveries have a lease, and `due_at` at its end. */
export function queueStatement(limit = countLimit) {
  return {
    name: "queue-state",
    text: `with recursive ${queues}, due as (
        select d.due_at from queues q cross join lateral (
          select d.due_at from integrations.deliveries d
          where d.integration_id = q.integration_id and d.due_at <= statement_timestamp() limit $1::integer) d
        limit $1::integer
      ), oldest as (
        select d.due_at from queues q cross join lateral (
          select d.due_at from integrations.deliveries d
          where d.integration_id = q.integration_id and d.due_at <= statement_timestamp() order by d.due_at limit 1) d
      ), later as (
        select d.lease from queues q cross join lateral (
          select d.lease from integrations.deliveries d
          where d.integration_id = q.integration_id and d.due_at > statement_timestamp()
          order by d.due_at limit $1::integer) d
        limit $1::integer
      )
      select (select count(*) from due)::integer as due,
        (select coalesce(extract(epoch from statement_timestamp() - min(due_at)), 0) from oldest)::float8 as age_seconds,
        count(lease)::integer as in_progress, (count(*) - count(lease))::integer as scheduled
      from later`,
    values: [limit],
  };
}

export async function queueState(pool: Queryable): Promise<QueueState> {
  return (await pool.query<QueueState>(queueStatement())).rows[0] as QueueState;
}
