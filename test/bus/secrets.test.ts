import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { type Client, client, expecting, type Reply } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/**
 * Canaries: recognizable secrets and answers must not appear in the database, trace-level logs or responses (decisions §7
 * Secrets).
 */
let product: Product;
let receiver: Receiver;
const answers: string[] = [];
const slackSecret = "T0CANARY/B0CANARY/slackcanarysesame";

beforeAll(async () => {
  // a receiver that returns everything it got
  receiver = await startReceiver((response, _request, { headers, path, body }) => {
    response.writeHead(500, { "x-echo": headers["webhook-signature"] ?? "none" });
    response.end(JSON.stringify({ headers, path, body }));
  });
  product = await startProduct({
    way: "one",
    env: { LOG_LEVEL: "trace", DELIVERY_SCHEDULE: "100ms", SMTP_URL: "smtp://mailer:smtpcanary@127.0.0.1:1" },
  });
}, 60_000);
afterAll(async () => {
  await product?.stop();
  await receiver?.close();
}, 30_000);

test("no secret is in the database, the logs or a response", async () => {
  const by = await newOwner();
  const slug = await publish(by);
  const hook = await by.post("/api/integrations/webhook/", { name: "Hook", config: { url: receiver.url } });
  const slack = await by.post("/api/integrations/slack/", {
    name: "Slack",
    config: { webhook_url: `${receiver.url}/services/${slackSecret}` },
  });
  const path = `/api/integrations/webhook/${hook.body.id}/`;
  const secrets = [];
  for (let i = 0; i < 2; i += 1) {
    const { body } = await by.put(`${path}secret/`);
    // the only response that shows it
    answers.pop();
    secrets.push(body.secret_key, body.secret_key.slice("whsec_".length));
  }
  await by.patch(`/api/integrations/slack/${slack.body.id}/`, { name: "Team" });
  for (const { body } of [hook, slack]) {
    const attachment = { integration_id: body.id, events: ["session.started"] };
    const attached = await by.post(`/api/v2/form/${slug}/integrations/`, attachment);
    await by.patch(`/api/v2/form/${slug}/integrations/${attached.body.id}/`, { notify_on_failure: true });
    await by.post(`/api/integrations/${body.type}/${body.id}/test/`);
  }
  const started = await by.post(`/api/v2/r/${slug}/start/`);
  // two attempts and a test each
  await eventually(() => expect(receiver.received).toHaveLength(6), 20);
  await eventually(async () => expect((await by.get("/api/account/notices/")).body.count).toBe(2), 10);
  await by.get("/api/integrations/");
  await by.get(`/api/v2/form/${slug}/integrations/`);
  await by.get(`/api/v2/form/${slug}/responses/${started.body.id}/deliveries/`);
  for (const { body } of [hook, slack]) {
    const list = await by.get(`/api/integrations/${body.type}/${body.id}/deliveries/`);
    expect(list.body.count).toBe(3);
    for (const { id } of list.body.results) await by.get(`/api/integrations/${body.type}/${body.id}/deliveries/${id}/`);
  }
  const signatures = receiver.received.flatMap(({ headers }) => headers["webhook-signature"]?.split(" ") ?? []);
  expect(signatures.length).toBeGreaterThan(0);
  const canaries = [slackSecret, "slackcanary", "smtpcanary", ...secrets, ...signatures.map((one) => one.slice(3))];
  const places = { database: await dump(), logs: logText(), answers: answers.join("\n") };
  for (const [place, text] of Object.entries(places)) {
    // the searched data exists
    expect([place, text.includes(place === "logs" ? "integrations" : hook.body.id)]).toEqual([place, true]);
    expect([place, canaries.filter((canary) => text.includes(canary))]).toEqual([place, []]);
  }
}, 60_000);

async function dump(): Promise<string> {
  const database = new pg.Client({ connectionString: product.database.url });
  await database.connect();
  const { rows } = await database.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const { rows: found } = await database.query(`select t::text as text from ${name} t`);
    texts.push(...found.map(({ text }) => text));
  }
  await database.end();
  return texts.join("\n");
}

const logText = (): string => [...product.processes.values()].map(({ log }) => readFileSync(log, "utf8")).join("\n");

async function newOwner(): Promise<Client> {
  const plain = client({}, product.url);
  const body = { email: "canary@example.com", password: "correct horse battery", name: "Ada" };
  const { headers } = await expecting(201, plain.post("/api/auth/register/", body));
  const by = client({ cookie: headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" }, product.url);
  const kept = async (reply: Promise<Reply>): Promise<Reply> => {
    const { status, body, headers } = await reply;
    expect(status).toBeLessThan(300);
    answers.push(JSON.stringify([body, [...headers]]));
    return { status, body, headers };
  };
  return {
    ...by,
    get: (path) => kept(by.get(path)),
    post: (path, sent) => kept(by.post(path, sent)),
    put: (path, sent) => kept(by.put(path, sent)),
    patch: (path, sent) => kept(by.patch(path, sent)),
  };
}

async function publish(by: Client): Promise<string> {
  const { body } = await by.post("/api/v2/form/", { title: "A form" });
  const graph = {
    schema_version: "2.0",
    entry_node_id: "end",
    nodes: [
      { id: "end", question_type: "short_text", data: { title: "Name" } },
      { id: "done", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [{ from: "end", to: "done", condition: null }],
  };
  await by.put(`/api/v2/form/${body.slug}/draft/`, { graph });
  await by.post(`/api/v2/form/${body.slug}/publish/`);
  return body.slug;
}

/** short, because PostgreSQL truncates quoted values */
const canaries: Record<string, string> = {
  password: "cnry-pw-7h3k",
  newPassword: "cnry-np-9x2m",
  answer: "cnry-an-q8w4",
  hidden: "cnry-hi-l5n1",
  header: "cnry-he-z6c0",
  slack: "cnry-sl-t2v9",
};
let headers: Record<string, string> = {};

interface Sent {
  status: number;
  cookie: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asserts
  body: any;
}

async function send(method: string, path: string, body?: unknown): Promise<Sent> {
  const response = await fetch(product.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0];
  return { status: response.status, cookie, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const email = (name: string) => `${name}-${Date.now()}@example.com`;
const hidden = { plan: canaries.hidden };

/** Sends every request with a secret or an answer. Returns the statuses. */
async function driveEverything(slug: string): Promise<number[]> {
  const { password, newPassword, answer, header, slack } = canaries;
  const replies: Sent[] = [];
  const note = async (reply: Promise<Sent>) => replies.push(await reply);
  await note(send("POST", "/api/auth/register/", { email: email("new"), password, name: "New" }));
  await note(send("POST", "/api/auth/login/", { email: email("nobody"), password }));
  await note(send("PATCH", "/api/auth/me/", { password: newPassword, current_password: newPassword }));
  await note(send("POST", "/api/account/api-keys/", { name: "Another" }));
  await note(send("PUT", `/api/v2/form/${slug}/draft/`, { graph: survey }));
  const config = { url: "http://127.0.0.1:9/", headers: { "x-secret": header } };
  await note(send("POST", "/api/integrations/webhook/", { name: "Hook", config }));
  await note(
    send("POST", "/api/integrations/slack/", { name: "Slack", config: { webhook_url: `http://127.0.0.1:9/${slack}` } }),
  );
  const started = await send("POST", `/api/v2/r/${slug}/start/`, { hidden });
  replies.push(started);
  const session = `/api/v2/r/session/${started.body.id ?? sessionId}/`;
  await note(send("POST", `${session}next/`, { node_id: "name", value: answer }));
  await note(send("POST", `${session}next/`, { node_id: "name", value: { no: answer } }));
  await note(send("POST", `${session}complete/`));
  await note(send("GET", `/api/v2/form/${slug}/responses/?search=${answer}`));
  await note(send("GET", `/api/v2/form/${slug}/responses/export/`));
  return replies.map(({ status }) => status);
}

const survey = { ...chain(node("name", "short_text", {}, true)), hidden_fields: ["plan"] };
let sessionId = "";

/** With one process, uses the product of the previous test. */
test.each(["one", "many"] as const)(
  "no secret or answer is in any log, on success or if the database rejects every write: %s",
  async (way) => {
    if (way === "many") {
      await product.stop();
      product = await startProduct({
        way,
        others: ["auth", "forms", "analytics", "integrations"],
        env: { LOG_LEVEL: "trace" },
      });
    }
    headers = {};
    const { password } = canaries;
    const registered = await send("POST", "/api/auth/register/", { email: email("ada"), password, name: "Ada" });
    headers = { cookie: registered.cookie ?? "" };
    const key = await send("POST", "/api/account/api-keys/", { name: "Canary" });
    const { slug } = (await send("POST", "/api/v2/form/", { title: "Canaries" })).body;
    await send("PUT", `/api/v2/form/${slug}/draft/`, { graph: survey });
    await send("POST", `/api/v2/form/${slug}/publish/`);
    sessionId = (await send("POST", `/api/v2/r/${slug}/start/`, { hidden })).body.id;
    Object.assign(canaries, { cookie: headers.cookie?.split("=")[1], key: key.body.key });
    const hook = await send("POST", "/api/integrations/webhook/", {
      name: "Hook",
      config: { url: "http://127.0.0.1:9/" },
    });
    const secret = await send("PUT", `/api/integrations/webhook/${hook.body.id}/secret/`);
    Object.assign(canaries, { secret: secret.body.secret_key });

    expect((await driveEverything(slug)).filter((status) => status >= 500)).toEqual([]);
    headers = { authorization: `Bearer ${key.body.key}` };
    await driveEverything(slug);
    headers = { cookie: registered.cookie ?? "" };
    await refuseWrites();
    const failed = (await driveEverything(slug)).filter((status) => status === 500);
    expect(failed.length).toBeGreaterThan(5);
    expect(found()).toEqual([]);
    expect(logText()).toContain("violates check constraint");
  },
  120_000,
);

/** PostgreSQL quotes the whole row that violates a constraint. */
async function refuseWrites(): Promise<void> {
  const admin = new pg.Client(product.database.url);
  await admin.connect();
  const tables = [
    ...["auth.users", "auth.sign_ins", "auth.api_keys", "forms.drafts", "integrations.integrations"],
    ...["sessions.sessions", "sessions.visits"],
  ];
  for (const table of tables) {
    await admin.query(`alter table ${table} add constraint refused check (false) not valid`);
  }
  await admin.end();
}

/** Returns `<canary> in <process>: <line>` for each log line with a canary. */
function found(): string[] {
  return [...product.processes.values()].flatMap(({ name, log }) => {
    const lines = readFileSync(log, "utf8").split("\n");
    return Object.entries(canaries).flatMap(([canary, text]) =>
      lines.filter((line) => line.includes(text)).map((line) => `${canary} in ${name}: ${line.slice(0, 600)}`),
    );
  });
}
