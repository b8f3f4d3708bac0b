import pg from "pg";
import { freshDatabase } from "../support/postgres.ts";

test("a test's database is empty, and dropping it fails while something is still connected", async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  const { rowCount } = await client.query(
    "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  expect(rowCount).toBe(0);
  await expect(database.drop()).rejects.toThrow("Connections were left open");
});
