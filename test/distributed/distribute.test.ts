import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { connected, freshDatabase, migrate, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";

/** `npm run migrate -- --distribute`. */
let database: TestDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
}, 120_000);
afterAll(() => database?.drop());

const distribute = (url: string) => migrate(url, undefined, ["--distribute"]);

const tables = () =>
  connected(database.url, async (client) => {
    const { rows } = await client.query(
      `select logicalrelid::text as name, column_to_column_name(logicalrelid, partkey) as key, colocationid
        from pg_dist_partition order by 1`,
    );
    return rows;
  });

test("places all rows of a session together", async () => {
  const found = await tables();
  const keys = Object.fromEntries(found.map(({ name, key }) => [name, key]));
  expect(keys).toMatchObject({
    "analytics.search": "session_id",
    "sessions.erased_sessions": "session_id",
    "sessions.events": "session_id",
    "sessions.files": "session_id",
    "sessions.sessions": "id",
    "sessions.visits": "session_id",
  });
  expect(new Set(found.map(({ colocationid }) => colocationid)).size).toBe(1);
});

test("changes nothing when it runs again", async () => {
  const before = await tables();
  await Promise.all([distribute(database.url), distribute(database.url)]);
  expect(await tables()).toEqual(before);
}, 120_000);

test("leaves every key of a session's row with the session", async () => {
  const { rows } = await connected(database.url, (client) =>
    client.query(
      `select i.indexrelid::regclass::text as name from pg_index i
        join pg_dist_partition p on p.logicalrelid = i.indrelid join pg_attribute a on a.attrelid = i.indrelid
          and a.attname = column_to_column_name(p.logicalrelid, p.partkey)
        where i.indisunique and a.attnum <> all (i.indkey)`,
    ),
  );
  expect(rows).toEqual([]);
});

test("exits with one line if a replica is set", async () => {
  const { log, ended } = await startProcess({
    name: "with-replica",
    command: process.execPath,
    args: [join(import.meta.dirname, "../../deploy/serve.mjs"), "services"],
    env: {
      DATABASE_URL: database.url,
      READ_DATABASE_URL: database.url,
      SECRETS_KEY: Buffer.alloc(32).toString("base64"),
      DATA_DIR: mkdtempSync(join(runFolder(), "data-")),
      PORT: "0",
      OPS_PORT: "0",
    },
  });
  expect(await ended).toBe(1);
  expect(readFileSync(log, "utf8")).toMatch(/^READ_DATABASE_URL can't be used with sessions distributed by Citus\./m);
}, 60_000);

describe("refuses", () => {
  test("a database without Citus", async () => {
    const plain = await freshDatabase();
    await expect(distribute(plain.url)).rejects.toThrow("Create the extension citus on all nodes first.");
    await plain.drop();
  }, 60_000);

  test("a cluster without workers", async () => {
    // the database isn't dropped, because Citus stays connected to it
    const alone = await freshDatabase();
    await connected(alone.url, (client) => client.query("create extension citus"));
    await expect(distribute(alone.url)).rejects.toThrow("Add one with citus_add_node first.");
  }, 60_000);
});
