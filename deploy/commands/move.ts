import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { migrate } from "../../shared/platform/database/migrate.ts";
import { lockDataDir } from "../../shared/platform/dataDir.ts";
import { env } from "../../shared/platform/env.ts";
import { withClient } from "../../shared/platform/withClient.ts";
import { schemas } from "./accountData.ts";
import { operatorLog, print, runCommand } from "./command.ts";
import { untilAvailable, withOwnEmbedded } from "./postgres.ts";

/**
 * `npm run move`: copies all data from the embedded PostgreSQL of DATA_DIR to the one of MIGRATE_DATABASE_URL or DATABASE_URL, which
 * has no accounts yet. Either everything is copied or nothing. Pathform must be stopped, because later changes would be lost.
 */

/** rows at a time; drafts and answers can take megabytes */
const batchSize = 100;

await runCommand(async () => {
  const { DATA_DIR, MIGRATE_DATABASE_URL, DATABASE_URL } = env();
  const target = MIGRATE_DATABASE_URL ?? DATABASE_URL;
  if (process.argv.length > 2) throw new Error("Usage: npm run move");
  if (!target) throw new Error("Set DATABASE_URL to the PostgreSQL that gets the data.");
  if (!existsSync(join(DATA_DIR, "postgres/PG_VERSION"))) throw new Error(`${DATA_DIR} has no embedded PostgreSQL.`);
  const lock = await lockDataDir(DATA_DIR, "server");
  if (!lock) throw new Error(`Stop the Pathform that uses ${DATA_DIR} first.`);
  await untilAvailable(target);
  await withOwnEmbedded(lock, async (source) => {
    for (const url of [source, target])
      for (const options of Object.values(schemas)) await migrate(options, url, operatorLog);
    await withClient(source, (from) => withClient(target, (to) => copyAll(from, to)));
  });
});

interface Table {
  schema: string;
  /** quoted, with the schema */
  name: string;
  references: string[];
}

async function copyAll(from: pg.Client, to: pg.Client): Promise<void> {
  const tables = await tablesOf(from);
  const names = tables.map(({ name }) => name);
  await from.query("begin isolation level repeatable read read only");
  await to.query("begin");
  await to.query(`lock table ${names.join(", ")} in access exclusive mode`);
  const { rowCount } = await to.query("select 1 from auth.accounts limit 1");
  if (rowCount) throw new Error("The new database already has accounts. Name an empty one.");
  // the rows that triggers made are copied too
  for (const name of names) await to.query(`alter table ${name} disable trigger user`);
  // rows of migrations
  await to.query(`truncate ${names.join(", ")}`);
  const rows = new Map<string, number>();
  for (const { schema, name } of tables) rows.set(schema, (rows.get(schema) ?? 0) + (await copyTable(from, to, name)));
  await copySequences(from, to);
  for (const name of names) await to.query(`alter table ${name} enable trigger user`);
  await to.query("commit");
  for (const [schema, count] of rows) print(`${schema}: ${count} rows`);
}

/**
 * Returns all tables, each after those that it references. Migrations are the same on both sides. Partitions aren't, so rows are
 * copied through their tables.
 */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, format('%I.%I', n.nspname, c.relname) as name,
      array(select format('%I.%I', rn.nspname, r.relname) from pg_constraint f
        join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.contype = 'f' and f.conrelid = c.oid and r.oid <> c.oid) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) and c.relname <> 'migrations' order by 2`,
    [Object.keys(schemas)],
  );
  const sorted: Table[] = [];
  const add = (table: Table) => {
    if (sorted.includes(table)) return;
    for (const other of rows) if (table.references.includes(other.name)) add(other);
    sorted.push(table);
  };
  rows.forEach(add);
  return sorted;
}

/** Copies rows as JSON, which keeps all digits of numbers and times. Returns their number. */
async function copyTable(from: pg.Client, to: pg.Client, name: string): Promise<number> {
  await from.query(`declare moved no scroll cursor for select row_to_json(t)::text as json from ${name} t`);
  let count = 0;
  for (;;) {
    const { rows } = await from.query<{ json: string }>(`fetch ${batchSize} from moved`);
    if (rows.length === 0) break;
    const values = [`[${rows.map(({ json }) => json).join(",")}]`];
    await to.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, values);
    count += rows.length;
  }
  await from.query("close moved");
  return count;
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
    where schemaname = any($1) and last_value is not null`,
    [Object.keys(schemas)],
  );
  for (const { name, last_value } of rows) await to.query("select setval($1, $2)", [name, last_value]);
}
