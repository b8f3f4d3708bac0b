import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type pg from "pg";
import { noticeMailsOf } from "../../../services/integrations/jobs.ts";
import { recordAttempts } from "../../../services/integrations/store/attempts.ts";
import { insertDeliveriesOf } from "../../../services/integrations/store/intake.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { type Attached, eventOf, type Stage, startStage } from "./deliveriesStage.ts";
import { blocked, blockedBy } from "./locks.ts";

/** Concurrent changes of deliveries (docs/adr/0004-delivery-queue.md). */
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage({ DELIVERY_SCHEDULE: "1h" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

/** Returns a pool of one connection whose commit waits for `go`, like a slow intake. */
async function slowCopy(): Promise<{ pool: pg.Pool; atCommit: Promise<void>; go(): void }> {
  const client = await stage.pool().connect();
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const { promise: atCommit, resolve: arrive } = Promise.withResolvers<void>();
  const query = async (...args: unknown[]) => {
    if (args[0] === "commit") {
      arrive();
      await gone;
    }
    return (client.query as (...all: unknown[]) => Promise<unknown>)(...args);
  };
  const connection = { query, release: () => client.release() };
  return { pool: { connect: async () => connection } as unknown as pg.Pool, atCommit, go };
}

const rowsOf = (eventId: string) =>
  stage.query("select state, payload, due_at from integrations.deliveries where event_id = $1", [eventId]);

/** Runs `what` while an event is being taken in. It waits and then finds the delivery. */
async function whileTakenIn(attached: Attached, what: (sessionId: string) => Promise<unknown>): Promise<string> {
  const event = eventOf(attached.form, "session.completed");
  const copy = await slowCopy();
  const taking = insertDeliveriesOf(copy.pool, [{ event, position: null }]);
  await copy.atCommit;
  const doing = what(event.data.session.id);
  await blocked(stage, 1);
  copy.go();
  await taking;
  await doing;
  return event.id;
}

test("erases after an intake in progress and leaves nothing", async () => {
  const attached = await stage.webhook(receiver.url);
  const id = await whileTakenIn(attached, (sessionId) =>
    stage.call("integrations.eraseSession", { session_id: sessionId }),
  );
  expect(await rowsOf(id)).toMatchObject([{ payload: null, due_at: null }]);
});

test.each<[string, (attached: Attached) => Promise<unknown>]>([
  [
    "disabling",
    ({ caller, form, attachment_id: id }) =>
      stage.call("integrations.updateAttachment", { caller, slug: form.slug, id, body: { is_enabled: false } }),
  ],
  [
    "detaching",
    ({ caller, form, attachment_id: id }) => stage.call("integrations.detach", { caller, slug: form.slug, id }),
  ],
  ["deleting", ({ caller, id }) => stage.call("integrations.remove", { caller, type: "webhook", id })],
])("waits for an intake in progress when %s, and cancels its deliveries", async (_name, end) => {
  // prevents claims
  const attached = await stage.webhook(receiver.url);
  await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
  const id = await whileTakenIn(attached, () => end(attached));
  expect(await rowsOf(id)).toMatchObject([{ state: "cancelled", due_at: null }]);
});

test.each<[string, (attached: Attached, sessionId: string) => Promise<unknown>]>([
  ["an erasure", (_, sessionId) => stage.call("integrations.eraseSession", { session_id: sessionId })],
  [
    "an erasure by a copy of the previous release",
    (_, sessionId) => stage.query("insert into integrations.erased_sessions (session_id) values ($1)", [sessionId]),
  ],
  [
    "a detachment",
    ({ caller, form, attachment_id: id }) => stage.call("integrations.detach", { caller, slug: form.slug, id }),
  ],
  ["a deletion", ({ caller, id }) => stage.call("integrations.remove", { caller, type: "webhook", id })],
])("locks deliveries in the order of their ids in %s, like recording attempts", async (_name, end) => {
  const attached = await stage.webhook(receiver.url);
  // prevents claims
  await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
  const first = eventOf(attached.form, "session.completed");
  const sessionId = first.data.session.id;
  const second = { ...eventOf(attached.form, "session.completed"), data: first.data };
  await insertDeliveriesOf(stage.pool(), [{ event: first, position: null }]);
  await insertDeliveriesOf(stage.pool(), [{ event: second, position: null }]);
  // the second row has the smaller id
  const [low, high] = ["00000000-0000-7000-8000-000000000001", "ffffffff-0000-7000-8000-000000000001"];
  const rename = "update integrations.deliveries set id = overlay($1::text placing right(id::text, 12) from 25)::uuid";
  await stage.query(`${rename} where event_id = $2`, [high, first.id]);
  await stage.query(`${rename} where event_id = $2`, [low, second.id]);
  const holder = await stage.pool().connect();
  const lock = "select from integrations.deliveries where event_id = $1 for update nowait";
  await holder.query("begin");
  await holder.query(lock, [second.id]);
  const ending = end(attached, sessionId);
  await blockedBy(stage, holder);
  const free = await holder.query(lock, [first.id]).catch((error: Error) => error);
  await holder.query("commit");
  holder.release();
  await ending;
  expect(free).not.toBeInstanceOf(Error);
});

test("doesn't record an attempt whose lease has expired", async () => {
  const attached = await stage.webhook(receiver.url);
  // prevents claims
  await stage.query("update integrations.integrations set status = 'not_connected' where id = $1", [attached.id]);
  const event = eventOf(attached.form, "session.completed");
  await insertDeliveriesOf(stage.pool(), [{ event, position: null }]);
  const [{ id: deliveryId, lease } = {}] = await stage.query(
    "update integrations.deliveries set lease = gen_random_uuid() where event_id = $1 returning id, lease",
    [event.id],
  );
  const recorded = (held: string) =>
    recordAttempts(
      stage.pool(),
      [{ ...attempted, attempt_id: newUuid(), delivery_id: String(deliveryId), lease: held }],
      { hasMail: false, mailJobs: noticeMailsOf },
    );
  const [before] = await rowsOf(event.id);
  expect(await recorded(newUuid())).toEqual([]);
  expect(await stage.deliveriesOf(attached)).toEqual([]);
  expect(await rowsOf(event.id)).toEqual([before]);
  expect(await recorded(String(lease))).toMatchObject([{ delivery_id: deliveryId, state: "delivered" }]);
});

const attempted = {
  status: "success" as const,
  is_sent: true,
  is_counted: true,
  is_gone: false,
  response_code: 200,
  error_message: null,
  duration_ms: 5,
  is_payload_sent: false,
  request_headers: null,
  request_body: null,
  response_headers: null,
  response_body: null,
  made: null,
  state: "delivered" as const,
  schedule_index: 0,
  delay_ms: null,
  integration_name: "Receiver",
  integration_type: "webhook",
  failed_notice: "",
  disabled_notice: "",
};

test("attempts once more after an attempt during which a retry was requested", async () => {
  const slow = await startReceiver(status(500));
  const attached = await stage.webhook(slow.url);
  const { caller, id } = attached;
  await stage.happen(attached.form);
  const [first] = await eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records).toHaveLength(1);
    return records;
  });
  const { promise: asked, resolve: resume } = Promise.withResolvers<void>();
  slow.answer((response) => void asked.then(() => response.writeHead(500).end()));
  const retry = { caller, type: "webhook", id, delivery_id: first?.id ?? "" };
  await stage.call("integrations.retryDelivery", retry);
  await eventually(() => expect(slow.received).toHaveLength(2));
  await Promise.all([stage.call("integrations.retryDelivery", retry), stage.call("integrations.retryDelivery", retry)]);
  // no other copy may claim it until the attempt has ended
  const [leased] = await stage.query(
    "select lease is not null as is_leased, due_at > clock_timestamp() as is_kept from integrations.deliveries where integration_id = $1",
    [id],
  );
  expect(leased).toEqual({ is_leased: true, is_kept: true });
  resume();
  await eventually(async () => expect(await stage.deliveriesOf(attached)).toHaveLength(3));
  // the next one is the schedule's, in an hour
  const [row] = await stage.query(
    "select lease, retry_asked, due_at > clock_timestamp() + interval '30 minutes' as is_later from integrations.deliveries where integration_id = $1",
    [id],
  );
  expect(row).toEqual({ lease: null, retry_asked: false, is_later: true });
  expect(slow.received).toHaveLength(3);
  await slow.close();
});
