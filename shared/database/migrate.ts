import type { MikroORM } from "@mikro-orm/postgresql";
import pg from "pg";

/**
 * Brings one schema to its newest version. Copies that start at once take turns on an advisory lock, and the second
 * finds nothing left to do. Migrations only ever expand what an older copy still uses (docs/adr/0001).
 */
export async function migrate(orm: MikroORM, url: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "pathform migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`pathform migrate ${schema}`]);
    await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
    await orm.migrator.up();
  } finally {
    await client.end();
  }
}
