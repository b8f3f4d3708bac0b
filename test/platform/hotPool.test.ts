import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type pg from "pg";
import { loadMany } from "../../services/sessions/store/sessions.ts";
import type { Database } from "../../shared/platform/database/open.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";

/** Plans of respondents' statements (shared/platform/database/pools.ts, docs/adr/0010-hot-path.md). */
let database: TestDatabase;
let service: Database;

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_URL = database.url;
  const { openDatabase } = await import("../../shared/platform/database/open.ts");
  const log = { info: () => undefined, warn: () => undefined };
  service = await openDatabase({ schema: "sessions", migrations: [] }, log);
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Opens a connection of the pool, like the service's statements. */
async function onOne<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await service.hotPool.connect();
  return work(client).finally(() => client.release());
}

test("plans a statement once per connection", async () => {
  const plans = await onOne(async (client) => {
    for (const count of [1, 200, 3, 64, 1, 19, 7, 120]) await loadMany(client, ids(count));
    const { rows } = await client.query(
      "select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements where name = 'load-sessions'",
    );
    return rows;
  });
  expect(plans).toEqual([{ generic: 8, custom: 0 }]);
});

test("uses indexes even if the statistics say that a table has one page", async () => {
  await service.pool.query("analyze sessions.sessions, sessions.visits");
  const plan = await onOne(async (client) => {
    await loadMany(client, ids(1));
    const { rows } = await client.query(`explain execute "load-sessions" (array['${randomUUID()}']::uuid[])`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("Index Scan");
  expect(plan).not.toContain("Seq Scan");
});
