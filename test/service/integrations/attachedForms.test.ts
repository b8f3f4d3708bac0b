import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import pg from "pg";
import { reportAttachedForms } from "../../../services/integrations/attachedForms.ts";
import { attachedForms } from "../../../services/integrations/store/attachments.ts";
import { callOf } from "../../../shared/bus/calls.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { migratedDatabase, type TestDatabase } from "../../support/postgres.ts";
import { type IntegrationsBroker, newCaller, startIntegrations } from "./broker.ts";

/** Reporting attached forms to sessions, which keeps events only for those. */
let integrations: IntegrationsBroker;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  integrations = await startIntegrations();
  database = await migratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  await integrations?.stop();
});
beforeEach(() => pool.query("delete from integrations.integrations"));

async function attachTo(formId: string): Promise<void> {
  const { rows } = await pool.query(
    `insert into integrations.integrations (id, account_id, type, name, config, secrets, status)
      values (gen_random_uuid(), gen_random_uuid(), 'webhook', 'Hook', '{}', '{}', 'connected') returning id`,
  );
  await pool.query(
    `insert into integrations.attachments (id, form_id, integration_id, events)
      values (gen_random_uuid(), $1, $2, '{session.completed}')`,
    [formId, rows[0].id],
  );
}

test("requests the position with the form of the attachment", async () => {
  const { call, newForm, positionsOf } = integrations;
  const caller = newCaller();
  const slug = newForm(caller);
  const body = { name: "Hook", config: { url: "https://a.example" } };
  const { id } = await call("integrations.create", { caller, type: "webhook", body });
  await call("integrations.attach", { caller, slug, body: { integration_id: id, events: ["session.started"] } });
  const { form_id } = await integrations.locate(slug);
  expect(positionsOf).toEqual([form_id]);
});

interface Said {
  form_ids: string[];
  others: string;
}

/** Runs the report loop against a stub of sessions with these responses. */
async function telling(areKnown: boolean[], isOlderThere = false) {
  const said: Said[] = [];
  const broker = new ServiceBroker({ logger: false });
  const noteAttachedForms = ({ params }: { params: Said }) => {
    said.push(params);
    return { are_known: params.others === "none" && (areKnown.shift() ?? true) };
  };
  broker.createService({ name: "sessions", actions: { noteAttachedForms } } as never);
  if (isOlderThere) broker.createService({ name: "sessions", version: 0, actions: { eventPosition: () => null } });
  await broker.start();
  const log = { info: () => undefined, warn: () => undefined };
  const loop = reportAttachedForms({ broker, database: { pool } as Database, call: callOf(broker), log });
  return {
    said,
    /** Runs the loop once, like its interval. */
    async look() {
      const before = said.length;
      loop.wake();
      await eventually(async () => expect(said.length).toBeGreaterThan(before));
    },
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await broker.stop();
    },
  };
}

test("reports each attached form until sessions knows all of them", async () => {
  const [one, two] = [newUuid(), newUuid()].toSorted() as [string, string];
  for (const form of [one, two, two]) await attachTo(form);
  const { said, look, wake, stop } = await telling([false, true]);
  await look();
  await look();
  expect(said).toEqual([1, 2].map(() => ({ form_ids: [one, two], others: "none" })));
  wake();
  await stop();
  expect(said).toHaveLength(2);
});

test("treats any form as attached while an older copy of sessions runs", async () => {
  await attachTo(newUuid());
  const { said, look, stop } = await telling([], true);
  await look();
  await look();
  await stop();
  expect(said).toEqual([1, 2].map(() => ({ form_ids: [], others: "unknown" })));
});

test("reads the forms in batches", async () => {
  const forms = Array.from({ length: 3 }, newUuid).toSorted();
  for (const form of forms) await attachTo(form);
  expect(await attachedForms(pool, null, 2)).toEqual(forms.slice(0, 2));
  expect(await attachedForms(pool, forms[1] as string, 2)).toEqual(forms.slice(2));
});
