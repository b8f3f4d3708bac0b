import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { SessionEvent } from "../../shared/api/shapes/events.ts";
import { Delivery, DeliveryDetail, ListedDelivery } from "../../shared/api/shapes/integrations.ts";
import { checker } from "../../shared/domain/schema.ts";
import {
  anonymous,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  signedIn,
  start,
  unique,
  walk,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Receiver, startReceiver, status } from "../support/receiver.ts";

/** Integrations and deliveries over HTTP (spec §Account integrations, §Form integrations, §Events, decisions §7). */
const graph = {
  schema_version: "2.0",
  entry_node_id: "name",
  nodes: [
    { id: "name", question_type: "short_text", data: { title: "Your name" } },
    { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
  ],
  edges: [{ from: "name", to: "end", condition: null }],
};

let by: Owner;
let other: Owner;
let slug: string;
let receiver: Receiver;
let hook: string;
let path: string;

beforeAll(async () => {
  receiver = await startReceiver();
  by = await owner();
  other = await owner();
  slug = await publishForm(by, graph, { title: "A form" });
  hook = await newHook(receiver.url);
  path = `/api/integrations/webhook/${hook}/`;
  await attach(slug, hook, ["session.started", "session.completed"]);
});
afterAll(() => receiver.close());

test("lists the types with the fields of their config", async () => {
  const { body } = await expecting(200, by.get("/api/integrations/types/"));
  expect(body.map(({ type, auth }: { type: string; auth: string }) => [type, auth])).toEqual([
    ["webhook", "none"],
    ["slack", "secret"],
    ["hubspot", "oauth"],
    ["salesforce", "oauth"],
    ["google_sheets", "oauth"],
  ]);
  const [webhook, slack, hubspot] = body;
  expect(webhook).toMatchObject({ title: "Webhook", is_configured: true });
  expect(webhook.fields).toMatchObject([
    { name: "url", type: "url", is_secret: false, is_required: true, default: null },
    { name: "verify_ssl", type: "boolean", is_secret: false, is_required: false, default: true },
    { name: "headers", type: "headers", is_secret: false, is_required: false, default: null },
  ]);
  expect(slack.fields).toMatchObject([{ name: "webhook_url", type: "url", is_secret: true, is_required: true }]);
  expect(hubspot).toMatchObject({
    is_configured: false,
    fields: [
      { name: "property_map", type: "node_map", default: {} },
      { name: "email_node_id", type: "node", is_required: true },
    ],
  });
  await expecting(401, anonymous().get("/api/integrations/types/"));
});

async function newHook(url: string, name = "Receiver"): Promise<string> {
  const { body } = await expecting(201, by.post("/api/integrations/webhook/", { name, config: { url } }));
  return body.id;
}

async function attach(form: string, integrationId: string, events: string[]): Promise<string> {
  const body = { integration_id: integrationId, events };
  const reply = await expecting(201, by.post(`/api/v2/form/${form}/integrations/`, body));
  return reply.body.id;
}

const arrived = (session: string, count = 1) =>
  eventually(() => {
    const events = receiver.received.filter(({ body }) => JSON.parse(body).data.session?.id === session);
    expect(events.length).toBeGreaterThanOrEqual(count);
    return events;
  });
const deliveriesOf = (session: string, count: number) =>
  eventually(async () => {
    const { body } = await expecting(200, by.get(`/api/v2/form/${slug}/responses/${session}/deliveries/`));
    expect(body.length).toBeGreaterThanOrEqual(count);
    return body;
  });

test("delivers a signed event once, with the response's detail", async () => {
  const { body: made } = await expecting(200, by.put(`${path}secret/`));
  expect(made).toEqual({ secret_key: expect.stringMatching(/^whsec_/) });
  const session = await walk(slug, { name: "Ada" });
  const events = await arrived(session, 2);
  const parsed = events.map(({ body }) => JSON.parse(body));
  expect(parsed.map(({ type }) => type).sort()).toEqual(["session.completed", "session.started"]);
  for (const [index, event] of parsed.entries()) {
    expect(checker(SessionEvent)(event)).toEqual([]);
    const { headers, body } = events[index] as Receiver["received"][number];
    expect(headers["webhook-id"]).toBe(event.id);
    expect(new Webhook(made.secret_key).verify(body, headers)).toEqual(event);
  }
  const completed = parsed.find(({ type }) => type === "session.completed");
  const { body } = await expecting(200, by.get(`/api/v2/form/${slug}/responses/${session}/`));
  const { annotations: _, ...detail } = body;
  expect(completed.data.session).toEqual(detail);
  expect(completed.data.form).toMatchObject({ slug, title: "A form" });
  const started = parsed.find(({ type }) => type === "session.started");
  expect(started.data.session).toMatchObject({
    id: session,
    status: "in_progress",
    answers: [],
    traversal_path: ["name"],
    answers_count: 0,
    completed_at: null,
    duration_seconds: null,
    started_at: detail.started_at,
  });
  await expecting(200, complete(session));
  const list = await deliveriesOf(session, 2);
  expect(list).toHaveLength(2);
  for (const record of list) {
    expect(checker(Delivery)(record)).toEqual([]);
    expect(record).toMatchObject({ integration_id: hook, integration_name: "Receiver", status: "success" });
  }
  expect(await arrived(session, 2)).toHaveLength(2);
});

test("delivers the event of a session that starts right after attaching", async () => {
  for (let round = 0; round < 5; round += 1) {
    const form = await publishForm(by, graph);
    await attach(form, hook, ["session.started"]);
    await arrived(await start(form));
  }
});

test("lists the forms of an integration for its owner, with their current titles and attachments", async () => {
  const shared = await newHook(receiver.url);
  const forms = `/api/integrations/webhook/${shared}/forms/`;
  expect((await expecting(200, by.get(forms))).body).toMatchObject({ count: 0, results: [] });
  const [lunch, dinner] = [await publishForm(by, graph, { title: "Lunch" }), await publishForm(by, graph)];
  const attachmentId = await attach(lunch, shared, ["session.started"]);
  await attach(dinner, shared, ["session.completed"]);
  await expecting(200, by.patch(`/api/v2/form/${lunch}/`, { title: "Late lunch" }));
  await expecting(204, by.delete(`/api/v2/form/${dinner}/`));
  const all = (await expecting(200, by.get(`${forms}?ordering=created`))).body;
  expect(all.results).toMatchObject([
    { slug: lunch, title: "Late lunch", is_active: true, attachment_id: attachmentId, events: ["session.started"] },
    { slug: dinner, is_active: false, is_enabled: true },
  ]);
  expect((await expecting(200, by.get(`${forms}?limit=1`))).body).toMatchObject({
    count: 2,
    results: [{ slug: dinner }],
  });
  await expecting(403, other.get(forms));
  await expecting(404, by.get(`/api/integrations/slack/${shared}/forms/`));
});

describe("the delivery log", () => {
  test("filters, orders, searches and pages", async () => {
    const session = await walk(slug, { name: "Grace" });
    await deliveriesOf(session, 2);
    const list = async (query: string) => (await expecting(200, by.get(`${path}deliveries/?${query}`))).body;
    const all = await list("limit=100");
    expect(all.count).toBe(all.results.length);
    const created = all.results.map((record: { created: string }) => record.created);
    expect(created).toEqual([...created].sort().reverse());
    expect((await list("status=error")).count).toBe(0);
    expect((await list("status=success&event=session.started")).count).toBeGreaterThan(0);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`from_date=${today}&to_date=${today}`)).count).toBe(all.count);
    expect((await list("to_date=2020-01-01")).count).toBe(0);
    expect((await list("search=receiv")).count).toBe(all.count);
    expect((await list("search=%25")).count).toBe(0);
    const second = await list("page=2&limit=1&ordering=created");
    expect(second.results).toEqual([all.results.at(-2)]);
    expect(second.previous).toContain("ordering=created");
  });

  test("names each record's form if asked", async () => {
    await expecting(200, by.post(`${path}test/`));
    const [tested, sent] = await Promise.all(
      ["event=test", "event=session.completed"].map(async (query) => {
        const { body } = await expecting(200, by.get(`${path}deliveries/?include=form&limit=1&${query}`));
        return body.results[0];
      }),
    );
    expect(checker(ListedDelivery)(sent)).toEqual([]);
    expect(sent.form).toEqual({ slug, title: "A form" });
    expect(tested.form).toBeNull();
    const { body } = await expecting(200, by.get(`${path}deliveries/?limit=1`));
    expect(body.results[0]).not.toHaveProperty("form");
  });

  test.each([
    "status=failed",
    "event=session.closed",
    "from_date=yesterday",
    "from_date=2026-02-02&to_date=2026-02-01",
    "ordering=integration_name",
    "include=session",
    "nonsense=1",
  ])("rejects ?%s", (query) => expecting(400, by.get(`${path}deliveries/?${query}`)));

  test("shows a record with its bodies and no signature", async () => {
    const { body } = await expecting(200, by.get(`${path}deliveries/?limit=1`));
    const [record] = body.results;
    const { body: detail } = await expecting(200, by.get(`${path}deliveries/${record.id}/`));
    expect(checker(DeliveryDetail)(detail)).toEqual([]);
    expect(detail).toMatchObject(record);
    expect(JSON.parse(detail.request_body).id).toBe(record.event_id);
    expect(detail.request_headers).toMatchObject({ "webhook-signature": "[redacted]", "webhook-id": record.event_id });
    expect(detail.response_body).toBe("thanks");
  });
});

describe("manual actions", () => {
  test("returns the result of a test, whatever it is", async () => {
    const four = { success: true, response_code: 200, duration_ms: expect.any(Number), error_message: null };
    expect((await expecting(200, by.post(`${path}test/`))).body).toEqual(four);
    const failing = await newHook(`${receiver.url.replace(/\d+$/, "1")}/`);
    const { body } = await expecting(200, by.post(`/api/integrations/webhook/${failing}/test/`));
    expect(body).toEqual({ ...four, success: false, response_code: null, error_message: expect.any(String) });
  });

  test("sends the original payload with the same id for a retry and a replay", async () => {
    const down = await startReceiver(status(500));
    const id = await newHook(down.url, "Down");
    const form = await publishForm(by, graph);
    await attach(form, id, ["session.started"]);
    const session = await start(form);
    const log = `/api/integrations/webhook/${id}/deliveries/`;
    const first = await eventually(async () => {
      const { body } = await expecting(200, by.get(log));
      expect(body.results).toHaveLength(1);
      return body.results[0];
    });
    expect(first).toMatchObject({ status: "error", response_code: 500, attempt: 1, session_id: session });
    expect(Date.parse(first.next_attempt_at)).toBeGreaterThan(Date.parse(first.created) + 3000);
    down.answer(status(200));
    expect((await expecting(200, by.post(`${log}${first.id}/retry/`))).body).toEqual({ queued: true });
    await eventually(() => expect(down.received).toHaveLength(2));
    await eventually(async () => expect((await by.get(`${log}?status=success`)).body.count).toBe(1));
    expect((await expecting(200, by.post(`${log}replay/`, { status: "error" }))).body).toEqual({ queued_count: 0 });
    expect((await expecting(200, by.post(`${log}replay/`, {}))).body).toEqual({ queued_count: 1 });
    await eventually(() => expect(down.received).toHaveLength(3));
    expect(new Set(down.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(down.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await expecting(400, by.post(`${log}replay/`, { event: "test" }));
    await down.close();
  });
});

describe("ownership", () => {
  test("hides and protects other accounts' integrations, deliveries and sessions", async () => {
    const session = await walk(slug, { name: "Alan" });
    const [record] = await deliveriesOf(session, 2);
    const under = `${path}deliveries/${record.id}/`;
    for (const reply of [
      other.post(`${path}test/`),
      other.put(`${path}secret/`),
      other.get(`${path}deliveries/`),
      other.get(under),
      other.post(`${under}retry/`),
      other.post(`${path}deliveries/replay/`, {}),
      other.get(`/api/v2/form/${slug}/responses/${session}/deliveries/`),
    ]) {
      await expecting(403, reply);
    }
    await expecting(401, anonymous().get(`${path}deliveries/`));
    const mine = await newHook(receiver.url);
    await expecting(404, by.get(`/api/integrations/webhook/${mine}/deliveries/${record.id}/`));
    await expecting(404, by.get(`/api/integrations/slack/${hook}/deliveries/`));
    await expecting(404, by.get(`/api/integrations/telegram/${hook}/deliveries/`));
    await expecting(404, by.put(`/api/integrations/slack/${hook}/secret/`));
    const elsewhere = await publishForm(by, graph);
    await expecting(404, by.get(`/api/v2/form/${elsewhere}/responses/${session}/deliveries/`));
    await expecting(404, by.get(`/api/v2/form/${slug}/responses/${crypto.randomUUID()}/deliveries/`));
  });

  test("lists notifications only for signed-in users", async () => {
    const user = signedIn(by.cookie);
    expect((await expecting(200, user.get("/api/account/notices/"))).body).toMatchObject({
      results: expect.any(Array),
    });
    await expecting(403, by.get("/api/account/notices/"));
    await expecting(404, user.patch(`/api/account/notices/${crypto.randomUUID()}/`, { is_read: true }));
  });
});

test("disables an integration after 410 with a notification, and enables it again", async () => {
  const gone = await startReceiver(status(410));
  const id = await newHook(gone.url, `Gone ${unique()}`);
  const form = await publishForm(by, graph);
  await attach(form, id, ["session.started"]);
  await start(form);
  const record = async () =>
    (await by.get("/api/integrations/webhook/?limit=100")).body.results.find((one: { id: string }) => one.id === id);
  await eventually(async () => expect((await record()).status).toBe("disabled"));
  expect((await record()).last_delivery).toMatchObject({ status: "error" });
  const user = signedIn(by.cookie);
  const { body } = await expecting(200, user.get("/api/account/notices/"));
  const notice = body.results.find((one: { integration_id: string }) => one.integration_id === id);
  expect(notice).toMatchObject({ kind: "integration_disabled", is_read: false });
  await expecting(200, user.patch(`/api/account/notices/${notice.id}/`, { is_read: true }));
  expect((await expecting(200, user.get("/api/account/notices/?is_read=true"))).body.results[0].id).toBe(notice.id);
  await expecting(204, user.post("/api/account/notices/read/"));
  expect((await expecting(200, user.get("/api/account/notices/?is_read=false"))).body.count).toBe(0);
  await expecting(400, user.get("/api/account/notices/?is_read=perhaps"));
  const all = await expecting(200, user.get("/api/account/deliveries/?status=error&limit=1"));
  expect(all.body.results[0]).toMatchObject({ status: "error", integration_id: expect.any(String) });
  await expecting(400, user.get("/api/account/deliveries/?integration_id=nonsense"));
  await expecting(409, by.post(`/api/integrations/webhook/${id}/deliveries/replay/`, {}));
  await expecting(200, by.patch(`/api/integrations/webhook/${id}/`, { status: "connected" }));
  expect((await record()).status).toBe("connected");
  await gone.close();
});

test("erases the contents of deliveries with a response and keeps their records", async () => {
  const session = await start(slug);
  await expecting(200, next(session, "name", "Erase Me"));
  await expecting(200, complete(session));
  const list = await deliveriesOf(session, 2);
  await expecting(204, by.delete(`/api/v2/form/${slug}/responses/${session}/`));
  await expecting(404, by.get(`/api/v2/form/${slug}/responses/${session}/deliveries/`));
  for (const { id } of list) {
    const { body } = await expecting(200, by.get(`${path}deliveries/${id}/`));
    expect(body).toMatchObject({ status: "success", request_body: null, response_body: null, session_id: session });
    await expecting(409, by.post(`${path}deliveries/${id}/retry/`));
  }
});

test("keeps a deleted integration's deliveries in their sessions", async () => {
  const id = await newHook(receiver.url, "Short-lived");
  await attach(slug, id, ["session.started"]);
  const session = await start(slug);
  const before = await deliveriesOf(session, 2);
  await expecting(204, by.delete(`/api/integrations/webhook/${id}/`));
  await expecting(404, by.get(`/api/integrations/webhook/${id}/deliveries/`));
  const after = await deliveriesOf(session, 2);
  expect(after.map((record: { id: string }) => record.id)).toEqual(before.map((record: { id: string }) => record.id));
  expect(after.map((record: { integration_name: string }) => record.integration_name)).toContain("Short-lived");
});
