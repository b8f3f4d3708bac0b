import { afterAll, beforeAll, describe, expect, it, test } from "@jest/globals";
import type pg from "pg";
import { replayDeliveries, replayStatement } from "../../../services/integrations/store/deliveries.ts";
import { countedPending, healthOf, healthStatement } from "../../../services/integrations/store/health.ts";
import { claimDeliveries, claimStatement, queueStatement } from "../../../services/integrations/store/queue.ts";
import { deleteOld, deleteStatement } from "../../../services/integrations/store/retention.ts";
import { ok, type Receiver, startReceiver } from "../../support/receiver.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";
import { blockedBy } from "./locks.ts";

/** A long queue doesn't slow down other work (docs/adr/0004-delivery-queue.md). */
const length = 12_000;
let stage: Stage;
let receiver: Receiver;
let attached: Attached;

beforeAll(async () => {
  stage = await startStage();
  receiver = await startReceiver(ok);
  attached = await stage.webhook(receiver.url);
  await stage.query(
    `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug,
        session_id, event, payload, state, attempts, due_at, created)
      select gen_random_uuid(), gen_random_uuid(), $1, $2, $3, $4, 'form', gen_random_uuid(), 'session.completed', '{}',
        'queued', 1, clock_timestamp() + interval '1 hour', clock_timestamp() - n * interval '1 second'
      from generate_series(1, $5) n`,
    [attached.attachment_id, attached.id, attached.caller.account_id, attached.form.id, length],
  );
  await stage.query(
    `insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id,
        event, session_id, status, attempt, duration_ms, created)
      select gen_random_uuid(), id, integration_id, 'Receiver', 'webhook', event_id, event, session_id, 'error', 1, 5,
        created from integrations.deliveries`,
  );
  await stage.query("analyze integrations.deliveries");
  await stage.query("analyze integrations.attempts_before");
}, 60_000);
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Returns the rows of tables and indexes that a statement reads. Rolls it back. */
async function rowsRead(statement: Statement): Promise<number> {
  const client = await stage.pool().connect();
  try {
    await client.query("begin");
    return await readIn(client, statement);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

interface Statement {
  text: string;
  values?: unknown[];
}

async function readIn(client: pg.PoolClient, { text, values = [] }: Statement): Promise<number> {
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
  return readBy(rows[0]["QUERY PLAN"][0].Plan);
}

function readBy(plan: Plan): number {
  const isTable = /^(Seq|Index|Index Only|Bitmap Heap|Bitmap Index) Scan$/.test(plan["Node Type"]);
  const own = isTable ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), own);
}

const limits = { rooms: [], accounts: [], newcomer_room: 2, proven_total: 64, unproven_total: 64, lease_ms: 1000 };
const everything = { status: null, event: null, from: null, before: null };

describe("with 12,000 waiting deliveries", () => {
  test.each([
    ["a claim", () => claimStatement(limits)],
    ["retention of attempts", () => deleteStatement("attempts_before", 90)],
    ["retention of deliveries", () => deleteStatement("deliveries", 90)],
  ])("%s reads a handful of rows", async (_name, statement) => {
    expect(await rowsRead(statement())).toBeLessThan(50);
  });

  it("counts the queue for metrics in bounded rows", async () => {
    const limit = 100;
    expect(await rowsRead(queueStatement(limit))).toBeLessThan(3 * limit);
    const { rows } = await stage.pool().query(queueStatement(limit));
    expect(rows).toEqual([{ due: 0, age_seconds: 0, in_progress: 0, scheduled: limit }]);
  });

  it("reads the health of one integration in bounded rows", async () => {
    expect(await rowsRead(healthStatement([attached.id]))).toBeLessThanOrEqual(countedPending + 24);
    expect((await healthOf(stage.pool(), [attached.id])).get(attached.id)?.pending).toBe(countedPending);
  });

  test("replays in batches and reads only those", async () => {
    expect(await rowsRead(replayStatement(attached.id, everything, null))).toBeLessThan(5_000);
  });

  test("claims and deletes without reading other rows", async () => {
    const client = await stage.pool().connect();
    try {
      await client.query("begin");
      await client.query(
        "update integrations.deliveries set due_at = now() - interval '1 minute', created = created - interval '91 days'",
      );
      expect(await readIn(client, claimStatement(limits))).toBeLessThan(50);
      expect(await readIn(client, deleteStatement("deliveries", 90))).toBeLessThan(5_000);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("replays the others while one delivery is locked, and counts all", async () => {
    const holder = await stage.pool().connect();
    await holder.query("begin");
    await holder.query("select id from integrations.deliveries order by created limit 1 for update");
    // prevents claims
    await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
    const replaying = replayDeliveries(stage.pool(), attached.id, everything);
    await blockedBy(stage, holder);
    const { rowCount } = await stage
      .pool()
      .query("select 1 from integrations.deliveries where retry_asked for update skip locked");
    await holder.query("rollback");
    holder.release();
    expect(await replaying).toBe(length);
    expect(rowCount).toBeGreaterThanOrEqual(length - 1_000);
  }, 60_000);

  test("claims due deliveries despite many that wait", async () => {
    const due = { rooms: [], accounts: [], newcomer_room: 2, proven_total: 64, unproven_total: 64, lease_ms: 60_000 };
    // not connected since the previous test
    expect(await claimDeliveries(stage.pool(), due)).toEqual([]);
    await stage.query("update integrations.integrations set status = 'connected' where id = $1", [attached.id]);
    const other = await stage.webhook(receiver.url);
    await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [other.id]);
    expect(await claimDeliveries(stage.pool(), due)).toHaveLength(2);
  });

  test("claims those of the account with the fewest attempts in flight, if there are more than slots", async () => {
    const other = await stage.webhook(receiver.url);
    const one = { ...limits, unproven_total: 1 };
    const accountId = attached.caller.account_id;
    const client = await stage.pool().connect();
    const claims = async (inFlight: number) => {
      await client.query("savepoint before");
      const { rows } = await client.query(
        claimStatement({ ...one, accounts: [{ account_id: accountId, in_flight: inFlight }] }),
      );
      await client.query("rollback to before");
      return rows.map(({ integration_id }) => integration_id);
    };
    try {
      await client.query("begin");
      await client.query("update integrations.integrations set status = 'connected' where id = any($1::uuid[])", [
        [attached.id, other.id],
      ]);
      await client.query("update integrations.deliveries set due_at = now() - interval '1 minute'");
      await client.query(
        `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug,
            session_id, event, payload, state, attempts, due_at, created)
          select gen_random_uuid(), gen_random_uuid(), $1, $2, $3, form_id, form_slug, gen_random_uuid(), event, payload, state,
            attempts, now(), now() from integrations.deliveries limit 1`,
        [other.attachment_id, other.id, other.caller.account_id],
      );
      expect(await claims(0)).toEqual([attached.id]);
      expect(await claims(1)).toEqual([other.id]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("deletes expired rows even if one table fails", async () => {
    await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
    const old =
      "created = created - interval '91 days' where integration_id = $1 and created < now() - interval '8 hours'";
    const { rowCount } = await stage.pool().query(`update integrations.deliveries set ${old}`, [attached.id]);
    await stage.query(`alter table integrations.notices rename to away`);
    const deleted = await deleteOld(stage.pool(), 90);
    await stage.query(`alter table integrations.away rename to notices`);
    expect(deleted.problems).toHaveLength(1);
    expect(deleted.rows).toBe(rowCount);
  }, 60_000);
});
