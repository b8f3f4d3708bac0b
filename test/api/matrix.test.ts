import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Route } from "../../services/gateway/http/request.ts";
import { routes } from "../../services/gateway/routes/routes.ts";
import {
  type Client,
  client,
  createForm,
  expecting,
  type Owner,
  owner,
  publishForm,
  type Reply,
  signedIn,
  start,
  walk,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/**
 * Every owner endpoint against every caller without access, and every path to nothing (spec §Authentication, decisions
 * §1, §2): the status, and that nothing changed.
 */

/** Content of a route's requests besides the path. A route without an entry fails. */
interface Cell {
  /** Accepted if the caller were the owner. */
  body?: unknown;
  query?: string;
  /** The resource of `{id}`. Parents and other variables are named by themselves. */
  id?: "template" | "theme" | "integration" | "attachment" | "key" | "notice" | "file" | "image" | "mail";
  /** Another owner's status if the path names no resource. */
  others?: number;
}
const graph = chain(node("photo", "file_upload"), node("name", "short_text"));
const hook = { name: "Hook", config: { url: "https://example.com/hook" } };
const form = "/api/v2/form/{slug}/";
const account = "/api/account/";
const types = "/api/integrations/{type}/";
const integration = `${types}{id}/`;

const cells: Record<string, Cell> = {
  "GET /api/v2/form/": {},
  "POST /api/v2/form/": { body: { title: "New" } },
  [`GET ${form}`]: {},
  [`PATCH ${form}`]: { body: { title: "Changed" } },
  [`DELETE ${form}`]: {},
  [`POST ${form}copy/`]: { body: {} },
  "POST /api/v2/import/": { body: { title: "Imported", graph } },
  [`GET ${form}draft/`]: {},
  [`PUT ${form}draft/`]: { body: { graph } },
  [`POST ${form}draft/validate/`]: {},
  [`POST ${form}draft/simulate/`]: { body: { answers: {} } },
  [`POST ${form}publish/`]: {},
  [`GET ${form}versions/`]: {},
  [`GET ${form}versions/{version_number}/`]: {},
  [`POST ${form}versions/{version_number}/simulate/`]: { body: { answers: {} } },
  [`GET ${form}versions/{version_number}/diff/`]: { query: "?to=1" },
  [`POST ${form}versions/{version_number}/restore/`]: {},
  "GET /api/v2/template/": {},
  "GET /api/v2/template/{id}/": { id: "template", others: 200 },
  "GET /api/v2/theme/": {},
  "POST /api/v2/theme/": { body: { name: "New" } },
  "GET /api/v2/theme/{id}/": { id: "theme" },
  "PATCH /api/v2/theme/{id}/": { id: "theme", body: { font: "Changed" } },
  "DELETE /api/v2/theme/{id}/": { id: "theme" },
  [`GET ${form}responses/`]: {},
  [`GET ${form}responses/export/`]: {},
  [`GET ${form}insights/`]: {},
  [`GET ${form}responses/{session_id}/`]: {},
  [`DELETE ${form}responses/{session_id}/`]: {},
  [`GET ${form}responses/{session_id}/deliveries/`]: {},
  "GET /api/v2/file/{id}/": { id: "file" },
  "POST /api/v2/image/": {},
  "DELETE /api/v2/image/{id}/": { id: "image" },
  "GET /api/integrations/": {},
  "GET /api/integrations/types/": {},
  [`GET ${types}`]: { others: 200 },
  [`POST ${types}`]: { body: hook, others: 201 },
  [`GET ${types}connect/`]: { others: 404 },
  [`GET ${types}callback/`]: { query: "?state=unknown&code=x", others: 404 },
  [`PATCH ${integration}`]: { id: "integration", body: { name: "Changed" } },
  [`DELETE ${integration}`]: { id: "integration" },
  [`GET ${integration}forms/`]: { id: "integration" },
  [`GET ${integration}health/`]: { id: "integration" },
  [`POST ${integration}test/`]: { id: "integration" },
  "PUT /api/integrations/webhook/{id}/secret/": { id: "integration" },
  [`GET ${integration}deliveries/`]: { id: "integration" },
  [`POST ${integration}deliveries/replay/`]: { id: "integration", body: {} },
  [`GET ${integration}deliveries/{delivery_id}/`]: { id: "integration" },
  [`POST ${integration}deliveries/{delivery_id}/retry/`]: { id: "integration" },
  [`GET ${form}integrations/`]: {},
  [`POST ${form}integrations/`]: { body: { integration_id: crypto.randomUUID(), events: ["session.started"] } },
  [`PATCH ${form}integrations/{id}/`]: { id: "attachment", body: { is_enabled: false } },
  [`DELETE ${form}integrations/{id}/`]: { id: "attachment" },
  [`GET ${form}mails/`]: {},
  [`POST ${form}mails/`]: { body: { name: "New", subject: "New", text: "", to: ["new@example.com"] } },
  [`GET ${form}mails/{id}/`]: { id: "mail" },
  [`PATCH ${form}mails/{id}/`]: { id: "mail", body: { name: "Changed" } },
  [`DELETE ${form}mails/{id}/`]: { id: "mail" },
  [`POST ${form}mails/{id}/test/`]: { id: "mail" },
  [`GET ${form}mails/{id}/deliveries/`]: { id: "mail" },
  "GET /api/auth/me/": {},
  "PATCH /api/auth/me/": { body: { name: "Changed" } },
  [`GET ${account}api-keys/`]: {},
  [`POST ${account}api-keys/`]: { body: { name: "New" } },
  [`DELETE ${account}api-keys/{id}/`]: { id: "key" },
  [`GET ${account}usage/`]: {},
  [`GET ${account}deliveries/`]: {},
  [`GET ${account}notices/`]: {},
  [`POST ${account}notices/read/`]: {},
  [`PATCH ${account}notices/{id}/`]: { id: "notice", body: { is_read: true } },
};

const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const owned = routes.filter(({ auth }) => auth !== "public" && auth !== "none");
const matrix = owned.map((row): [string, Route, Cell] => [keyOf(row), row, cells[keyOf(row)] ?? {}]);

let me: Owner;
let other: Owner;
let receiver: Server;
/** My resources, and another of mine next to each. */
const mine: Record<string, string> = { version_number: "2", type: "webhook" };
const sibling: Record<string, string> = { type: "slack" };
/** The state after the previous cell. */
let lastState: unknown[];
const dead: Record<string, string> = {
  "that is unknown": `pf_${"0".repeat(8)}_${"0".repeat(40)}`,
  "that is malformed": "x",
};

async function idOf(reply: Promise<Reply>): Promise<string> {
  return (await expecting(201, reply)).body.id;
}

beforeAll(async () => {
  [me, other] = await Promise.all([owner(), owner()]);
  receiver = createServer((_req, res) => res.writeHead(410).end()).listen(0, "127.0.0.1");
  await makeProperty();
  await makeDeadKeys();
  await makeNotice();
  const withExpired = client({ authorization: `Bearer ${dead["that has expired"]}` });
  await eventually(() => expecting(401, withExpired.get("/api/v2/form/")));
  lastState = await state();
}, 60_000);
afterAll(() => receiver?.close());

async function makeProperty(): Promise<void> {
  mine.slug = await publishForm(me, graph);
  await expecting(201, me.post(`/api/v2/form/${mine.slug}/publish/`));
  sibling.slug = await publishForm(me, graph);
  mine.session_id = await walk(mine.slug, { name: "Ada" });
  mine.file = await upload(await start(mine.slug));
  mine.image = await image();
  mine.template = "phq-9";
  mine.theme = await idOf(me.post("/api/v2/theme/", { name: "Mine" }));
  mine.integration = await idOf(me.post("/api/integrations/webhook/", hook));
  sibling.integration = await idOf(me.post("/api/integrations/webhook/", hook));
  const attachment = { integration_id: mine.integration, events: ["session.abandoned"] };
  // this product has no mail server, so it can't have an email notification
  mine.mail = crypto.randomUUID();
  mine.attachment = await idOf(me.post(`/api/v2/form/${mine.slug}/integrations/`, attachment));
}

async function upload(session: string): Promise<string> {
  const text = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n\r\n--b--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const path = `/api/v2/r/session/${session}/upload/?node_id=photo`;
  const { body } = await expecting(201, client().request("POST", path, undefined, { raw: text, headers }));
  return /file\/([0-9a-f-]{36})\//.exec(body.url)?.[1] ?? "";
}

async function image(): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([images.gif]), "a.gif");
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  return idOf(me.post("/api/v2/image/", undefined, { raw, headers }));
}

async function makeDeadKeys(): Promise<void> {
  const make = async (fields: object) =>
    (await expecting(201, signedIn(me.cookie).post(`${account}api-keys/`, { name: "Dead", ...fields }))).body;
  const revoked = await make({});
  await expecting(204, signedIn(me.cookie).delete(`${account}api-keys/${revoked.id}/`));
  const expired = await make({ expires: new Date(Date.now() + 1_000).toISOString() });
  Object.assign(dead, { "that is revoked": revoked.key, "that has expired": expired.key });
  mine.key = (await make({})).id;
}

/** Creates a disabled integration with a notification and a delivery, by a receiver that returns 410. */
async function makeNotice(): Promise<void> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const gone = await idOf(me.post("/api/integrations/webhook/", { name: "Gone", config: { url } }));
  const attachment = { integration_id: gone, events: ["session.completed"] };
  await idOf(me.post(`/api/v2/form/${sibling.slug}/integrations/`, attachment));
  sibling.session_id = await walk(sibling.slug ?? "", {});
  await eventually(async () => {
    const { body } = await expecting(200, signedIn(me.cookie).get(`${account}notices/`));
    mine.notice = body.results[0].id;
  }, 20);
  // its delivery belongs to another integration than the one in the table
  await expecting(200, me.post(`/api/integrations/webhook/${mine.integration}/test/`));
  const { body } = await expecting(200, me.get(`/api/integrations/webhook/${mine.integration}/deliveries/`));
  mine.delivery_id = body.results[0].id;
}

const variables = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
const fill = (path: string, { id }: Cell, values: Record<string, string | undefined>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name === "id" ? (id ?? "") : name] ?? "");
const nameOf = (variable: string, { id }: Cell) => (variable === "id" ? (id ?? "") : variable);

function send(by: Client, row: Route, cell: Cell, values: Record<string, string | undefined> = mine): Promise<Reply> {
  return by.request(row.method, fill(row.path, cell, values) + (cell.query ?? ""), cell.body);
}

/** Returns everything of mine that a request could change. */
async function state(): Promise<unknown[]> {
  const paths = [
    ...[mine.slug, sibling.slug].flatMap((slug) =>
      ["", "draft/", "versions/", "responses/", "integrations/"].map((part) => `/api/v2/form/${slug}/${part}`),
    ),
    `/api/v2/form/${mine.slug}/responses/${mine.session_id}/`,
    ...["/api/v2/form/", "/api/v2/theme/", "/api/integrations/", "/api/auth/me/"],
    `/api/integrations/webhook/${mine.integration}/deliveries/`,
    ...[`${account}api-keys/`, `${account}notices/`],
  ];
  const replies = await Promise.all(paths.map((path) => expecting(200, signedIn(me.cookie).get(path))));
  return replies.map(({ body }) => ("results" in body ? body.results.map(withoutUse) : body));
}
const withoutUse = ({ last_used: _, ...item }: Record<string, unknown>) => item;

test("has a cell for every owner endpoint and no others", () => {
  const known = new Set(Object.keys(cells));
  expect(owned.map(keyOf).filter((key) => !known.has(key))).toEqual([]);
  const there = new Set(owned.map(keyOf));
  expect([...known].filter((key) => !there.has(key))).toEqual([]);
});

test.each(matrix)(
  "refuses callers without access to %s",
  async (_name, row, cell) => {
    await expectStrangers(row, cell);
    if (row.auth === "user") await expecting(403, send(me, row, cell));
    if (variables(row.path).length > 0) {
      await expectOthers(row, cell);
      await expectMissing(row, cell);
      await expectWrongParents(row, cell);
    }
    // a change by GET shows at the next other request, or at the end
    if (row.method !== "GET") await expectUnchanged();
  },
  30_000,
);

test("changes nothing", expectUnchanged);

test("lists only the caller's own resources", async () => {
  const stranger = await owner();
  for (const path of ["/api/v2/form/", "/api/integrations/", "/api/integrations/webhook/"]) {
    expect((await expecting(200, stranger.get(path))).body).toMatchObject({ count: 0, results: [] });
  }
  const own = await createForm(stranger);
  expect((await stranger.get("/api/v2/form/")).body.results).toMatchObject([{ slug: own }]);
  expect((await stranger.get(`/api/v2/form/?search=${mine.slug}`)).body.count).toBe(0);
});

test("returns 403 for attaching another account's integration", async () => {
  const attachment = { integration_id: mine.integration, events: ["session.completed"] };
  await expecting(403, other.post(`/api/v2/form/${await createForm(other)}/integrations/`, attachment));
});

async function expectUnchanged(): Promise<void> {
  const before = lastState;
  lastState = await state();
  expect(lastState).toEqual(before);
}

/** Expects 401 without a valid key, with the same error for unknown and revoked keys. */
async function expectStrangers(row: Route, cell: Cell): Promise<void> {
  await expecting(401, send(client(), row, cell));
  await expecting(401, send(client({ authorization: "Basic eDp5" }), row, cell));
  await expecting(401, send(signedIn("pathform_session=nobody"), row, cell));
  const details = new Map<string, string>();
  for (const [what, key] of Object.entries(dead)) {
    // a valid cookie doesn't help, because the key wins
    const by = client({ authorization: `Bearer ${key}`, cookie: me.cookie });
    details.set(what, (await expecting(401, send(by, row, cell))).body.detail);
  }
  expect(details.get("that is revoked")).toBe(details.get("that is unknown"));
}

const rightful = (row: Route, who: Owner): Client => (row.auth === "user" ? signedIn(who.cookie) : who);

async function expectOthers(row: Route, cell: Cell): Promise<void> {
  if (cell.others === 404) return;
  const reply = await expecting(cell.others ?? 403, send(rightful(row, other), row, cell));
  if (reply.status === 403) expect(Object.keys(reply.body)).toEqual(["detail"]);
  // the form is checked first, so only its owner learns what it contains
  if (row.path.startsWith(form) && row.path !== form) {
    const [child] = variables(row.path).slice(1);
    if (child) await expecting(403, send(other, row, cell, { ...mine, [nameOf(child, cell)]: nothings(child)[0] }));
    await expecting(404, send(other, row, cell, { ...mine, slug: "no-such-thing" }));
  }
}

/** Expects 404 for each path variable that names nothing. */
async function expectMissing(row: Route, cell: Cell): Promise<void> {
  for (const variable of variables(row.path)) {
    for (const nothing of nothings(variable)) {
      const values = { ...mine, [nameOf(variable, cell)]: nothing };
      await expecting(404, send(rightful(row, me), row, cell, values));
    }
  }
}

function nothings(variable: string): string[] {
  if (variable === "version_number") return ["99", "0", "x"];
  return variable === "slug" || variable === "type" ? ["no-such-thing"] : [crypto.randomUUID(), "no-uuid", "%20"];
}

/** Expects 404 for my resource under another parent. */
async function expectWrongParents(row: Route, cell: Cell): Promise<void> {
  for (const variable of variables(row.path).slice(0, -1)) {
    const name = nameOf(variable, cell);
    const values = { ...mine, [name]: sibling[name] };
    await expecting(404, send(rightful(row, me), row, cell, values));
  }
}
