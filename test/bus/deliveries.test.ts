import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { faultPoints } from "../../shared/platform/faultPoint.ts";
import { client, expecting, type Owner } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { openKills } from "../support/kills.ts";
import { endLeases } from "../support/leases.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";

/**
 * Deliveries survive a kill of any process at any step (design §7.2). After `complete` has responded, the event arrives, and a
 * receiver that drops repeated `webhook-id`s gets it once. Tests kill real processes: each fault point writes a line before the
 * process dies. Another copy takes over after the lease expires, while the killed one restarts.
 */
let product: Product;
let receiver: Receiver;
let mailServer: MailServer;
let database: pg.Client;
let by: Owner;
let slug: string;
let integration: string;

const kills = openKills("deliveries");

beforeAll(async () => {
  [receiver, mailServer] = await Promise.all([startReceiver(), startMailServer()]);
  product = await startProduct({
    way: "many",
    env: {
      DELIVERY_TIMEOUT_MS: "1000",
      ...kills.env,
      SMTP_URL: mailServer.url,
    },
    copies: ["sessions-2", "integrations-2"],
    others: ["gateway", "auth", "forms", "analytics"],
  });
  database = new pg.Client({ connectionString: product.database.url });
  await database.connect();
  by = await newOwner();
  slug = await publish();
  const made = await by.post("/api/integrations/webhook/", { name: "Receiver", config: { url: receiver.url } });
  integration = made.body.id;
  await expecting(
    201,
    by.post(`/api/v2/form/${slug}/integrations/`, {
      integration_id: integration,
      events: ["session.started", "session.completed", "session.updated"],
    }),
  );
  await expecting(
    201,
    by.post(`/api/v2/form/${slug}/mails/`, { name: "Mail", to: [by.email], subject: "New", text: "{{response:url}}" }),
  );
}, 120_000);

afterAll(async () => {
  await database?.end();
  await product?.stop();
  await receiver?.close();
  await mailServer?.close();
}, 60_000);

const onTheWay = faultPoints.filter((point) => /^(event|delivery)-/.test(point));

describe("a kill at", () => {
  test.each(onTheWay)(
    "%s loses nothing and keeps the webhook-ids",
    async (point) => {
      kills.arm(point);
      const walked = respond();
      await product.start(await kills.died(product, point));
      const session = await walked;
      // the leases of the dead process have expired
      await endLeases(product.database.url);
      await arrived([session]);
    },
    150_000,
  );

  test.each(["correction-storing", "correction-stored"] as const)(
    "%s keeps the correction whole or not at all, and delivers it once",
    async (point) => {
      const session = await respond();
      await arrived([session]);
      const path = `/api/v2/form/${slug}/responses/${session}/`;
      const correction = { answers: { name: "Grace" }, revision: 1 };
      kills.arm(point);
      const lost = by.patch(`${path}answers/`, correction).catch(() => undefined);
      await product.start(await kills.died(product, point));
      await lost;
      await endLeases(product.database.url);
      const repeated = await eventually(async () => {
        const reply = await by.patch(`${path}answers/`, correction);
        expect(reply.status).toBeLessThan(500);
        return reply;
      }, 60);
      expect(repeated).toMatchObject(
        point === "correction-stored" ? { status: 409, body: { revision: 2 } } : { status: 200 },
      );
      const { body } = await expecting(200, by.get(`${path}history/`));
      expect(body).toMatchObject([{ revision: 2, changes: [{ node_id: "name", before: "Ada", after: "Grace" }] }]);
      await eventually(() => {
        const sent = receiver.received.map(({ body: text }) => JSON.parse(text));
        const updates = sent.filter(({ type, data }) => type === "session.updated" && data.session.id === session);
        expect(new Set(updates.map(({ id }) => id)).size).toBe(1);
      }, 75);
    },
    150_000,
  );

  test("session-erased still deletes the delivered bodies", async () => {
    const session = await respond();
    await arrived([session]);
    kills.arm("session-erased");
    // its response is a 503 after the timeout, which the test doesn't wait for
    by.delete(`/api/v2/form/${slug}/responses/${session}/`).catch(() => undefined);
    await kills.died(product, "session-erased");
    await eventually(async () => {
      const { rows } = await database.query(
        `select 1 from integrations.deliveries where session_id = $1 and payload is not null
          union all select 1 from integrations.attempts where session_id = $1 and request_body is not null`,
        [session],
      );
      expect(rows).toEqual([]);
    }, 60);
  }, 180_000);
});

test("the unsubscribe link of an email asks on GET and stops the emails on POST", async () => {
  const session = await respond();
  await eventually(() => expectMail(session), 60);
  const mail = mailServer.mails.map((received) => parseMail(received)).find(({ text }) => text.includes(session));
  const url = mail?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
  const statusOf = async () => (await by.get(`/api/v2/form/${slug}/mails/`)).body.results[0].status;
  const page = await fetch(url);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("Unsubscribe?");
  expect(await statusOf()).toBe("active");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const stopped = await fetch(url, { method: "POST", headers, body: "List-Unsubscribe=One-Click" });
  expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining("Unsubscribed")]);
  expect(await statusOf()).toBe("stopped");
  expect((await fetch(`${url}x`)).status).toBe(404);
  expect((await fetch(url, { method: "PUT" })).status).toBe(405);
});

/**
 * Checks that both events of each session have arrived, each with one id and payload. A lease taken after `endLeases` expires
 * after 30 s.
 */
async function arrived(sessions: string[], seconds = 75): Promise<void> {
  await eventually(async () => {
    for (const session of sessions) {
      const events = receiver.received.map(({ body }) => JSON.parse(body)).filter((e) => e.data.session.id === session);
      const byId = Map.groupBy(events, (event) => event.id);
      const types = [...byId.values()].map(([event]) => event.type).sort();
      expect([session, types]).toEqual([session, ["session.completed", "session.started"]]);
      expectMail(session);
    }
    const { rows } = await database.query(
      "select count(*)::integer as due from integrations.deliveries where due_at is not null",
    );
    expect(rows).toEqual([{ due: 0 }]);
  }, seconds);
  const { rows } = await database.query(
    `select event, count(*)::integer as deliveries, bool_and(state = 'delivered') as is_delivered
      from integrations.deliveries where session_id = any($1) group by 1 order by 1`,
    [sessions],
  );
  expect(rows).toEqual([
    // by webhook and by email
    { event: "session.completed", deliveries: 2 * sessions.length, is_delivered: true },
    { event: "session.started", deliveries: sessions.length, is_delivered: true },
  ]);
}

/** Expects the email about a session once, or twice with one Message-ID if the process died before it was recorded. */
function expectMail(session: string): void {
  const mails = mailServer.mails.map((mail) => parseMail(mail)).filter(({ text }) => text.includes(session));
  expect([1, 2]).toContain(mails.length);
  expect(new Set(mails.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
}

/** A respondent who retries requests without a response, like the page. */
async function respond(): Promise<string> {
  const session = await insist("POST", `/api/v2/r/${slug}/start/`).then(({ id }) => id);
  await insist("POST", `/api/v2/r/session/${session}/next/`, { node_id: "name", value: "Ada" });
  await insist("POST", `/api/v2/r/session/${session}/complete/`);
  return session;
}

function insist(method: string, path: string, body?: object) {
  return eventually(async () => {
    const response = await fetch(product.url + path, {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json() as Promise<{ id: string }>;
  }, 60);
}

async function newOwner(): Promise<Owner> {
  const credentials = { email: "deliveries@example.com", password: "correct horse battery" };
  const plain = client({}, product.url);
  const { headers } = await expecting(201, plain.post("/api/auth/register/", { ...credentials, name: "Ada" }));
  const cookie = headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  return { ...credentials, cookie, key: "", ...client({ cookie }, product.url) };
}

async function publish(): Promise<string> {
  const { body } = await expecting(201, by.post("/api/v2/form/", { title: "A form" }));
  const graph = {
    schema_version: "2.0",
    entry_node_id: "name",
    nodes: [
      { id: "name", question_type: "short_text", data: { title: "Your name" } },
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [{ from: "name", to: "end", condition: null }],
  };
  await expecting(200, by.put(`/api/v2/form/${body.slug}/draft/`, { graph }));
  await expecting(201, by.post(`/api/v2/form/${body.slug}/publish/`));
  return body.slug;
}
