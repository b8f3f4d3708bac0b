import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { type OpenReader, openReader } from "../../shared/platform/database/open.ts";
import { eventually } from "../support/eventually.ts";
import { type Pooler, startPooler } from "../support/pooler.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { canHave } from "../support/servers.ts";

/** Owners' reads behind a transaction pooler end in PostgreSQL too (deploy/commands/roles.ts). */
const testWithPooler = canHave("pgbouncer") ? test : test.skip;
let database: TestDatabase;
let pooler: Pooler;
let reader: OpenReader;
let admin: pg.Client;
const warnings: string[] = [];

beforeAll(async () => {
  if (!canHave("pgbouncer")) return;
  database = await migratedDatabase();
  pooler = await startPooler(database);
  const url = pooler.env.ANALYTICS_DATABASE_URL ?? "";
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  // longer than the test
  await admin.query(`alter role ${new URL(url).username}_read set statement_timeout = 60000`);
  Object.assign(process.env, pooler.env, { DATABASE_STATEMENT_TIMEOUT_MS: "60000" });
  reader = await openReader(url, { info() {}, warn: (message) => warnings.push(message) });
}, 120_000);
afterAll(async () => {
  await reader?.close();
  await admin?.end();
  await pooler?.stop();
  await database?.drop();
}, 60_000);

const running = async () =>
  (await admin.query("select from pg_stat_activity where query like 'select pg_sleep(50)%' and state = 'active'"))
    .rowCount;

testWithPooler("ends a statement whose call is over", async () => {
  const { pool } = reader.within({ locals: { deadline: Date.now() + 2_000 } });
  const statement = pool.query("select pg_sleep(50)").catch((error: Error) => error);
  await eventually(async () => expect(await running()).toBe(1));
  expect(await statement).toMatchObject({ code: 503 });
  await eventually(async () => expect(await running()).toBe(0));
  expect(warnings).toEqual([]);
});
