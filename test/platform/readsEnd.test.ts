import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Service, ServiceBroker, type ServiceSchema } from "moleculer";
import pg from "pg";
import { callOf } from "../../shared/bus/calls.ts";
import type { ActionName, Caller } from "../../shared/bus/contract.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import { eventually } from "../support/eventually.ts";
import { migratedDatabase, type TestDatabase, testSecretsKey } from "../support/postgres.ts";

/** Reads of owners end in PostgreSQL when their callers have got 503, in all services. */
let database: TestDatabase;
let broker: ServiceBroker;
let own: pg.Pool;
let slug: string;
const caller: Caller = { account_id: randomUUID(), user_id: randomUUID(), key_id: null };
const deadlineMs = 2_000;

beforeAll(async () => {
  database = await migratedDatabase();
  process.env.DATABASE_STATEMENT_TIMEOUT_MS = "60000";
  process.env.DATABASE_URL = database.url;
  process.env.SECRETS_KEY = testSecretsKey;
  broker = new ServiceBroker({ logger: false });
  for (const { default: service } of await Promise.all([
    import("../../services/auth/auth.service.ts"),
    import("../../services/forms/forms.service.ts"),
    import("../../services/integrations/integrations.service.ts"),
    import("../../services/sessions/sessions.service.ts"),
    import("../../services/analytics/analytics.service.ts"),
  ])) {
    broker.createService(service as ServiceSchema);
  }
  await broker.start();
  // background work would sleep, too
  const services = broker.services as (Service & { loops?: Loop[] })[];
  await Promise.all(services.flatMap(({ loops = [] }) => loops.map((loop) => loop.stop())));
  own = new pg.Pool({ connectionString: database.url, max: 1 });
  ({ slug } = await callOf(broker)("forms.create", { caller, body: { title: "Lunch" } }));
}, 120_000);
afterAll(async () => {
  await own?.end();
  await broker?.stop();
  await database?.drop();
});

const paging = { limit: 20, offset: 0, search: null };
const newest = { ...paging, ordering: { field: "created", descending: true } };
const started = { ...paging, ordering: { field: "started_at", descending: true } };
const published = { ...paging, ordering: { field: "published_at", descending: true } };

/** Each action with a table that it reads. */
const reads: [ActionName, string, object][] = [
  ["auth.listKeys", "auth.api_keys", { paging: newest }],
  ["auth.usage", "auth.usage", { query: {} }],
  ["forms.list", "forms.themes", { query: {}, paging: newest }],
  ["forms.get", "forms.themes", {}],
  ["forms.listVersions", "forms.versions", { paging: published }],
  ["forms.listThemes", "forms.themes", { paging: newest }],
  ["integrations.listAccountDeliveries", "integrations.attempts", { query: {}, paging: newest }],
  ["integrations.listNotices", "integrations.notices", { query: {}, paging: newest }],
  ["integrations.listMails", "integrations.mails", { paging: newest }],
  ["analytics.listResponses", "sessions.sessions", { query: {}, paging: started }],
  ["analytics.getResponse", "sessions.sessions", { session_id: randomUUID() }],
  ["analytics.insights", "sessions.sessions", { query: {} }],
  ["analytics.beginExport", "sessions.versions", { query: {} }],
];

/** Replaces a table with a view that sleeps while `work` runs. */
async function whileAsleep(table: string, work: () => Promise<void>): Promise<void> {
  const [schema, name] = table.split(".");
  await own.query(`alter table ${table} rename to hidden;
    create view ${table} as select * from ${schema}.hidden where (select pg_sleep(50)::text) is not null`);
  try {
    await work();
  } finally {
    // a statement that still runs would lock the view
    await own.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isAsleep}`);
    await own.query(`drop view ${table}; alter table ${schema}.hidden rename to ${name}`);
  }
}

const isAsleep = "datname = current_database() and wait_event = 'PgSleep'";
const asleep = async () => (await own.query(`select 1 from pg_stat_activity where ${isAsleep}`)).rowCount;

test.each(reads)("ends %s, which reads %s", async (action, table, params) => {
  await whileAsleep(table, async () => {
    const meta = { deadline: Date.now() + deadlineMs };
    const call = broker.call(action, { caller, slug, ...params }, { meta });
    const failing = expect(call).rejects.toThrow();
    await eventually(async () => expect(await asleep()).toBeGreaterThan(0));
    await failing;
    await eventually(async () => expect(await asleep()).toBe(0));
  });
});
