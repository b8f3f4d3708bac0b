import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { madeWork } from "../../shared/platform/database/work.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres.ts";

/** A loop that sleeps for an hour is woken when its work is visible to it. */
let database: TestDatabase;
let pool: pg.Pool;
let loop: Loop;
/** rows that each run saw */
const seen: number[] = [];
let begun = 0;
let ran: PromiseWithResolvers<void>;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query("create table rows (id integer)");
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
afterEach(async () => {
  await loop.stop();
  seen.length = 0;
  begun = 0;
  await pool.query("delete from rows");
});

/** Starts the loop, and returns after its first run. */
async function asleep(): Promise<void> {
  ran = Promise.withResolvers();
  loop = openLoop({
    name: "test.rows",
    interval: 3_600_000,
    onError: (error) => ran.reject(error),
    async work() {
      begun += 1;
      const { rows } = await pool.query("select count(*)::integer as count from rows");
      seen.push(rows[0].count);
      ran.resolve();
      return false;
    },
  });
  await nextRun();
}

async function nextRun(): Promise<void> {
  await ran.promise;
  ran = Promise.withResolvers();
}

async function add(target: pg.Pool | pg.PoolClient): Promise<void> {
  await target.query("insert into rows values (1)");
  madeWork(target, "test.rows");
}

it("wakes after the commit", async () => {
  await asleep();
  await inTransaction(pool, async (client) => {
    await add(client);
    // a wake now would find nothing, and no other would follow
    expect(begun).toBe(1);
  });
  await nextRun();
  expect(seen).toEqual([0, 1]);
});

it("wakes after a failure, because the commit may have happened", async () => {
  await asleep();
  const failing = inTransaction(pool, async (client) => {
    await add(client);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await nextRun();
  expect(seen).toEqual([0, 0]);
});

it("wakes right after a statement without a transaction", async () => {
  await asleep();
  await add(pool);
  await nextRun();
  expect(seen).toEqual([0, 1]);
});
