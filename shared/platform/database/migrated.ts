import pg from "pg";
import type { SchemaOptions } from "./orm.ts";
import { formatOptions } from "./settings.ts";

export const applicationName = "pathform migrate";

/** Runs `work` on a separate connection. */
export async function connectedToMigrate<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    ...formatOptions(),
    application_name: applicationName,
    keepAlive: true,
  });
  // a lost connection fails the next statement; an unhandled error event would end the process
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns whether a schema has these migrations. */
export async function isDone(
  client: pg.Client,
  schema: SchemaOptions["schema"],
  names: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [`${schema}.migrations`]);
  if (!rows[0].is_there) return false;
  const done = await client.query(`select 1 from ${schema}.migrations where name = any($1)`, [names]);
  return done.rowCount === names.length;
}
