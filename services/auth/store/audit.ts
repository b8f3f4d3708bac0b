import type pg from "pg";
import type { SentAuditEntry } from "../../../shared/domain/audit/entry.ts";
import type { AuditEntry } from "../../../shared/domain/shapes/audit.ts";

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

/** Also addresses, by which a deleted person is found. */
const targetIds = `(select coalesce(array_agg(named) filter (where named is not null), '{}')
  from jsonb_array_elements(e.targets) t
    cross join unnest(array[t->>'id', case when t->>'name' like '%@%' then lower(t->>'name') end]) named)`;

/** Stores entries that aren't there yet, and returns those. Entries of a deleted workspace are dropped. */
export async function insertAudit(client: pg.ClientBase, entries: readonly SentAuditEntry[]): Promise<AuditRow[]> {
  const { rows } = await client.query<AuditRow>({
    name: "auth.insert_audit",
    text: `with inserted as (
        insert into auth.audit_events (id, account_id, occurred_at, action, outcome, actor_type, actor_id, actor_name,
          actor_email, actor_prefix, targets, target_ids, address, user_agent, request_id, method, path, changes)
        select e.id, e.account_id, coalesce(e.occurred_at, clock_timestamp()), e.action, e.outcome, e.actor->>'type',
          (e.actor->>'id')::uuid, case when e.actor->>'type' not in ('user', 'sso') or u.id is not null then e.actor->>'name' end,
          u.email, k.prefix, ${knownTargets}, ${targetIds}, e.context->>'address', e.context->>'user_agent',
          e.context->>'request_id', e.context->>'method', e.context->>'path', e.changes
        from jsonb_to_recordset($1::jsonb) as e (id uuid, account_id uuid, occurred_at timestamptz, action text, outcome text,
            actor jsonb, targets jsonb, context jsonb, changes jsonb)
          join auth.accounts a on a.id = e.account_id
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
