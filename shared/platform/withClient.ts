import pg from "pg";
import { formatOptions } from "./database/settings.ts";

/** Runs `work` with one connection without pool, as for DDL. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, ...formatOptions() });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
