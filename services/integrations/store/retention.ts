import type pg from "pg";

const batch = 2_000;

/** Deletes what is older than so many days, some rows at a time, so that nobody waits for it; gives how many. */
export async function deleteOld(pool: pg.Pool, days: number): Promise<number> {
  let deleted = 0;
  for (const table of ["attempts", "deliveries", "notices"]) {
    deleted += await deleteOldOf(pool, table, days);
  }
  await pool.query("delete from integrations.erased_sessions where erased_at < clock_timestamp() - interval '7 days'");
  return deleted;
}

async function deleteOldOf(pool: pg.Pool, table: string, days: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(
      `delete from integrations.${table} where id in (
        select id from integrations.${table} where created < clock_timestamp() - make_interval(days => $1)
        limit ${batch} for update skip locked)`,
      [days],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}

/** An attachment or integration that went while its deliveries were made leaves none that wait for nothing. */
export async function cancelOrphans(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update integrations.deliveries d set due_at = null, retry_asked = false,
        state = case when state = 'queued' then 'cancelled' else state end
      where due_at is not null and not exists (
        select 1 from integrations.integrations i where i.id = d.integration_id)`,
  );
}
