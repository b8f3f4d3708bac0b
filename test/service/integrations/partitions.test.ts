import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { daysOf, dropPartitions, makePartitions } from "../../../services/integrations/store/partitions.ts";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** Payloads once per event, in partitions that retention drops (docs/adr/0016-events.md). */
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage();
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage?.stop();
  await receiver?.close();
});

const untilRecorded = (attached: Attached) =>
  eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records).toHaveLength(1);
    return records[0]?.id ?? "";
  });
const detailOf = ({ caller, id }: Attached, deliveryId: string) =>
  stage.call("integrations.getDelivery", { caller, type: "webhook", id, delivery_id: deliveryId });
const partitionsOf = async (table: string) =>
  (
    await stage.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'integrations.${table}'::regclass
        order by 1`,
    )
  ).map(({ name }) => String(name).replace("integrations.", ""));

test("stores the payload once for two receivers and their records", async () => {
  const one = await stage.webhook(receiver.url);
  const two = await stage.webhook(receiver.url, { caller: one.caller, form: one.form });
  const event = await stage.happen(one.form);
  const records = [await untilRecorded(one), await untilRecorded(two)];
  const stored = await stage.query(
    `select (select count(*) from integrations.payloads where event_id = $1)::integer as payloads,
      (select count(payload) from integrations.deliveries where event_id = $1)::integer as copies,
      (select count(request_body) from integrations.attempts where event_id = $1)::integer as bodies`,
    [event.id],
  );
  expect(stored).toEqual([{ payloads: 1, copies: 0, bodies: 0 }]);
  const sent = receiver.received.filter(({ headers }) => headers["webhook-id"] === event.id).map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect((await detailOf(one, records[0] ?? "")).request_body).toBe(sent[0]);
  expect((await detailOf(two, records[1] ?? "")).request_body).toBe(sent[1]);
});

test("stores the payload once when an event is taken in twice", async () => {
  const attached = await stage.webhook(receiver.url);
  const event = await stage.happen(attached.form);
  await untilRecorded(attached);
  stage.outbox.push({ kind: "event", position: stage.nextPosition(), event });
  await stage.hint();
  await eventually(() => expect(stage.acknowledged.filter((id) => id === event.id)).toHaveLength(2));
  expect(await stage.query("select 1 from integrations.payloads where event_id = $1", [event.id])).toHaveLength(1);
});

test("keeps a second copy of the body if the attempt came days later", async () => {
  const attached = await stage.webhook(receiver.url);
  const event = await stage.happen(attached.form);
  await untilRecorded(attached);
  const days = "3 days";
  for (const [table, column] of Object.entries({ payloads: "created", deliveries: "payload_at" })) {
    const text = `update integrations.${table} set ${column} = ${column} - $2::interval where event_id = $1`;
    await stage.query(text, [event.id, days]);
  }
  const { caller, id } = attached;
  await stage.call("integrations.replay", { caller, type: "webhook", id, body: {} });
  await eventually(async () => {
    const rows = await stage.query(
      "select request_body is not null as has_body from integrations.attempts where event_id = $1 order by created",
      [event.id],
    );
    expect(rows).toEqual([{ has_body: false }, { has_body: true }]);
  });
});

test("gives a copy of the previous release the payload that it claims", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
  const event = await stage.happen(attached.form);
  await eventually(() => expect(stage.acknowledged).toContain(event.id));
  const claimed = await stage.query(
    `update integrations.deliveries set lease = gen_random_uuid(), claimed_at = now() where event_id = $1
      returning payload`,
    [event.id],
  );
  expect(claimed).toEqual([{ payload: event }]);
});

test("completes the erasure of a copy of the previous release", async () => {
  const attached = await stage.webhook(receiver.url);
  const event = await stage.happen(attached.form);
  await untilRecorded(attached);
  await stage.query("insert into integrations.erased_sessions (session_id) values ($1)", [event.data.session.id]);
  expect(await stage.query("select 1 from integrations.payloads where event_id = $1", [event.id])).toEqual([]);
  const kept = await stage.query(
    "select 1 from integrations.deliveries where payload_at is not null and event_id = $1",
    [event.id],
  );
  expect(kept).toEqual([]);
});

test("creates partitions in advance, and rows that came before them move into them", async () => {
  await stage.query("alter table integrations.payloads detach partition integrations.payloads_before");
  await stage.query("truncate integrations.payloads_before");
  await stage.query(
    "alter table integrations.payloads attach partition integrations.payloads_before for values from (minvalue) to ('2020-01-01T00:00Z')",
  );
  await stage.query(
    "insert into integrations.payloads select gen_random_uuid(), gen_random_uuid(), '{}', '2020-01-02T10:00Z'",
  );
  const make = "select integrations.make_partition('payloads', 2, '2020-01-03T12:00Z') as is_made";
  expect(await stage.query(make)).toEqual([{ is_made: true }]);
  expect(await stage.query(make)).toEqual([{ is_made: true }]);
  expect(await stage.query(make)).toEqual([{ is_made: false }]);
  const names = ["payloads_20200101", "payloads_20200103", "payloads_before", "payloads_rest"];
  expect(await partitionsOf("payloads")).toEqual(names);
  const rows = await stage.query(
    "select tableoid::regclass::text as name from integrations.payloads where created < '2021-01-01T00:00Z'",
  );
  expect(rows).toEqual([{ name: "integrations.payloads_20200101" }]);
});

test("drops the partitions that are older than the retention, and keeps the newest one", async () => {
  expect(await dropPartitions(stage.pool(), 90)).toBe(2);
  expect(await partitionsOf("payloads")).toEqual(["payloads_20200103", "payloads_rest"]);
});

test("neither waits long for a reader nor drops under it", async () => {
  await stage.query("select integrations.make_partition('payloads', 2, '2020-01-05T12:00Z')");
  const reader = await stage.pool().connect();
  try {
    await reader.query("begin");
    await reader.query("select from integrations.payloads limit 1");
    await expect(dropPartitions(stage.pool(), 90)).rejects.toMatchObject({ code: "55P03" });
  } finally {
    await reader.query("rollback");
    reader.release();
  }
  expect(await dropPartitions(stage.pool(), 90)).toBe(1);
});

test("keeps about thirty partitions, whatever the retention", async () => {
  expect([1, 30, 31, 90, 3650].map(daysOf)).toEqual([1, 1, 2, 3, 122]);
  await makePartitions(stage.pool(), 3650);
  expect((await partitionsOf("payloads")).length).toBeLessThan(40);
});

test("lets a role without rights to tables keep partitions", async () => {
  const client = await stage.pool().connect();
  try {
    await client.query("begin");
    await client.query("create role partitions_test");
    await client.query("grant usage on schema integrations to partitions_test");
    await client.query("set local role partitions_test");
    const { rows } = await client.query(
      "select integrations.make_partition('attempts', 1, now() + interval '9 days 1 minute') as is_made",
    );
    expect(rows).toEqual([{ is_made: true }]);
    await expect(client.query("select integrations.make_partition('integrations', 1, now())")).rejects.toThrow(
      "no partitions are kept of integrations",
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
});
