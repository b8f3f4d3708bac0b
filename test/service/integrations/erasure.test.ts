import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { newestFirst } from "./broker.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** Erasure (decisions §6) removes a respondent's text everywhere, also where it was quoted. */
const canary = "canary-7f3a-Zeisig";
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage({ DELIVERY_SCHEDULE: "50ms,1h" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

const answerOf = (value: string) => ({
  id: crypto.randomUUID(),
  node_id: "q1",
  question_type: "short_text",
  answer: value,
  score_awarded: null,
  time_spent_seconds: 0,
  shown_at: new Date().toISOString(),
  answered_at: new Date().toISOString(),
});

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await stage.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const rows = await Promise.all(tables.map(({ name }) => stage.query(`select t::text from ${name} t`)));
  return JSON.stringify(rows);
}

const untilRecords = (attached: Attached, count: number) =>
  eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records.length).toBeGreaterThanOrEqual(count);
    return records;
  });

/** A receiver that quotes its request in its response. */
const quoting = (status: number) =>
  receiver.answer((response) => {
    response.writeHead(status, `because of ${canary}`, { "x-echo": canary, "content-type": "application/json" });
    response.end(JSON.stringify({ message: `no such property: ${canary}` }));
  });

test("removes quotes of a receiver from body, headers and reason", async () => {
  quoting(422);
  const attached = await stage.webhook(receiver.url);
  const event = await stage.happen(attached.form, "session.completed", [answerOf(canary)]);
  const [record] = await untilRecords(attached, 2);
  expect(await dump()).toContain(canary);
  await stage.call("integrations.eraseSession", { session_id: event.data.session.id });
  expect(await dump()).not.toContain(canary);
  const { caller, id } = attached;
  const detail = await stage.call("integrations.getDelivery", {
    caller,
    type: "webhook",
    id,
    delivery_id: record?.id ?? "",
  });
  expect(detail).toMatchObject({
    status: "error",
    response_code: 422,
    error_message: expect.stringContaining("deleted"),
    request_body: null,
    response_headers: null,
    response_body: null,
    next_attempt_at: null,
  });
});

test("keeps a provider's quote out of notifications, and removes it from the record", async () => {
  quoting(410);
  const caller = { account_id: crypto.randomUUID(), user_id: crypto.randomUUID(), key_id: null };
  const attached = await stage.webhook(receiver.url, { caller });
  // a provider's message, such as HubSpot's
  const event = await stage.happen(attached.form, "session.completed", [answerOf(canary)]);
  await untilRecords(attached, 1);
  await stage.query("update integrations.attempts set error_message = $2 where event_id = $1", [
    event.id,
    `HubSpot answered 400: ${canary}`,
  ]);
  await stage.call("integrations.eraseSession", { session_id: event.data.session.id });
  const { results } = await stage.call("integrations.listNotices", { caller, query: {}, paging: newestFirst });
  expect(results.map(({ kind }) => kind)).toEqual(["integration_disabled"]);
  expect(await dump()).not.toContain(canary);
});

test("restores nothing when an attempt ends after the erasure", async () => {
  const { promise: erased, resolve } = Promise.withResolvers<void>();
  receiver.answer((response) => {
    void erased.then(() => {
      response.writeHead(500, { "x-echo": canary });
      response.end(canary);
    });
  });
  const attached = await stage.webhook(receiver.url);
  const event = await stage.happen(attached.form, "session.completed", [answerOf(canary)]);
  await eventually(() => expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(event.id));
  await stage.call("integrations.eraseSession", { session_id: event.data.session.id });
  resolve();
  await untilRecords(attached, 1);
  expect(await dump()).not.toContain(canary);
});
