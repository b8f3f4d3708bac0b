import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "@jest/globals";
import pg from "pg";
import { type Product, startProduct } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/**
 * No key, cookie, password, secret or answer is in any line that the product logs, at its most talkative, when all goes
 * well and when the database refuses every write.
 */
let product: Product;
afterEach(() => product?.stop(), 30_000);

/** short, for PostgreSQL cuts what it quotes */
const canaries: Record<string, string> = {
  password: "cnry-pw-7h3k",
  newPassword: "cnry-np-9x2m",
  answer: "cnry-an-q8w4",
  hidden: "cnry-hi-l5n1",
  header: "cnry-he-z6c0",
  slack: "cnry-sl-t2v9",
};
let headers: Record<string, string> = {};

interface Reply {
  status: number;
  cookie: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asserts
  body: any;
}

async function send(method: string, path: string, body?: unknown): Promise<Reply> {
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

/** Everything that carries a secret or an answer; gives the statuses. */
async function driveEverything(slug: string): Promise<number[]> {
  const { password, newPassword, answer, header, slack } = canaries;
  const replies: Reply[] = [];
  const note = async (reply: Promise<Reply>) => replies.push(await reply);
  await note(send("POST", "/api/auth/register/", { email: email("new"), password, name: "New" }));
  await note(send("POST", "/api/auth/login/", { email: email("nobody"), password }));
  await note(send("PATCH", "/api/auth/me/", { password: newPassword, current_password: newPassword }));
  await note(send("POST", "/api/account/api-keys/", { name: "Another" }));
  await note(send("PUT", `/api/v2/form/${slug}/draft/`, { graph }));
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

const graph = { ...chain(node("name", "short_text", {}, true)), hidden_fields: ["plan"] };
let sessionId = "";

test.each(["one", "many"] as const)(
  "not in any log: %s",
  async (way) => {
    product = await startProduct({ way, env: { LOG_LEVEL: "trace" } });
    headers = {};
    const { password } = canaries;
    const registered = await send("POST", "/api/auth/register/", { email: email("ada"), password, name: "Ada" });
    headers = { cookie: registered.cookie ?? "" };
    const key = await send("POST", "/api/account/api-keys/", { name: "Canary" });
    const { slug } = (await send("POST", "/api/v2/form/", { title: "Canaries" })).body;
    await send("PUT", `/api/v2/form/${slug}/draft/`, { graph });
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

/** PostgreSQL quotes the whole row that breaks a constraint. */
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

const logText = () => [...product.processes.values()].map(({ log }) => readFileSync(log, "utf8")).join();

/** `<canary> in <process>: <line>` of each that is in a log. */
function found(): string[] {
  return [...product.processes.values()].flatMap(({ name, log }) => {
    const lines = readFileSync(log, "utf8").split("\n");
    return Object.entries(canaries).flatMap(([canary, text]) =>
      lines.filter((line) => line.includes(text)).map((line) => `${canary} in ${name}: ${line.slice(0, 600)}`),
    );
  });
}
