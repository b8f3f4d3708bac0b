import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { pageNodeLimit } from "../../../shared/domain/limits.ts";
import { eventually } from "../eventually.ts";
import { type Form, languages, list, type World } from "./common.ts";
import * as fill from "./fill.ts";
import { answeredGraph, largeGraph, wideGraph } from "./graphs.ts";

export const password = "correct horse battery";
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export async function makeWorld(url: string, databaseUrl: string): Promise<{ world: World; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "test turns" });
  await client.connect();
  const query: World["query"] = async (text, values = []) => (await client.query(text, values)).rows;
  const register = async () => {
    const email = `${randomUUID()}@example.com`;
    const reply = await send(url, "POST", "/api/auth/register/", { email, password, name: "Ada" });
    const cookie = reply.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    return { cookie, email, id: JSON.parse(await reply.text()).id as string };
  };
  const { cookie, email, id: user } = await register();
  const ask: World["ask"] = async (method, path, body, headers = {}) => {
    const reply = await send(url, method, path, body, { cookie, ...headers });
    const text = await reply.text();
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 2_000)}`);
    return text.startsWith("{") ? JSON.parse(text) : text;
  };
  // on a busy machine sessions can take longer than a request waits
  const publish = (slug: string) => eventually(() => ask("POST", `/api/v2/form/${slug}/publish/`), 60);
  const form = async (graph: unknown): Promise<Form> => {
    const { id, slug } = await ask("POST", "/api/v2/form/", { title: "A form" });
    await ask("PUT", `/api/v2/form/${slug}/draft/`, { graph });
    await publish(slug);
    return { id, slug };
  };
  const { account_id: workspace } = await ask("GET", "/api/auth/me/");
  const [large, wide, answered, small] = [
    await form(largeGraph("a")),
    await form(wideGraph()),
    await form(answeredGraph()),
    await form(answeredGraph(pageNodeLimit)),
  ] as [Form, Form, Form, Form];
  // a second version with other texts
  await ask("PUT", `/api/v2/form/${large.slug}/draft/`, { graph: largeGraph("b") });
  await publish(large.slug);
  const integration = await makeIntegration(ask, "Hook");
  const path = `/api/v2/form/${small.slug}`;
  const events = ["session.started", "session.completed", "session.abandoned"];
  const attachment = (await ask("POST", `${path}/integrations/`, { integration_id: integration, events })).id;
  const mails = [];
  for (let at = 0; at < 20; at += 1) mails.push((await ask("POST", `${path}/mails/`, largeMail(at))).id);
  const { id: session } = await ask("POST", `/api/v2/r/${small.slug}/start/`);
  const world: World = {
    ...{
      url,
      cookie,
      workspace,
      user,
      email,
      large,
      wide,
      answered,
      small,
      integration,
      attachment,
      session,
      query,
      ask,
    },
    mail: mails[0],
    mailing: randomUUID(),
    delivery: randomUUID(),
    person: register,
  };
  await fill.people(world);
  await fill.forms(world);
  await fill.responses(world);
  await fill.links(world);
  await fill.integrations(world);
  await client.query("analyze");
  return { world, close: () => client.end() };
}

export const send = (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof FormData;
  const type: Record<string, string> = body === undefined || isRaw ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? null : isRaw ? (body as string) : JSON.stringify(body);
  return fetch(url + path, { method, redirect: "manual", headers: { ...type, ...headers }, body: sent });
};

const webhook = {
  url: "http://127.0.0.1:9/",
  headers: Object.fromEntries(list(10, (at) => [`x-${at}`, "v".repeat(500)])),
};
export const makeIntegration = async (ask: World["ask"], name: string): Promise<string> =>
  (await ask("POST", "/api/integrations/webhook/", { name, config: webhook })).id;

/** An email notification with texts of 100 KB. */
export const largeMail = (at: number) => ({
  name: `Mail ${at}`,
  subject: "s".repeat(200),
  text: "t".repeat(5_000),
  to: list(10, (place) => `${place}.of.${at}@example.com`),
  is_enabled: false,
  translations: Object.fromEntries(
    languages.map((tag) => [tag, { subject: "s".repeat(200), text: "t".repeat(5_000) }]),
  ),
});
