import type pg from "pg";
import { withClient } from "../withClient.ts";

const root = "sessions.sessions";
/** Joined with sessions. The other tables of analytics stay with their rollups on the coordinator. */
const searched = "analytics.search";

/**
 * Distributes a Citus database by session id: `sessions.sessions`, each table of its schema that has a `session_id`, and the search
 * index. Their shards with the same sessions are on the same worker. All other tables stay on the coordinator, where each row has one home.
 * Changes nothing that is distributed already. All or nothing, so an interrupted run can be repeated. Returns the names of all
 * distributed tables.
 */
export function distribute(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await refusePlain(client);
    await client.query("begin");
    // concurrent runs would distribute a table twice
    await client.query("select pg_advisory_xact_lock(hashtextextended('pathform distribute', 0))");
    const tables = await sessionTables(client);
    for (const { name, key } of tables.filter(({ is_distributed }) => !is_distributed)) {
      await dropUniqueness(client, name, key);
      await dropTriggers(client, name);
      const together = name === root ? "" : `, colocate_with => '${root}'`;
      await client.query(`select create_distributed_table($1, $2${together})`, [name, key]);
    }
    await client.query("commit");
    return tables.map(({ name }) => name);
  });
}

/** Returns whether sessions are distributed. */
export async function isDistributed(pool: Pick<pg.Pool, "query">): Promise<boolean> {
  if (!(await hasCitus(pool))) return false;
  const text = "select from pg_dist_partition where logicalrelid = to_regclass($1)";
  return (await pool.query(text, [root])).rowCount === 1;
}

async function hasCitus(client: Pick<pg.Pool, "query">): Promise<boolean> {
  return (await client.query("select from pg_extension where extname = 'citus'")).rowCount === 1;
}

async function refusePlain(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new Error("This PostgreSQL can't be distributed. Create the extension citus on all nodes first.");
  }
  const { rowCount } = await client.query("select from pg_dist_node where isactive and shouldhaveshards");
  if (!rowCount) throw new Error("This Citus cluster has no workers. Add one with citus_add_node first.");
}

interface SessionTable {
  name: string;
  key: string;
  is_distributed: boolean;
}

/** Returns the tables to distribute, first the one that the others are placed with. */
async function sessionTables(client: pg.Client): Promise<SessionTable[]> {
  const { rows } = await client.query<SessionTable>(
    `select c.oid::regclass::text as name, a.attname as key, p.logicalrelid is not null as is_distributed
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
        left join pg_dist_partition p on p.logicalrelid = c.oid
      where (n.nspname = 'sessions' or c.oid = to_regclass($1)) and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'uuid'::regtype
        and a.attname = case c.oid when $2::regclass then 'id' else 'session_id' end
      order by c.oid <> $2::regclass, name`,
    [searched, root],
  );
  return rows;
}

/** Drops triggers, which Citus doesn't run. They count changes by older copies, and none can run on this database. */
async function dropTriggers(client: pg.Client, table: string): Promise<void> {
  const text = "select quote_ident(tgname) as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal";
  const { rows } = await client.query<{ name: string }>(text, [table]);
  for (const { name } of rows) await client.query(`drop trigger ${name} on ${table}`);
}

/** Makes indexes plain that can't be unique over several shards. The ids are random, and the primary key stays. */
async function dropUniqueness(client: pg.Client, table: string, key: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = $2
      where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary and a.attnum <> all (i.indkey)`,
    [table, key],
  );
  for (const { name, definition } of rows) {
    await client.query(`drop index ${name}`);
    await client.query(definition.replace("CREATE UNIQUE INDEX", "CREATE INDEX"));
  }
}
