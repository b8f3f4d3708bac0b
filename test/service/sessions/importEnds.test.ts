import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeRows } from "../../../services/sessions/imports/batch.ts";
import { targetOf } from "../../../services/sessions/imports/target.ts";
import * as store from "../../../services/sessions/store/imports.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { eventually } from "../../support/eventually.ts";
import { nothingMapped, rowsOf, unrefused } from "./importedRows.ts";
import { owner, startLinks } from "./linksStage.ts";
import type { Process, Stage } from "./stage.ts";

/** Answers to requests about an import, while it runs and while its responses are erased (wants §25). */
let stage: Stage;
beforeAll(async () => {
  stage = await startLinks();
});
afterAll(() => stage?.stop());

async function running() {
  const [{ service }] = stage.processes as [Process];
  const { pool } = service.database;
  const form = await stage.newForm();
  const id = randomUUID();
  const now = new Date();
  await store.insertReceiving(pool, { id, formId: form.form_id, key: `imports/${id}`, now });
  const of = { formId: form.form_id, versionId: null, mapping: nothingMapped, options: unrefused, created: now };
  const target = await targetOf(pool, of);
  const queued = {
    id,
    version_id: target.version.id,
    mapping: null,
    options: unrefused,
    acting: null,
    created_by: null,
  };
  await inTransaction(pool, (client) => store.queueImport(client, { ...queued, source: "table" }));
  const claimed = (await store.claimImport(pool)) as store.ImportRow;
  return { pool, form, target, claimed };
}

/** Tries to queue another file of the form. */
async function queueAgain({ pool, form, target }: Awaited<ReturnType<typeof running>>) {
  const id = randomUUID();
  await store.insertReceiving(pool, { id, formId: form.form_id, key: `imports/${id}`, now: new Date() });
  const file = { id, version_id: target.version.id, mapping: null, options: unrefused, acting: null, created_by: null };
  return inTransaction(pool, (client) => store.queueImport(client, { ...file, source: "table" }));
}

/** Receives a file of a form with these bytes, and imports it. */
async function send(
  { form_id, slug }: Awaited<ReturnType<Stage["newForm"]>>,
  bytes: () => Promise<Readable | null>,
  query: { dry_run?: boolean } = {},
) {
  const [{ service }] = stage.processes as [Process];
  const id = randomUUID();
  const key = `imports/${id}`;
  await store.insertReceiving(service.database.pool, { id, formId: form_id, key, now: new Date() });
  const { read } = service.files;
  service.files.read = (name) => (name === key ? bytes() : read.call(service.files, name));
  return stage.call("sessions.importResponses", { caller: owner, slug, id, mapping: null, query }).finally(() => {
    service.files.read = read;
  });
}

const dryRun = (form: Parameters<typeof send>[0], csv: string) =>
  send(form, async () => Readable.from([Buffer.from(csv)]), { dry_run: true });

const deletionsOf = async (formId: string): Promise<unknown[]> =>
  (
    await stage.database.query(
      "select 1 from sessions.audit_outbox where entry ->> 'action' = 'response.deleted' and entry::text like '%' || $1 || '%'",
      [formId],
    )
  ).rows;

async function imported(count: number) {
  const one = await running();
  const { pool, form, target, claimed } = one;
  await storeRows(pool, { target, limit: 1_000, total: count }, claimed, rowsOf(count, true));
  const params = { caller: owner, slug: form.slug, id: claimed.id };
  return {
    form,
    queueAgain: () => queueAgain(one),
    erase: () => stage.call("sessions.cancelImport", { ...params, query: { erase: true } }),
    read: () => stage.call("sessions.getImport", params),
  };
}

const sessionsOf = async (formId: string): Promise<string[]> =>
  (await stage.database.query("select id from sessions.sessions where form_id = $1", [formId])).rows.map(
    ({ id }) => id,
  );

test("erasing answers nothing once all is gone", async () => {
  const { form, erase, read } = await imported(120);
  expect(await erase()).toBeNull();
  expect(await sessionsOf(form.form_id)).toEqual([]);
  expect(await read()).toMatchObject({ status: "done", stored: 120 });
  expect(await deletionsOf(form.form_id)).toHaveLength(1);
  await erase();
  expect(await deletionsOf(form.form_id)).toHaveLength(1);
});

test("erasing that takes longer than a request answers with the import, and continues immediately", async () => {
  const { form, erase, read, queueAgain } = await imported(3);
  expect(await dryRun(form, "id,name\n1,Ada\n4,Ada")).toMatchObject({ fits: 1, skipped: 1 });
  const [locked] = await sessionsOf(form.form_id);
  const other = await stage.database.connect();
  try {
    await other.query("begin");
    await other.query("select 1 from sessions.sessions where id = $1 for update", [locked]);
    expect(await erase()).toMatchObject({ status: "erasing", stored: 3 });
    expect(await read()).toMatchObject({ status: "erasing" });
    // its rows would be skipped as known, and then erased
    expect(await queueAgain()).toBe("erasing");
    expect(await dryRun(form, "id,name\n1,Ada\n2,Ada\n3,Ada")).toMatchObject({ fits: 3, skipped: 0 });
  } finally {
    await other.query("rollback");
    other.release();
  }
  await eventually(async () => expect(await read()).toMatchObject({ status: "done", stored: 3 }), 20);
  expect(await sessionsOf(form.form_id)).toEqual([]);
}, 40_000);

test("a second import of a form is 409, although other files wait for their check", async () => {
  const { form } = await running();
  const reading = Promise.withResolvers<void>();
  const bytes = Promise.withResolvers<null>();
  const read = () => {
    reading.resolve();
    return bytes.promise;
  };
  const first = expect(send(await stage.newForm(), read)).rejects.toMatchObject({ code: 400 });
  await reading.promise;
  const busy = { code: 409, message: "An import of this form is under way." };
  await expect(send(form, () => bytes.promise)).rejects.toMatchObject(busy);
  bytes.resolve(null);
  await first;
}, 40_000);
