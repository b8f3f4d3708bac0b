import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { Connection } from "../../shared/platform/database/connection.ts";
import type { Database } from "../../shared/platform/database/open.ts";
import { isUnavailable } from "../../shared/platform/database/unavailable.ts";
import { eventually } from "../support/eventually.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";

/** Connections after failures of PostgreSQL. */
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

function openPool(connectionString: string, options = ""): pg.Pool {
  const settings = {
    connectionString,
    options,
    max: 2,
    idleTimeoutMillis: 0,
    query_timeout: 300,
    connections: new Set<Connection>(),
  };
  const pool = new pg.Pool({ ...settings, Client: Connection });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Opens both connections of a pool and leaves them idle. */
async function openBoth(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) client.release();
}

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe("a connection whose server is silent", () => {
  let proxy: SilentProxy;
  let pool: pg.Pool;
  beforeEach(async () => {
    proxy = await startSilentProxy(database.url);
    pool = openPool(proxy.before(database.url));
  });
  afterEach(async () => {
    await pool.end();
    await proxy.close();
  });

  test("is never reused after its statement timed out", async () => {
    const client = await pool.connect();
    await client.query("select 1");
    proxy.silenceOpen();
    expect(isUnavailable(await failureOf(client.query("select 1")))).toBe(true);
    // release without an error, as Kysely does
    client.release();
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("closes idle connections too, but not one with a statement in progress", async () => {
    await openBoth(pool);
    proxy.silenceOpen();
    expect(isUnavailable(await failureOf(pool.query("select 1")))).toBe(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);

    await openBoth(pool);
    const slow = pool.query({ text: "select pg_sleep(1)", query_timeout: 30_000 } as pg.QueryConfig);
    expect(isUnavailable(await failureOf(pool.query("select pg_sleep(1)")))).toBe(true);
    expect((await slow).rowCount).toBe(1);
  });
});

test("a rejected write closes all connections to a read-only server", async () => {
  const pool = openPool(database.url, "-c default_transaction_read_only=on");
  await openBoth(pool);
  expect(pool.totalCount).toBe(2);
  expect(isUnavailable(await failureOf(pool.query("create table refused ()")))).toBe(true);
  await eventually(() => expect(pool.totalCount).toBe(0));
  await pool.end();
});

describe("a database that becomes read-only", () => {
  let service: Database;

  beforeAll(async () => {
    Object.assign(process.env, { DATABASE_URL: database.url });
    const { openDatabase } = await import("../../shared/platform/database/open.ts");
    const log = { info: () => undefined, warn: () => undefined };
    service = await openDatabase({ schema: "forms", migrations: [] }, log);
  });
  afterAll(() => service?.close());

  const isWritable = async () => {
    const { rows } = await service.pool.query("show transaction_read_only");
    return rows[0]?.transaction_read_only === "off";
  };

  async function setReadOnly(value: "on" | "off"): Promise<void> {
    const name = new URL(database.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("set default_transaction_read_only = off");
    await admin.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
    // a failover closes connections, and new ones have the new setting
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await admin.end();
  }

  test("isn't ready, closes its connections, and is ready when it is writable again", async () => {
    const before = await service.pool.query("select pg_backend_pid() as pid");
    await setReadOnly("on");
    await eventually(async () => expect(await service.waitsFor()).toBe("a writable PostgreSQL: this one is read-only"));
    await eventually(async () => expect(await isWritable()).toBe(false));
    await setReadOnly("off");
    await eventually(async () =>
      expect(await service.waitsFor()).toBe("the schema forms, which isn't migrated yet (npm run migrate)"),
    );
    expect(await isWritable()).toBe(true);
    const after = await service.pool.query("select pg_backend_pid() as pid");
    expect(after.rows).not.toEqual(before.rows);
  });
});
