import type { Health, HealthHour } from "../../../shared/api/shapes/integrations.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";

/** Maximum pending deliveries that are counted per integration, so that a long queue stays cheap to show. */
export const countedPending = 10_000;

/** The hour of a statement. Hours are UTC, even if the session's time zone is offset by half an hour. */
const thisHour = "date_trunc('hour', statement_timestamp(), 'UTC')";

/** Adds the attempts in `recorded` (integration_id, status) to their hour, in the order that keeps batches from deadlocks. */
export const countRecorded = (condition = "true") => `insert into integrations.hourly_attempts as h
    (integration_id, hour, delivered, failed)
  select r.integration_id, ${thisHour}, count(*) filter (where r.status = 'success'),
    count(*) filter (where r.status = 'error')
  from recorded r where ${condition} group by r.integration_id order by r.integration_id
  on conflict (integration_id, hour) do update
    set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`;

/** Returns the health of each integration over the current hour and the 23 before it. */
export async function healthOf(pool: ReadPool, integrationIds: string[]): Promise<Map<string, Health>> {
  const { rows } = await pool.query<Health & { id: string }>(healthStatement(integrationIds));
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}

/** The order makes the count follow the index, so it stops at the limit. */
export const healthStatement = (integrationIds: string[]) => ({
  name: "health",
  text: `select i.id, h.delivered, h.failed, p.pending
    from unnest($1::uuid[]) as i (id)
    cross join lateral (
      select coalesce(sum(h.delivered), 0)::integer as delivered, coalesce(sum(h.failed), 0)::integer as failed
      from integrations.hourly_attempts h
      where h.integration_id = i.id and h.hour >= ${thisHour} - interval '23 hours') h
    cross join lateral (
      select count(*)::integer as pending from (
        select from integrations.deliveries d where d.integration_id = i.id and d.due_at is not null
        order by d.due_at limit ${countedPending}) d) p`,
  values: [integrationIds],
});

/** Returns 24 hours, oldest first. */
export async function healthHours(pool: ReadPool, integrationId: string): Promise<HealthHour[]> {
  const { rows } = await pool.query<Omit<HealthHour, "hour"> & { hour: Date }>({
    name: "health-hours",
    text: `select s.hour, coalesce(h.delivered, 0) as delivered, coalesce(h.failed, 0) as failed
      from generate_series(${thisHour} - interval '23 hours', ${thisHour}, interval '1 hour') as s (hour)
      left join integrations.hourly_attempts h on h.integration_id = $1 and h.hour = s.hour order by s.hour`,
    values: [integrationId],
  });
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}

/** Maximum failing integrations that are counted. */
const countedFailing = 10_000;

/** Returns how many integrations have had only failed attempts for 15 minutes or longer, up to 10,000. */
export async function failingIntegrations(pool: Queryable): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: "failing-integrations",
    text: `select count(*)::integer as count from (
      select from integrations.integrations i
      where i.failing_since < statement_timestamp() - interval '15 minutes' and i.status = 'connected'
      limit ${countedFailing}) i`,
  });
  return rows[0]?.count ?? 0;
}
