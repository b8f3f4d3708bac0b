import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { storeRows } from "../../../services/sessions/imports/batch.ts";
import { openTurn, storeAll } from "../../../services/sessions/imports/run.ts";
import { targetOf } from "../../../services/sessions/imports/target.ts";
import * as store from "../../../services/sessions/store/imports.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { nothingMapped as mapping, unrefused as options, rowsFrom, rowsOf } from "./importedRows.ts";
import { type Process, type Stage, startSessions } from "./stage.ts";

/** Rows of an import in the database (wants §25): each once, whoever runs the import. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());

async function queued(fields: Partial<LiveForm> = {}, now = new Date()) {
  const [first] = stage.processes as [Process];
  const { pool } = first.service.database;
  const form = await stage.newForm(undefined, fields);
  const id = randomUUID();
  await store.insertReceiving(pool, { id, formId: form.form_id, key: `imports/${id}`, now });
  const target = await targetOf(pool, { formId: form.form_id, versionId: null, mapping, options, created: now });
  const row = { id, version_id: target.version.id, mapping: null, options, acting: null, created_by: null };
  await inTransaction(pool, (client) => store.queueImport(client, { ...row, source: "table" }));
  return { id, pool, form, target, service: first.service };
}

async function running(now = new Date()) {
  const { id, ...one } = await queued({}, now);
  const claimed = (await store.claimImport(one.pool)) as store.ImportRow;
  expect(claimed.id).toBe(id);
  return { ...one, claimed };
}

const stored = async (formId: string): Promise<number> =>
  (await stage.database.query("select count(*)::int as count from sessions.sessions where form_id = $1", [formId]))
    .rows[0].count;

test("two copies that have the same rows store them once", async () => {
  const { pool, form, target, claimed } = await running();
  const limits = { target, limit: 1_000, total: 10 };
  const both = await Promise.all([
    storeRows(pool, limits, claimed, rowsOf(10)),
    storeRows(pool, limits, claimed, rowsOf(10)),
  ]);
  expect(both.filter((one) => one === null)).toHaveLength(1);
  expect(await stored(form.form_id)).toBe(10);
});

test("nothing more is stored once it is canceled", async () => {
  const { pool, form, target, claimed } = await running();
  await inTransaction(pool, async (client) => {
    const row = (await store.lockImport(client, form.form_id, claimed.id)) as store.ImportRow;
    await store.noteProgress(client, { ...row, status: "cancelled" });
  });
  expect(await storeRows(pool, { target, limit: 1_000, total: 10 }, claimed, rowsOf(10))).toBeNull();
  expect(await stored(form.form_id)).toBe(0);
});

test("rows over the day's quota are refused", async () => {
  const { pool, form, target, claimed } = await running();
  const done = await storeRows(pool, { target, limit: 3, total: 5 }, claimed, rowsOf(5, true));
  expect(done).toMatchObject({ status: "done", stored: 3, refused_rows: 2, refused_count: 2 });
  expect(done?.refused[0]).toMatchObject({ row: 5, column: null });
  expect(await stored(form.form_id)).toBe(3);
});

test("one import of a form waits or runs", async () => {
  const { pool, form, target } = await running();
  const id = randomUUID();
  await store.insertReceiving(pool, { id, formId: form.form_id, key: `imports/${id}`, now: new Date() });
  const row = { id, version_id: target.version.id, mapping: null, options, acting: null, created_by: null };
  const outcome = await inTransaction(pool, (client) => store.queueImport(client, { ...row, source: "table" }));
  expect(outcome).toBe("busy");
});

test("an import ends when its workspace is going to be deleted", async () => {
  const { pool, form, claimed } = await running();
  await stage.change(form, { is_suspended: true, is_active: false });
  expect(await store.findImport(pool, form.form_id, claimed.id)).toMatchObject({ status: "cancelled" });
});

describe("of several workspaces", () => {
  const [mine, theirs] = [{ account_id: randomUUID() }, { account_id: randomUUID() }];
  beforeEach(() => stage.database.query("update sessions.imports set status = 'done', ended = now()"));

  test("the one that has waited longest for its turn is next, whoever sent more files first", async () => {
    const sent = [
      await queued(mine),
      await queued(mine),
      await queued(mine),
      await queued(theirs),
      await queued(theirs),
    ];
    const order: number[] = [];
    for (const { pool } of sent) {
      const claimed = await store.claimImport(pool);
      order.push(sent.findIndex(({ id }) => id === claimed?.id));
    }
    expect(order).toEqual([0, 3, 1, 4, 2]);
  });

  test("an import gives its turn to another workspace, never to its own, and continues behind its last row", async () => {
    const long = await queued({ account_id: randomUUID() });
    const { pool, form, target, service } = long;
    const reader = { rows: async (after: number) => rowsFrom(after, 25, after > 60) };
    const turn = openTurn(pool, form.form_id, 0);
    const run = async (claimed: store.ImportRow | null) => {
      if (claimed?.id !== long.id) throw new Error("It is another's turn.");
      const stopping = new AbortController().signal;
      return storeAll(service, claimed, { reader, target, total: 100, stopping, turn });
    };
    const claimed = await store.claimImport(pool);
    const other = await queued({ account_id: randomUUID() });
    await queued({ account_id: form.account_id });
    expect(await run(claimed)).toBe("in turn");
    expect(await stored(form.form_id)).toBe(25);
    await store.releaseImport(pool, long.id);
    expect((await store.claimImport(pool))?.id).toBe(other.id);
    // its own next file waits
    expect(await openTurn(pool, form.form_id, 0)()).toBe(false);
    expect(await run(await store.claimImport(pool))).toBe("ended");
    expect(await stored(form.form_id)).toBe(100);
  });
});
