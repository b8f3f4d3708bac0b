import type pg from "pg";

/** Counts the rows of all tables that contain a text. */
export async function rowsWith(database: Pick<pg.Client, "query">, text: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.query(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace::regnamespace::text in ('auth', 'forms', 'sessions', 'analytics', 'integrations')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select count(*)::int as count from ${name} t where strpos(row_to_json(t)::text, $1) > 0`,
      [text],
    );
    if (rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}
