import type pg from "pg";
import type { SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import type { AuditEntry, AuditFilters } from "../../../shared/api/shapes/audit.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";
import { dateRange } from "../../../shared/platform/dateRange.ts";

/** A row of the audit log. */
export interface AuditRow extends Omit<AuditEntry, "occurred_at"> {
  account_id: string;
  occurred_at: Date;
}

/** A person who was deleted since has no name. */
const knownTargets = `(select coalesce(jsonb_agg(case
    when t->>'type' = 'member' and not exists (select from auth.users m where m.id::text = t->>'id')
    then t || '{"name": null}' else t end order by at), '[]')
  from jsonb_array_elements(e.targets) with ordinality as x (t, at))`;

/** An address in a JSON text, for SQL. */
export const addressPattern = '[^"\\\\\\s,@]+@[^"\\\\\\s,@]+';

/** Also addresses, by which a deleted person is found. */
const targetIds = `(select coalesce(array_agg(distinct named) filter (where named is not null), '{}') from (
    select unnest(array[t->>'id', case when t->>'name' like '%@%' then lower(t->>'name') end])
      from jsonb_array_elements(e.targets) t
    union all select lower(m[1]) from regexp_matches(e.changes::text, '${addressPattern}', 'g') m) n (named))`;

/**
 * Stores entries that aren't there yet, and returns those. Entries of a deleted workspace are dropped: the lock lets no deletion
 * pass between reading the workspace and writing the entry.
 */
export async function insertAudit(client: pg.ClientBase, entries: readonly SentAuditEntry[]): Promise<AuditRow[]> {
  const { rows } = await client.query<AuditRow>({
    name: "auth.insert_audit",
    text: `with known as materialized (
        select id from auth.accounts where id in (select (e->>'account_id')::uuid from jsonb_array_elements($1::jsonb) e)
        order by id for key share
      ), inserted as (
        insert into auth.audit_events (id, account_id, occurred_at, action, outcome, actor_type, actor_id, actor_name,
          actor_email, actor_prefix, targets, target_ids, address, user_agent, request_id, method, path, changes)
        select e.id, e.account_id, coalesce(e.occurred_at, clock_timestamp()), e.action, e.outcome, e.actor->>'type',
          (e.actor->>'id')::uuid, case when e.actor->>'type' not in ('user', 'sso') or u.id is not null then e.actor->>'name' end,
          u.email, k.prefix, ${knownTargets}, ${targetIds}, e.context->>'address', e.context->>'user_agent',
          e.context->>'request_id', e.context->>'method', e.context->>'path', e.changes
        from jsonb_to_recordset($1::jsonb) as e (id uuid, account_id uuid, occurred_at timestamptz, action text, outcome text,
            actor jsonb, targets jsonb, context jsonb, changes jsonb)
          join known a on a.id = e.account_id
          left join auth.users u on u.id = (e.actor->>'id')::uuid and e.actor->>'type' in ('user', 'sso')
          left join auth.api_keys k on k.id = (e.actor->>'id')::uuid and e.actor->>'type' = 'api_key'
        order by e.id on conflict (id) do nothing returning *
      )
      select ${auditColumns} from inserted e order by e.occurred_at, e.id`,
    values: [JSON.stringify(entries)],
  });
  return rows;
}

const object = (fields: Record<string, string>): string =>
  `jsonb_build_object(${Object.entries(fields).map(([name, column]) => `'${name}', e.${column}`)})`;

const columns = ["id", "account_id", "occurred_at", "action", "outcome", "targets", "changes"];
const actor = { type: "actor_type", id: "actor_id", name: "actor_name", email: "actor_email", prefix: "actor_prefix" };
const context = {
  address: "address",
  user_agent: "user_agent",
  request_id: "request_id",
  method: "method",
  path: "path",
};

/** Columns of a row `e`. */
export const auditColumns = `${columns.map((name) => `e.${name}`)}, ${object(actor)} as actor, ${object(context)} as context`;

export const trimSize = 500;

/** Deletes entries older than `days`, or none for 0, and empties addresses. Returns how many rows it changed, up to `trimSize`. */
export async function trimAudit(pool: pg.Pool, days: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("select auth.trim_audit($1, $2) as count", [days, trimSize]);
  return rows[0]?.count ?? 0;
}

/** A place in the log, after which a page or a piece begins. */
export interface AuditPosition {
  /** µs since 1970 */
  occurredAtUs: string;
  id: string;
}

const occurredAtUs = "(extract(epoch from e.occurred_at) * 1000000)::bigint::text";

/** Maximum matches that are counted. */
export const countLimit = 10_000;

export type FoundAudit = AuditRow & { occurred_at_us: string };

interface AuditPage {
  after: AuditPosition | null;
  limit: number;
  offset: number;
  descending: boolean;
}

/** Returns entries of a workspace in their order. */
export async function listAudit(
  pool: ReadPool,
  accountId: string,
  filters: AuditFilters,
  { after, limit, offset, descending }: AuditPage,
): Promise<FoundAudit[]> {
  const { text, values } = matching(accountId, filters);
  const place = after && [after.occurredAtUs, after.id];
  const key = `and (e.occurred_at, e.id) ${descending ? "<" : ">"}
    (timestamptz 'epoch' + $${values.length + 1}::bigint * interval '1 microsecond', $${values.length + 2}::uuid)`;
  const direction = descending ? "desc" : "asc";
  const { rows } = await pool.query<FoundAudit>(
    `select ${auditColumns}, ${occurredAtUs} as occurred_at_us from auth.audit_events e
      where ${text} ${place ? key : ""} order by e.occurred_at ${direction}, e.id ${direction} limit ${limit} offset ${offset}`,
    [...values, ...(place ?? [])],
  );
  return rows;
}

/** Counts entries of a workspace, up to one more than `countLimit`. */
export async function countAudit(pool: ReadPool, accountId: string, filters: AuditFilters): Promise<number> {
  const { text, values } = matching(accountId, filters);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (
      select from auth.audit_events e where ${text} limit ${countLimit + 1}) e`,
    values,
  );
  return rows[0]?.count ?? 0;
}

export async function positionOf(pool: ReadPool, accountId: string, id: string): Promise<AuditPosition | null> {
  const { rows } = await pool.query<{ us: string }>(
    `select ${occurredAtUs} as us from auth.audit_events e where e.id = $2 and e.account_id = $1`,
    [accountId, id],
  );
  return rows[0] ? { occurredAtUs: rows[0].us, id } : null;
}

/** Returns the condition on entries `e`. A group of actions, such as `member.*`, is a prefix. */
function matching(accountId: string, query: AuditFilters): { text: string; values: unknown[] } {
  const { action, actor_id, target_id, outcome } = query;
  const { from, before } = dateRange(query, "from_date", "to_date");
  const group = action?.endsWith(".*") ? `${action.slice(0, -1)}%` : undefined;
  const conditions: [string, unknown][] = [
    ["e.account_id = ", accountId],
    ["e.action = ", group === undefined ? action : undefined],
    ["e.action like ", group],
    ["e.actor_id = ", actor_id],
    ["e.outcome = ", outcome],
    ["e.target_ids @> ", target_id && [target_id]],
    ["e.occurred_at >= ", from ?? undefined],
    ["e.occurred_at < ", before ?? undefined],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    text: given.map(([text], index) => `${text}$${index + 1}`).join(" and "),
    values: given.map(([, value]) => value),
  };
}

const batchSize = 500;

/** Yields the entries of all workspaces since a time, oldest first. */
export async function* auditSince(pool: pg.Pool, from: Date): AsyncGenerator<AuditRow[]> {
  let after: [string, string] = [`${from.getTime()}000`, "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    const { rows } = await pool.query<FoundAudit>(
      `select ${auditColumns}, ${occurredAtUs} as occurred_at_us from auth.audit_events e
        where (e.occurred_at, e.id) > (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
        order by e.occurred_at, e.id limit ${batchSize}`,
      after,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = [last.occurred_at_us, last.id];
  }
}
