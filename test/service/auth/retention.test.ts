import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRetention } from "../../../services/auth/retention.ts";
import { eventually } from "../../support/eventually.ts";
import { type AuthBroker, newOwner, startAuth } from "./broker.ts";

/** Retention in batches (decisions §8 USAGE_RETENTION_DAYS). */
let auth: AuthBroker;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  auth = await startAuth();
});
afterAll(() => auth.stop());

const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);
const quiet = { info: () => undefined, warn: () => undefined };

/** Adds `count` rows of usage from `ago` days ago. */
const used = (accountId: string, ago: number, count: number) =>
  query(
    `insert into auth.usage (account_id, day, key_id, method, path, status_class, bucket, requests)
      select $1, (now() at time zone 'utc')::date - $2::integer, null, 'GET', '/' || n, 2, 1, 1
      from generate_series(1, $3) n`,
    [accountId, ago, count],
  );
const daysOf = async (accountId: string) =>
  (
    await query("select distinct current_date - day as ago from auth.usage where account_id = $1 order by 1", [
      accountId,
    ])
  ).rows.map(({ ago }) => ago);

/** Runs the retention until `check` holds. */
async function retained(days: number, check: () => Promise<void>): Promise<void> {
  const loops = openRetention(auth.service.database, quiet, { usage: days, audit: 0 });
  try {
    await eventually(check);
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}

test("deletes usage older than the retention, however much, and keeps the rest", async () => {
  const account = randomUUID();
  await used(account, 11, 4_500);
  for (const ago of [0, 9, 10]) await used(account, ago, 1);
  await retained(10, async () => expect(await daysOf(account)).toEqual([0, 9, 10]));
});

test("skips locked rows without blocking other rows or tables", async () => {
  const [held, free] = [randomUUID(), randomUUID()];
  await used(held, 20, 1);
  await used(free, 15, 1);
  await query("insert into auth.usage_flushes (id, created) values ($1, now() - interval '8 days')", [randomUUID()]);
  const holder = await auth.service.database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from auth.usage where account_id = $1 for update", [held]);
    await retained(10, async () => {
      expect(await daysOf(free)).toEqual([]);
      expect((await query("select 1 from auth.usage_flushes where created < now() - interval '7 days'")).rowCount).toBe(
        0,
      );
    });
    expect(await daysOf(held)).toEqual([20]);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await retained(10, async () => expect(await daysOf(held)).toEqual([]));
});

test("continues with other tables if one fails", async () => {
  const account = randomUUID();
  const { user } = await newOwner(auth.call);
  await used(account, 20, 1);
  await query(
    "insert into auth.password_resets (token_hash, user_id, expires) values ('x', $1, now() - interval '1 minute')",
    [user.id],
  );
  await query("alter table auth.usage rename to usage_away");
  try {
    await retained(10, async () => expect((await query("select 1 from auth.password_resets")).rowCount).toBe(0));
  } finally {
    await query("alter table auth.usage_away rename to usage");
  }
  expect(await daysOf(account)).toEqual([20]);
});

test("deletes events of 90 days ago, and links and second steps that have expired", async () => {
  const { user } = await newOwner(auth.call);
  const ended = "now() - interval '1 minute'";
  await query(
    `insert into auth.user_events (id, user_id, kind, occurred_at) values ($1, $2, 'signed_in', now() - interval '91 days')`,
    [randomUUID(), user.id],
  );
  await query(`insert into auth.email_changes (token_hash, user_id, email, expires) values ('x', $1, 'x', ${ended})`, [
    user.id,
  ]);
  await query(
    `insert into auth.email_undos (token_hash, user_id, email, email_key, expires) values ('x', $1, 'x', 'x', ${ended})`,
    [user.id],
  );
  await query(`insert into auth.sign_in_links (token_hash, user_id, expires) values ('x', $1, ${ended})`, [user.id]);
  await query(
    `insert into auth.challenges (token_hash, user_id, password, method, expires) values ('x', $1, 'x', 'link', ${ended})`,
    [user.id],
  );
  await query(
    `insert into auth.invitation_letters (recipient, day, count, sent, expires) values ('x', now(), 1, now(), ${ended})`,
  );
  await query(`insert into auth.invitation_declines (account_id, recipient, expires) values ($1, 'x', ${ended})`, [
    user.account_id,
  ]);
  const left = async (table: string) =>
    (await query(`select from auth.${table} where user_id = $1`, [user.id])).rowCount;
  await retained(10, async () => {
    const tables = ["user_events", "email_changes", "email_undos", "sign_in_links", "challenges"];
    // the registration's own event stays
    expect(await Promise.all(tables.map(left))).toEqual([1, 0, 0, 0, 0]);
    const invited = ["invitation_letters", "invitation_declines"];
    for (const table of invited) expect((await query(`select from auth.${table}`)).rowCount).toBe(0);
  });
});
