import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { Connection } from "../../shared/platform/database/connection.ts";
import type { Database } from "../../shared/platform/database/open.ts";
import { isUnavailable } from "../../shared/platform/database/unavailable.ts";
import { eventually } from "../support/eventually.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";
import { startSilentProxy } from "../support/silentProxy.ts";

/** What a process's connections do when PostgreSQL is not what it was. */
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

test("a connection whose statement is not answered within its limit is given to nobody else", async () => {
  const proxy = await startSilentProxy(database.url);
  const settings = { connectionString: proxy.before(database.url), max: 1, query_timeout: 300 };
  const pool = new pg.Pool({ ...settings, Client: Connection });
  pool.on("error", () => undefined);
  const client = await pool.connect();
  client.on("error", () => undefined);
  await client.query("select 1");
  proxy.silenceOpen();
  const error = await client.query("select 1").catch((thrown: Error) => thrown);
  expect(isUnavailable(error)).toBe(true);
  // as Kysely does, which does not say that anything was wrong with it
  client.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  await proxy.close();
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
    // a failover ends connections; what is opened from now on has the new setting
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pathform watch'",
    );
    await admin.end();
  }

  test("is not ready, its connections end, and it is ready again when it can be written to", async () => {
    const before = await service.pool.query("select pg_backend_pid() as pid");
    await setReadOnly("on");
    await eventually(async () => expect(await service.waitsFor()).toBe("a writable PostgreSQL: this one is read-only"));
    await eventually(async () => expect(await isWritable()).toBe(false));
    await setReadOnly("off");
    await eventually(async () =>
      expect(await service.waitsFor()).toBe("the schema forms, which is not migrated yet: npm run migrate"),
    );
    expect(await isWritable()).toBe(true);
    const after = await service.pool.query("select pg_backend_pid() as pid");
    expect(after.rows).not.toEqual(before.rows);
  });
});
