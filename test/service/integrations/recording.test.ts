import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";
import { blocked } from "./locks.ts";

/** What has been sent is noted, also when noting it fails or waits (docs/adr/0004-delivery-queue.md). */
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage();
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

const untilSent = (event: { id: string }) =>
  eventually(() => expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toContain(event.id));
const untilRecords = (attached: Attached) =>
  eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records).toHaveLength(1);
    return records;
  });

test("an attempt that cannot be noted is kept and noted later, and not sent again", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.query("alter table integrations.attempts rename to away");
  const event = await stage.happen(attached.form);
  await untilSent(event);
  await eventually(() => expect(stage.warnings.join("\n")).toContain("could not be recorded yet"));
  await stage.query("alter table integrations.away rename to attempts");
  expect(await untilRecords(attached)).toMatchObject([{ status: "success", attempt: 1, event_id: event.id }]);
  expect(receiver.received.filter(({ headers }) => headers["webhook-id"] === event.id)).toHaveLength(1);
});

test("one that waits for a locked delivery holds up no other", async () => {
  const [slow, fast] = [await stage.webhook(receiver.url), await stage.webhook(receiver.url)];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  receiver.answer((response, request) => {
    if (request.url === "/slow") void answered.then(() => response.end());
    else response.end();
  });
  await stage.query("update integrations.integrations set config = jsonb_set(config, '{url}', $2) where id = $1", [
    slow.id,
    JSON.stringify(`${receiver.url}/slow`),
  ]);
  const event = await stage.happen(slow.form);
  await untilSent(event);
  const holder = await stage.pool().connect();
  await holder.query("begin");
  await holder.query("select 1 from integrations.deliveries where event_id = $1 for update", [event.id]);
  answer();
  await blocked(stage, 1);
  await stage.happen(fast.form);
  const others = await untilRecords(fast).catch((error: Error) => error);
  await holder.query("rollback");
  holder.release();
  expect(others).toMatchObject([{ status: "success" }]);
  await untilRecords(slow);
});

test("while an attempt is under way, the record before it shows since when", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const failing = await startReceiver((response) => void response.writeHead(500).end());
  const attached = await stage.webhook(failing.url);
  await stage.happen(attached.form);
  await untilRecords(attached);
  failing.answer((response) => void answered.then(() => response.writeHead(500).end()));
  await eventually(() => expect(failing.received).toHaveLength(2));
  const [record] = await untilRecords(attached);
  // its lease ends 15 s after the longest attempt
  const [row] = await stage.query("select due_at, claimed_at from integrations.deliveries where integration_id = $1", [
    attached.id,
  ]);
  expect(record?.next_attempt_at).toBe((row?.claimed_at as Date | undefined)?.toISOString());
  expect(row?.due_at).not.toEqual(row?.claimed_at);
  answer();
  await failing.close();
});
