import type pg from "pg";

/** Tables in partitions by `created` (docs/adr/0016-events.md). Functions of the schema create and drop these. */
const tables = ["attempts", "payloads"] as const;

/** Partitions of the whole retention. Each reader of a table locks all of them, so they are few. */
const most = 30;

/** Days that a partition covers: one, or more if the retention is longer than 30 days. */
export const daysOf = (retentionDays: number): number => Math.ceil(retentionDays / most);

/** Partitions are created this early. Without one, rows go to `_rest`, so nothing fails at midnight. */
const ahead = "7 days";

/** Creates the partitions of the next days. Waits at most 0.5 s for a lock, and fails then. */
export async function makePartitions(pool: pg.Pool, retentionDays: number): Promise<void> {
  const days = daysOf(retentionDays);
  const text = "select integrations.make_partition($1, $2, now() + $3::interval) as is_made";
  for (const table of tables) await whileTrue(pool, text, [table, days, ahead]);
}

/** Drops the partitions whose rows are all older than the retention. Waits and fails as above. Returns how many. */
export async function dropPartitions(pool: pg.Pool, retentionDays: number): Promise<number> {
  const text = "select integrations.drop_partition($1, now() - make_interval(days => $2)) as is_dropped";
  let dropped = 0;
  for (const table of tables) dropped += await whileTrue(pool, text, [table, retentionDays]);
  return dropped;
}

/** Repeats a statement while it returns true. */
async function whileTrue(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  for (let times = 0; ; times += 1) {
    const { rows } = await pool.query({ text, values, rowMode: "array" });
    if (rows[0]?.[0] !== true) return times;
  }
}
