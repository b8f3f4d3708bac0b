import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { client, cookieOf, expecting } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rowsWith } from "../support/rowsWith.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Erasure leaves nothing behind: of a workspace whose seven days are over (teams §20.13), and of a response (decisions §6). */
const password = "correct horse battery";
let database: TestDatabase;
let product: Product;
let admin: pg.Client;
beforeAll(async () => {
  database = await migratedDatabase();
  product = await startProduct({ way: "one", database, env: { LOG_LEVEL: "trace", DELIVERY_SCHEDULE: "1s,1h" } });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await product?.stop();
}, 60_000);

test("are deleted with everything in them, and leave their people's other workspaces", async () => {
  const by = (headers: Record<string, string> = {}) => client(headers, product.url, false);
  const registered = await expecting(
    201,
    by().post("/api/auth/register/", { email: "ada@example.com", password, name: "Ada" }),
  );
  const cookie = cookieOf(registered);
  const home = registered.body.account_id;
  const { body: lab } = await expecting(201, by({ cookie }).post("/api/workspaces/", { name: "Lab" }));
  const publish = async (workspace: string) => {
    const me = by({ cookie, "pathform-workspace": workspace });
    const { slug } = (await expecting(201, me.post("/api/v2/form/", { title: "A form" }))).body;
    await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph: survey() }));
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    const { id } = (await expecting(201, by().post(`/api/v2/r/${slug}/start/`))).body;
    await expecting(200, by().post(`/api/v2/r/session/${id}/next/`, { node_id: "name", value: "Grace" }));
    return { slug, session: id };
  };
  const [gone, kept] = [await publish(home), await publish(lab.id)];
  await expecting(
    201,
    by({ cookie }).post("/api/integrations/webhook/", {
      name: "Receiver",
      config: { url: "https://hooks.example.com/pathform" },
    }),
  );

  const { name } = (await expecting(200, by({ cookie }).get(`/api/workspaces/${home}/`))).body;
  await expecting(200, by({ cookie }).post(`/api/workspaces/${home}/delete/`, { name, password }));
  expect(await rowsWith(admin, gone.session)).not.toEqual({});
  await admin.query("update auth.accounts set deletes_at = now() - interval '1 minute' where id = $1", [home]);

  await eventually(async () => expect(await rowsWith(admin, home)).toEqual({}), 60);
  expect(await rowsWith(admin, gone.session)).toEqual({});
  await expecting(404, by().get(`/api/v2/r/${gone.slug}/`));
  await expecting(200, by().get(`/api/v2/r/${kept.slug}/`));
  await expecting(200, by().get(`/api/v2/r/session/${kept.session}/`));
  const { body: me } = await expecting(200, by().post("/api/auth/login/", { email: "ada@example.com", password }));
  expect(me.workspace).toMatchObject({ id: lab.id });
}, 120_000);

test("of a corrected, annotated and undelivered response, nothing is left", async () => {
  const by = (headers: Record<string, string> = {}) => client(headers, product.url, false);
  const credentials = { email: "mira@example.com", password };
  const cookie = cookieOf(await expecting(201, by().post("/api/auth/register/", { ...credentials, name: "Mira" })));
  const me = by({ cookie });
  const { slug } = (await expecting(201, me.post("/api/v2/form/", { title: "Canaries", edit_window_minutes: 60 })))
    .body;
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph: survey() }));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  // deliveries that fail keep what they would send
  const hook = { name: "Unreachable", config: { url: "https://127.0.0.1:1/receiver" } };
  const { body: integration } = await expecting(201, me.post("/api/integrations/webhook/", hook));
  const events = ["session.completed", "session.updated"];
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, { integration_id: integration.id, events }));

  const editKey = "cnryeditkey-0123456789-abcdef";
  const { id } = (await expecting(201, by().post(`/api/v2/r/${slug}/start/`, { edit_key: editKey }))).body;
  const answer = (nodeId: string, value: unknown) =>
    expecting(200, by().post(`/api/v2/r/session/${id}/next/`, { node_id: nodeId, value }));
  await answer("name", "cnryfirst");
  await answer("color", "red");
  await answer("age", 30);
  await expecting(200, by().post(`/api/v2/r/session/${id}/complete/`));
  const path = `/api/v2/form/${slug}/responses/${id}/`;
  const correction = { answers: { name: "cnrysecond" }, reason: "cnryreason" };
  await expecting(200, me.patch(`${path}answers/`, correction, { headers: { "idempotency-key": "cnrykey" } }));
  const edited = { answers: { name: "cnrythird" } };
  await expecting(200, by({ "edit-key": editKey }).put(`/api/v2/r/session/${id}/edit/`, edited));
  await expecting(200, me.put(`${path}annotations/`, { tags: ["cnrytag"], note: "cnrynote", is_flagged: true }));
  // the index and the queue have it
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?search=cnrythird`));
    expect(body.count).toBe(1);
    expect((await expecting(200, me.get(`${path}deliveries/`))).body.length).toBeGreaterThan(1);
  });
  expect(await rowsWith(admin, "cnry")).not.toEqual({});

  await expecting(204, me.delete(path));
  await eventually(async () => expect(await rowsWith(admin, "cnry")).toEqual({}), 30);
  const tombstones = await rowsWith(admin, id);
  for (const table of ["sessions.sessions", "sessions.visits", "sessions.revisions", "analytics.search"])
    expect(tombstones).not.toHaveProperty(table);
  const logs = [...product.processes.values()].map(({ log }) => readFileSync(log, "utf8")).join("\n");
  expect([logs.includes("analytics.eraseResponse"), logs.includes("cnry")]).toEqual([true, false]);
}, 120_000);
