import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { integrationsSchema } from "../../../services/integrations/database.ts";
import { findDelivery, retryDelivery } from "../../../services/integrations/store/deliveries.ts";
import { eraseSession } from "../../../services/integrations/store/intake.ts";
import { claimDeliveries } from "../../../services/integrations/store/queue.ts";
import { migrate } from "../../../shared/platform/database/migrate.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { freshDatabase, type TestDatabase } from "../../support/postgres.ts";

/** The migration to partitions of a database with deliveries (migrations/0010-partitions.ts). */
let database: TestDatabase;
let pool: pg.Pool;
const ids = { session: randomUUID(), integration: randomUUID(), sent: randomUUID(), waiting: randomUUID() };
const record = randomUUID();
const log = { warn: () => undefined };
const before = integrationsSchema.migrations.findIndex(({ name }) => name === "0010-partitions");
const fileOf = async (table: string) =>
  (await pool.query("select pg_relation_filenode($1::regclass)", [`integrations.${table}`])).rows[0];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const { migrations, ...schema } = integrationsSchema;
  await migrate({ ...schema, migrations: migrations.slice(0, before) }, database.url, log);
  await pool.query(
    `insert into integrations.integrations (id, account_id, type, name, config, secrets, status)
      values ($1, gen_random_uuid(), 'webhook', 'Receiver', '{}', '{}', 'connected')`,
    [ids.integration],
  );
  await insertDelivery(ids.sent, "delivered", null);
  await insertDelivery(ids.waiting, "queued", new Date());
  await insertAttempt(record, "now()");
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** Inserts as the previous release does. */
const insertDelivery = (id: string, state: string, dueAt: Date | null) =>
  pool.query(
    `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug,
        session_id, event, payload, state, attempts, due_at)
      values ($1, gen_random_uuid(), gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 'form', $3,
        'session.completed', '{"type": "session.completed"}', $4, 1, $5)
      on conflict (event_id, attachment_id) do nothing`,
    [id, ids.integration, ids.session, state, dueAt],
  );
const insertAttempt = (id: string, created: string) =>
  pool.query(
    `insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id, event,
        session_id, status, attempt, duration_ms, request_body, created)
      values ($1, $2, $3, 'Receiver', 'webhook', gen_random_uuid(), 'session.completed', $4, 'success', 1, 5, 'body', ${created})`,
    [id, ids.sent, ids.integration, ids.session],
  );

test("keeps all rows without copying them", async () => {
  const file = await fileOf("attempts");
  await migrate(integrationsSchema, database.url, log);
  expect(await fileOf("attempts_before")).toEqual(file);
  expect(await findDelivery(pool, ids.integration, record)).toMatchObject({ request_body: "body", attempt: 1 });
});

test("repeats the migration after an interruption", async () => {
  await pool.query("delete from integrations.migrations where name = '0010-partitions'");
  await migrate(integrationsSchema, database.url, log);
  expect((await pool.query("select from integrations.attempts")).rowCount).toBe(1);
});

test("takes what copies of the previous release insert, now and after the first partition ends", async () => {
  await insertDelivery(randomUUID(), "delivered", null);
  await insertAttempt(randomUUID(), "now()");
  await insertAttempt(randomUUID(), "now() + interval '20 days'");
  const { rows } = await pool.query("select tableoid::regclass::text as name from integrations.attempts order by 1");
  const name = (table: string) => ({ name: `integrations.${table}` });
  expect(rows).toEqual([name("attempts_before"), name("attempts_before"), name("attempts_rest")]);
});

test("sends, retries and erases the deliveries from before", async () => {
  const limits = { rooms: [], accounts: [], newcomer_room: 5, proven_total: 5, unproven_total: 5, lease_ms: 60_000 };
  expect(await claimDeliveries(pool, limits)).toMatchObject([
    { id: ids.waiting, payload: { type: "session.completed" }, payload_at: null },
  ]);
  expect(await retryDelivery(pool, record, withoutDeadline)).toBe(true);
  await eraseSession(pool, ids.session, withoutDeadline);
  expect(await retryDelivery(pool, record, withoutDeadline)).toBe(false);
  const { rows } = await pool.query("select payload from integrations.deliveries where payload is not null");
  expect(rows).toEqual([]);
});
