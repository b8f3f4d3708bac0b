import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import type { Caller } from "../../../shared/api/access/caller.ts";
import { Delivery, DeliveryDetail } from "../../../shared/api/shapes/integrations.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { type Answer, drip, flood, hang, ok, reset, status } from "../../support/receiver.ts";
import { statusOf } from "../auth/broker.ts";
import { newCaller, newestFirst } from "./broker.ts";
import { type Attached, eventOf, type Stage, startStage } from "./deliveriesStage.ts";
import { openReceivers, until, waitingOn } from "./deliveriesSupport.ts";

/** Deliveries from event to receiver, with all kinds of receivers (decisions §7 Events and deliveries). */
let stage: Stage;
const { receiver, close: closeReceivers } = openReceivers();
const { untilRecords, untilQuiet } = waitingOn(() => stage);

beforeAll(async () => {
  stage = await startStage();
});
afterEach(closeReceivers);
afterAll(() => stage.stop());

const detailOf = (attached: Attached, deliveryId: string) =>
  stage.call("integrations.getDelivery", {
    caller: attached.caller,
    type: "webhook",
    id: attached.id,
    delivery_id: deliveryId,
  });

describe("a webhook", () => {
  test("receives the signed event, and the attempt is recorded with its bodies", async () => {
    const { received, url } = await receiver();
    const attached = await stage.webhook(`${url}/in?x=1`, { config: { headers: { "X-Team": "research" } } });
    const { caller, id } = attached;
    const { secret_key } = await stage.call("integrations.regenerateSecret", { caller, id });
    const event = await stage.happen(attached.form);
    const [got] = await until(() => {
      expect(received).toHaveLength(1);
      return received;
    });
    expect(got).toMatchObject({ method: "POST", path: "/in?x=1" });
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "x-team": "research",
      "webhook-id": event.id,
    });
    expect(new Webhook(secret_key).verify(got?.body ?? "", got?.headers ?? {})).toEqual(event);
    const [record] = await untilRecords(attached, 1);
    expect(record).toMatchObject({
      event: "session.completed",
      status: "success",
      response_code: 200,
      attempt: 1,
      next_attempt_at: null,
      error_message: null,
      event_id: event.id,
      session_id: event.data.session.id,
      integration_name: "Receiver",
      integration_type: "webhook",
    });
    expect(checker(Delivery)(record)).toEqual([]);
    const detail = await detailOf(attached, record?.id ?? "");
    expect(checker(DeliveryDetail)(detail)).toEqual([]);
    expect(detail).toMatchObject({ request_body: got?.body, response_body: "thanks" });
    expect(detail.request_headers?.["webhook-signature"]).toBe("[redacted]");
    expect(JSON.stringify(detail)).not.toContain(got?.headers["webhook-signature"]?.slice(3));
    const { results } = await stage.call("integrations.list", { caller, paging: newestFirst });
    expect(results[0]?.last_delivery).toEqual({ status: "success", created: record?.created });
  });

  test("is also signed with the previous secret for 24 hours", async () => {
    const { received, url } = await receiver();
    const attached = await stage.webhook(url);
    const { caller, id } = attached;
    const first = await stage.call("integrations.regenerateSecret", { caller, id });
    const second = await stage.call("integrations.regenerateSecret", { caller, id });
    await stage.happen(attached.form);
    const [both] = await until(() => {
      expect(received).toHaveLength(1);
      return received;
    });
    expect(both?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const { secret_key } of [first, second]) {
      expect(() => new Webhook(secret_key).verify(both?.body ?? "", both?.headers ?? {})).not.toThrow();
    }
    await stage.query("update integrations.integrations set secret_expiries = $2 where id = $1", [
      id,
      JSON.stringify({ previous_signing_secret: new Date(Date.now() - 1000).toISOString() }),
    ]);
    await stage.happen(attached.form);
    const [, one] = await until(() => {
      expect(received).toHaveLength(2);
      return received;
    });
    expect(one?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(() => new Webhook(first.secret_key).verify(one?.body ?? "", one?.headers ?? {})).toThrow();
    expect(() => new Webhook(second.secret_key).verify(one?.body ?? "", one?.headers ?? {})).not.toThrow();
  });

  test("is retried by the schedule with the same id and body and a new time, then exhausted with a notification", async () => {
    const { received, url } = await receiver(status(500, {}, "not now"));
    const attached = await stage.webhook(url);
    const event = await stage.happen(attached.form);
    const records = await untilRecords(attached, 4);
    expect(await untilQuiet(event.id)).toBe("exhausted");
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([event.id]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBeGreaterThan(1);
    expect(records.map(({ attempt }) => attempt)).toEqual([4, 3, 2, 1]);
    expect(records.map(({ status }) => status)).toEqual(["error", "error", "error", "error"]);
    expect(records[0]?.error_message).toContain("500");
    const paging = newestFirst;
    const { results } = await stage.call("integrations.listNotices", { caller: attached.caller, query: {}, paging });
    expect(results).toMatchObject([
      { kind: "delivery_failed", integration_id: attached.id, form_slug: attached.form.slug, is_read: false },
    ]);
    const notice = results[0]?.id ?? "";
    const read = await stage.call("integrations.updateNotice", {
      caller: attached.caller,
      id: notice,
      body: { is_read: true },
    });
    expect(read.is_read).toBe(true);
    const other = stage.call("integrations.updateNotice", { caller: newCaller(), id: notice, body: { is_read: true } });
    expect(await statusOf(other)).toBe(403);
  });

  test("shows neither its session nor the receiver's text to callers without responses:read", async () => {
    const { url } = await receiver(status(400));
    const attached = await stage.webhook(url);
    const event = await stage.happen(attached.form);
    await untilRecords(attached, 1);
    await stage.query("update integrations.attempts set error_message = $2 where event_id = $1", [
      event.id,
      "HubSpot returned 400: Email address\n ada@example.invalid is invalid",
    ]);
    const needs = ["integrations:read"] as const;
    const lists = async (capabilities: Caller["capabilities"]) => {
      const caller = { ...attached.caller, role: "editor" as const, capabilities: capabilities ?? [], needs };
      const listed = { caller, query: {}, paging: newestFirst };
      const account = await stage.call("integrations.listAccountDeliveries", listed);
      return [...(await stage.deliveriesOf({ caller, id: attached.id })), ...account.results];
    };
    for (const record of await lists(["integrations:read"]))
      expect(record).toMatchObject({ error_message: "HubSpot returned 400.", session_id: null, response_code: 400 });
    const whole = { error_message: expect.stringContaining("ada@"), session_id: event.data.session.id };
    for (const record of await lists(["integrations:read", "responses:read"])) expect(record).toMatchObject(whole);
  });

  test("waits as long as Retry-After says", async () => {
    const { url } = await receiver(status(429, { "retry-after": "2" }));
    const attached = await stage.webhook(url);
    await stage.happen(attached.form);
    const [record] = await untilRecords(attached, 1);
    const wait = Date.parse(record?.next_attempt_at ?? "") - Date.parse(record?.created ?? "");
    // the schedule alone says 0.2 s
    expect(wait).toBeGreaterThanOrEqual(1990);
    expect(wait).toBeLessThan(2500);
  });

  test("is disabled by 410, records later events unsent, and replays them once enabled", async () => {
    const { received, url, answer } = await receiver(status(410));
    const attached = await stage.webhook(url);
    const { caller, id } = attached;
    const record = { caller, type: "webhook", id };
    await stage.happen(attached.form);
    await untilRecords(attached, 1);
    const listed = await stage.call("integrations.list", { caller, paging: newestFirst });
    expect(listed.results[0]).toMatchObject({ status: "disabled" });
    const notices = await stage.call("integrations.listNotices", { caller, query: {}, paging: newestFirst });
    expect(notices.results.map(({ kind }) => kind)).toEqual(["integration_disabled"]);
    await stage.happen(attached.form);
    const [unsent] = await untilRecords(attached, 2);
    expect(unsent).toMatchObject({ status: "error", response_code: null, next_attempt_at: null, attempt: 1 });
    expect(unsent?.error_message).toContain("disabled");
    expect(received).toHaveLength(1);
    const deliveryId = unsent?.id ?? "";
    expect(await statusOf(stage.call("integrations.retryDelivery", { ...record, delivery_id: deliveryId }))).toBe(409);
    expect(await statusOf(stage.call("integrations.replay", { ...record, body: {} }))).toBe(409);
    answer(ok);
    await stage.call("integrations.update", { ...record, body: { status: "connected" } });
    expect(await stage.call("integrations.replay", { ...record, body: { status: "error" } })).toEqual({
      queued_count: 2,
    });
    await until(() => expect(received).toHaveLength(3));
    await untilRecords(attached, 4);
    // deliveries that arrived since then don't count as errors
    expect(await stage.call("integrations.replay", { ...record, body: { status: "error" } })).toEqual({
      queued_count: 0,
    });
  });
});

describe("an attempt that gets", () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  test.each<[string, Answer, object]>([
    ["204", status(204), { status: "success", response_code: 204 }],
    ["a redirect", status(302, { location: "/elsewhere" }), { status: "error", response_code: 302 }],
    ["404", status(404), { status: "error", response_code: 404 }],
    ["no response", hang, { status: "error", response_code: null }],
    ["a slow response", drip, { status: "error", response_code: 200 }],
    ["an endless response", flood, { status: "success", response_code: 200 }],
    ["a reset", reset, { status: "error", response_code: null }],
    [
      "a gzip bomb",
      (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      { status: "success", response_code: 200 },
    ],
    [
      "half a response",
      (response, request) => {
        response.writeHead(200, { "content-length": "100" }).write("half");
        setTimeout(() => request.socket.resetAndDestroy(), 20);
      },
      { status: "error", response_code: 200 },
    ],
    [
      "a response that isn't HTTP",
      (_response, request) => void request.socket.end("hello\r\n\r\n"),
      { status: "error", response_code: null },
    ],
  ])("%s has the documented result", async (_name, answer, expected) => {
    const { url, received } = await receiver(answer);
    const attached = await stage.webhook(url);
    await stage.happen(attached.form);
    const records = await untilRecords(attached, 1);
    const record = records.at(-1);
    expect(record).toMatchObject(expected);
    expect(received.every(({ path }) => path === "/")).toBe(true);
    const { response_body } = await detailOf(attached, record?.id ?? "");
    expect((response_body ?? "").length).toBeLessThanOrEqual(64 * 1024);
  });
});

describe("an event", () => {
  test("goes to enabled attachments that existed before it and subscribe to it", async () => {
    const { received, url } = await receiver();
    const attached = await stage.webhook(url, { events: ["session.started"] });
    const { caller, form } = attached;
    const before = await stage.webhook(`${url}/before`, { caller, form, events: ["session.started"] });
    await stage.call("integrations.updateAttachment", {
      caller,
      slug: form.slug,
      id: before.attachment_id,
      body: { is_enabled: false },
    });
    await stage.happen(form, "session.completed");
    const event = await stage.happen(form, "session.started");
    await until(() => expect(received).toHaveLength(1));
    expect(JSON.parse(received[0]?.body ?? "")).toEqual(event);
  });

  test("is delivered once, however often it is taken in", async () => {
    const { received, url } = await receiver();
    const attached = await stage.webhook(url);
    const event = await stage.happen(attached.form);
    await untilRecords(attached, 1);
    for (let i = 0; i < 3; i += 1) {
      stage.outbox.push({ kind: "event", event });
      await stage.hint();
    }
    await until(() => expect(stage.acknowledged.filter((id) => id === event.id)).toHaveLength(4));
    await untilQuiet(event.id);
    expect(received).toHaveLength(1);
  });

  test("fails alone if it is malformed", async () => {
    const { received, url } = await receiver();
    const attached = await stage.webhook(url);
    const poison = { ...eventOf(attached.form, "session.completed"), timestamp: "no time at all" };
    const good = eventOf(attached.form, "session.completed");
    stage.outbox.push({ kind: "event", event: poison }, { kind: "event", event: good });
    await stage.hint();
    await until(() => expect(received).toHaveLength(1));
    expect(received[0]?.headers["webhook-id"]).toBe(good.id);
    expect(stage.failed.map(({ id }) => id)).toContain(poison.id);
    expect(stage.acknowledged).not.toContain(poison.id);
  });
});

test("erases payloads and bodies of a session, also of a late event", async () => {
  const { received, url } = await receiver(status(500, {}, "echo: sesame"));
  const attached = await stage.webhook(url);
  const event = await stage.happen(attached.form);
  const [record] = await untilRecords(attached, 1);
  await stage.call("integrations.eraseSession", { session_id: event.data.session.id });
  const detail = await detailOf(attached, record?.id ?? "");
  expect(detail).toMatchObject({ status: "error", request_body: null, response_body: null, next_attempt_at: null });
  await untilQuiet(event.id);
  const sent = received.length;
  const late = event.id.replace(/^./, "f");
  stage.outbox.push({ kind: "event", event: { ...event, id: late } });
  await stage.hint();
  await until(() => expect(stage.acknowledged).toContain(late));
  expect(received.length).toBe(sent);
  const dump = await stage.query("select * from integrations.deliveries where session_id = $1", [
    event.data.session.id,
  ]);
  expect(dump).toMatchObject([{ payload: null, state: "cancelled", due_at: null }]);
  const retry = { caller: attached.caller, type: "webhook", id: attached.id, delivery_id: record?.id ?? "" };
  expect(await statusOf(stage.call("integrations.retryDelivery", retry))).toBe(409);
});

test("disables an integration after failing for 5 days, and resets after one success", async () => {
  const { url, answer } = await receiver(status(500));
  const attached = await stage.webhook(url);
  const age =
    "update integrations.integrations set failing_since = clock_timestamp() - interval '6 days' where id = $1";
  const since = async () =>
    (await stage.query("select failing_since, status from integrations.integrations where id = $1", [attached.id]))[0];
  await stage.happen(attached.form);
  await untilRecords(attached, 1);
  expect((await since())?.failing_since).not.toBeNull();
  answer(ok);
  await until(async () => expect((await since())?.failing_since).toBeNull());
  answer(status(500));
  await stage.query(age, [attached.id]);
  await stage.happen(attached.form);
  await until(async () => expect((await since())?.status).toBe("disabled"));
  const { results } = await stage.call("integrations.listNotices", {
    caller: attached.caller,
    query: {},
    paging: newestFirst,
  });
  expect(results.filter(({ kind }) => kind === "integration_disabled")).toHaveLength(1);
  const { caller, id } = attached;
  await stage.call("integrations.update", { caller, type: "webhook", id, body: { status: "connected" } });
  expect(await since()).toMatchObject({ failing_since: null, status: "connected" });
});
