import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type OpenReader, openReader } from "../../shared/platform/database/open.ts";
import { eventually } from "../support/eventually.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";

/** Owners' reads end in PostgreSQL when their callers have got 503. */
let database: TestDatabase;
let reader: OpenReader;
const warnings: string[] = [];

beforeAll(async () => {
  process.env.DATABASE_STATEMENT_TIMEOUT_MS = "60000";
  database = await freshDatabase();
  reader = await openReader(database.url, { info() {}, warn: (message) => warnings.push(message) });
});
afterAll(async () => {
  await reader?.close();
  await database?.drop();
});

const within = (ms: number) => reader.within({ locals: { deadline: Date.now() + ms } }).pool;
const running = async () =>
  (await reader.pool.query("select 1 from pg_stat_activity where query like 'select pg_sleep(50)%'")).rowCount;

test("ends a statement whose call is over", async () => {
  const statement = within(4_000).query("select pg_sleep(50)");
  await eventually(async () => expect(await running()).toBe(1));
  await expect(statement).rejects.toMatchObject({ code: 503 });
  await eventually(async () => expect(await running()).toBe(0));
  // PostgreSQL isn't lost
  expect(warnings).toEqual([]);
});

test("ends a transaction whose call is over", async () => {
  const client = await within(1_000).connect();
  await client.query("begin");
  await expect(client.query("select pg_sleep(50)")).rejects.toThrow("the deadline of its call has passed");
  client.release(true);
  await eventually(async () => expect(await running()).toBe(0));
});

test("refuses a call whose deadline passed while it waited for a connection", async () => {
  const pool = within(-1);
  await expect(pool.query("select 1")).rejects.toMatchObject({ code: 503 });
  expect((await within(10_000).query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
